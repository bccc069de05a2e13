"""A private name in the VPC for the sessions' service, and a way to it for the functions that search."""

from aws_cdk import Duration
from aws_cdk.aws_ec2 import CfnSecurityGroupEgress, Peer, Port, SecurityGroup, SubnetSelection, SubnetType
from aws_cdk.aws_ecs import CloudMapOptions
from aws_cdk.aws_servicediscovery import DnsRecordType, PrivateDnsNamespace
from constructs import Construct

from cdk.state import State

NAME, PORT = "browser", 8080
HTTPS = Port.tcp(443)
INSIDE = SubnetSelection(subnet_type=SubnetType.PRIVATE_WITH_EGRESS)
# an instance that leaves goes on answering for longer than its address is remembered
REMEMBERED = Duration.seconds(10)


class SessionNetwork(Construct):
    """`http://browser.footy-prod-sessions.internal:8080`, one address for each instance that is ready."""

    def __init__(self, scope: Construct, state: State, functions: SecurityGroup) -> None:
        super().__init__(scope, "Network")
        vpc = state.network.vpc
        self._names = PrivateDnsNamespace(self, "Names", name=f"{state.target.prefix}-sessions.internal", vpc=vpc)
        self.group = SecurityGroup(self, "Group", vpc=vpc, description="sessions at X", allow_all_outbound=False)
        # X has no addresses that stay: to which names the browser may go, the service itself says
        self.group.add_egress_rule(Peer.any_ipv4(), HTTPS, "X, secrets, leases in S3, logs")
        self.group.add_ingress_rule(functions, Port.tcp(PORT), "functions that search")
        # beside the service and not beside the functions: their group is deployed first
        CfnSecurityGroupEgress(
            self,
            "Question",
            group_id=functions.security_group_id,
            destination_security_group_id=self.group.security_group_id,
            ip_protocol="tcp",
            from_port=PORT,
            to_port=PORT,
            description="searches",
        )

    @property
    def url(self) -> str:
        """What functions ask."""
        return f"http://{NAME}.{self._names.namespace_name}:{PORT}"

    def registered(self) -> CloudMapOptions:
        """Every task has its address under the name for as long as it is healthy."""
        return CloudMapOptions(
            name=NAME,
            cloud_map_namespace=self._names,
            dns_record_type=DnsRecordType.A,
            dns_ttl=REMEMBERED,
        )
