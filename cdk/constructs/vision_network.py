"""A private name in the VPC, and a way to it for the functions that ask."""

from aws_cdk import Duration, Stack
from aws_cdk.aws_ec2 import CfnSecurityGroupEgress, IPeer, Peer, Port, SecurityGroup, SubnetSelection, SubnetType
from aws_cdk.aws_ecs import CloudMapOptions
from aws_cdk.aws_servicediscovery import DnsRecordType, PrivateDnsNamespace
from constructs import Construct

from cdk.constructs.vision_door import PORT
from cdk.state import State

NAME = "vision"
HTTPS = Port.tcp(443)
INSIDE = SubnetSelection(subnet_type=SubnetType.PRIVATE_WITH_EGRESS)


class VisionNetwork(Construct):
    """`http://vision.footy-dev.internal:8080`, one address for each machine that is ready."""

    def __init__(self, scope: Construct, state: State) -> None:
        super().__init__(scope, "Network")
        functions = state.network.functions
        if functions is None:
            raise ValueError("functions that ask a service in the VPC stand in it")
        vpc = state.network.vpc
        self._names = PrivateDnsNamespace(self, "Names", name=f"{state.target.prefix}.internal", vpc=vpc)
        self.group = SecurityGroup(self, "Group", vpc=vpc, description="the vision service", allow_all_outbound=False)
        self.group.add_egress_rule(everywhere(), HTTPS, "the model in S3, images, logs")
        self.group.add_ingress_rule(functions, Port.tcp(PORT), "functions that show it clips")
        # beside the service and not beside the functions: their stack is deployed first
        CfnSecurityGroupEgress(
            self,
            "Question",
            group_id=functions.security_group_id,
            destination_security_group_id=self.group.security_group_id,
            ip_protocol="tcp",
            from_port=PORT,
            to_port=PORT,
            description="clips to be looked at",
        )

    @property
    def url(self) -> str:
        """What functions ask."""
        return f"http://{NAME}.{self._names.namespace_name}:{PORT}/v1"

    def registered(self) -> CloudMapOptions:
        """Every task has its address under the name for as long as it is healthy."""
        return CloudMapOptions(
            name=NAME,
            cloud_map_namespace=self._names,
            dns_record_type=DnsRecordType.A,
            dns_ttl=Duration.seconds(10),
        )


def everywhere() -> IPeer:
    """S3 and the other services of AWS have no addresses that stay."""
    return Peer.any_ipv4()


def service_arn(scope: Construct, cluster: str, service: str) -> str:
    """The address of an ECS service."""
    return Stack.of(scope).format_arn(service="ecs", resource="service", resource_name=f"{cluster}/{service}")
