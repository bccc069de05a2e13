"""The network: public for a target with an external database, with private halves where functions must stand inside."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from aws_cdk.aws_ec2 import (
    FlowLogDestination,
    FlowLogOptions,
    FlowLogTrafficType,
    GatewayVpcEndpointAwsService,
    GatewayVpcEndpointOptions,
    ISubnet,
    Peer,
    Port,
    SecurityGroup,
    SubnetConfiguration,
    SubnetType,
    Vpc,
)
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import trusted
from cdk.settings import Target

ZONES = 2
DATA = "Data"
HTTPS = 443
MONGODB = Port.tcp_range(27015, 27017)


class VpcNetwork(Construct):
    """Where download tasks run and, beside DocumentDB, the functions that speak to it."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Network")
        self.vpc = Vpc(
            self,
            "Vpc",
            max_azs=ZONES,
            nat_gateways=target.gateways,
            subnet_configuration=_subnets(target),
            gateway_endpoints={"S3": GatewayVpcEndpointOptions(service=GatewayVpcEndpointAwsService.S3)},
            flow_logs=None if target.emulator else {"Rejected": self._rejected(target)},
        )
        # what tasks fetch would cost more on its way through a NAT than all else that they do (docs/decisions)
        self.task_subnets: Sequence[ISubnet] = self.vpc.public_subnets
        # tasks fetch media over https, and reach nothing else; nobody reaches them, whatever their address
        self.tasks = SecurityGroup(self, "Tasks", vpc=self.vpc, description="download tasks", allow_all_outbound=False)
        self.tasks.add_egress_rule(Peer.any_ipv4(), Port.tcp(HTTPS), "media, S3 and the interfaces of AWS")
        group = None if target.emulator else self._functions(target)
        self.functions = group if target.functions_in_vpc or target.vision_in_vpc else None
        self.lasting = [] if group is None else self._known_outside(group)

    def _known_outside(self, group: SecurityGroup) -> list[str]:
        """What other stacks know of this one under some choice, and are told under any (docs/decisions/0031)."""
        subnets = [*self.vpc.public_subnets, *self.vpc.private_subnets, *self.vpc.isolated_subnets]
        rooms = [subnet.subnet_id for subnet in subnets if not subnet.node.id.startswith(DATA)]
        return [self.vpc.vpc_id, group.security_group_id, *rooms]

    def _functions(self, target: Target) -> SecurityGroup:
        group = SecurityGroup(
            self, "Functions", vpc=self.vpc, description="functions beside the database", allow_all_outbound=False
        )
        for port in sorted({HTTPS, *_ports(target.settings.values())}):
            group.add_egress_rule(Peer.any_ipv4(), Port.tcp(port), "services of AWS and those of the settings")
        if not target.functions_in_vpc:
            group.add_egress_rule(Peer.any_ipv4(), MONGODB, "a MongoDB of yours, or Atlas")
        return group

    def _rejected(self, target: Target) -> FlowLogOptions:
        logs = log_group(Construct(self, "Rejected"), target, f"/footy/{target.name}/network")
        role = Role(self, "Writer", assumed_by=trusted(self, "vpc-flow-logs"))
        return FlowLogOptions(
            destination=FlowLogDestination.to_cloud_watch_logs(logs, role), traffic_type=FlowLogTrafficType.REJECT
        )


def _ports(settings: Iterable[str]) -> set[int]:
    """Those of the addresses among the settings that name one."""
    addresses = [urlsplit(one) for one in settings if one.startswith(("http://", "https://"))]
    return {one.port or {"http": 80, "https": HTTPS}[one.scheme] for one in addresses}


def _subnets(target: Target) -> list[SubnetConfiguration]:
    subnets = [SubnetConfiguration(name="Public", subnet_type=SubnetType.PUBLIC, cidr_mask=24)]
    if not target.emulator:
        out = SubnetType.PRIVATE_WITH_EGRESS if target.gateways else SubnetType.PRIVATE_ISOLATED
        subnets.append(SubnetConfiguration(name="Private", subnet_type=out, cidr_mask=22))
    if target.functions_in_vpc:
        subnets.append(SubnetConfiguration(name=DATA, subnet_type=SubnetType.PRIVATE_ISOLATED, cidr_mask=24))
    return subnets
