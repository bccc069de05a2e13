"""A service with a private name in the VPC, and a way to it for the functions that ask."""

from aws_cdk import Duration, Stack
from aws_cdk.aws_ec2 import CfnSecurityGroupEgress, IPeer, Peer, Port, SecurityGroup, SubnetSelection, SubnetType
from aws_cdk.aws_ecs import CloudMapOptions
from aws_cdk.aws_servicediscovery import DnsRecordType, PrivateDnsNamespace
from constructs import Construct

from cdk.constructs.compute.pool import Grant, PoolHandle
from cdk.settings import TargetError
from cdk.stacks.state import StateStack

PORT = 8080
HTTPS = Port.tcp(443)
INSIDE = SubnetSelection(subnet_type=SubnetType.PRIVATE_WITH_EGRESS)
# an instance that leaves goes on answering for longer than its address is remembered
REMEMBERED = Duration.seconds(10)


class PrivateService(Construct):
    """`http://NAME.DOMAIN.internal:8080`, one address for each instance that is ready."""

    def __init__(
        self, scope: Construct, state: StateStack, *, name: str, domain: str, inside: str, asked: str, outside: str
    ) -> None:
        """`inside` says what stands there, `asked` what for; `outside` is where it goes itself."""
        super().__init__(scope, "Network")
        functions = state.network.functions
        if functions is None:
            raise TargetError("functions that ask a service in the VPC stand in it")
        vpc = state.network.vpc
        self._name = name
        self._names = PrivateDnsNamespace(self, "Names", name=f"{domain}.internal", vpc=vpc)
        self.group = SecurityGroup(self, "Group", vpc=vpc, description=inside, allow_all_outbound=False)
        self.group.add_egress_rule(everywhere(), HTTPS, outside)
        self.group.add_ingress_rule(functions, Port.tcp(PORT), "functions that ask")
        # beside the service and not beside the functions: their group is deployed first
        CfnSecurityGroupEgress(
            self,
            "Question",
            group_id=functions.security_group_id,
            destination_security_group_id=self.group.security_group_id,
            ip_protocol="tcp",
            from_port=PORT,
            to_port=PORT,
            description=asked,
        )

    @property
    def url(self) -> str:
        """What functions ask."""
        return f"http://{self._name}.{self._names.namespace_name}:{PORT}"

    def registered(self) -> CloudMapOptions:
        """Every task has its address under the name for as long as it is healthy."""
        return CloudMapOptions(
            name=self._name,
            cloud_map_namespace=self._names,
            dns_record_type=DnsRecordType.A,
            dns_ttl=REMEMBERED,
        )


def everywhere() -> IPeer:
    """S3, X and the services of AWS have no addresses that stay."""
    return Peer.any_ipv4()


def pool_of_tasks(scope: Construct, cluster: str, service: str) -> PoolHandle:
    """A service of ECS as a pool that is resized."""
    arn = Stack.of(scope).format_arn(service="ecs", resource="service", resource_name=f"{cluster}/{service}")
    return PoolHandle(f"ecs:{cluster}/{service}", [Grant(["ecs:DescribeServices", "ecs:UpdateService"], [arn])])
