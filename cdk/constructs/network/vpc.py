"""VPC of a target: public subnets for tasks, private subnets for functions and services, isolated ones for data."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from aws_cdk import aws_ec2 as ec2
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import trusted
from cdk.settings import Target

ZONES = 2
DATA = "Data"
HTTPS = 443
MONGODB = ec2.Port.tcp_range(27015, 27017)


class VpcNetwork(Construct):
    """VPC with the security groups of the download tasks and of the functions."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Network")
        self.vpc = ec2.Vpc(
            self,
            "Vpc",
            max_azs=ZONES,
            nat_gateways=target.gateways,
            subnet_configuration=_subnets(target),
            gateway_endpoints={"S3": ec2.GatewayVpcEndpointOptions(service=ec2.GatewayVpcEndpointAwsService.S3)},
            flow_logs=None if target.emulator else {"Rejected": self._rejected(target)},
        )
        # downloads through a NAT gateway would cost more than the tasks themselves (docs/decisions/0024)
        self.task_subnets: Sequence[ec2.ISubnet] = self.vpc.public_subnets
        # tasks connect to HTTPS only and accept no connections, although they have public addresses
        self.tasks = ec2.SecurityGroup(
            self, "Tasks", vpc=self.vpc, description="download tasks", allow_all_outbound=False
        )
        self.tasks.add_egress_rule(ec2.Peer.any_ipv4(), ec2.Port.tcp(HTTPS), "media, S3 and the AWS APIs")
        group = None if target.emulator else self._functions(target)
        self.functions = group if target.functions_in_vpc or target.vision_in_vpc else None
        self.exports = [] if group is None else self._exports(group)

    def _exports(self, group: ec2.SecurityGroup) -> list[str]:
        """Return what other stacks import with some options, to be exported with all (docs/decisions/0031)."""
        subnets = [*self.vpc.public_subnets, *self.vpc.private_subnets, *self.vpc.isolated_subnets]
        subnet_ids = [subnet.subnet_id for subnet in subnets if not subnet.node.id.startswith(DATA)]
        return [self.vpc.vpc_id, group.security_group_id, *subnet_ids]

    def _functions(self, target: Target) -> ec2.SecurityGroup:
        group = ec2.SecurityGroup(
            self, "Functions", vpc=self.vpc, description="functions beside the database", allow_all_outbound=False
        )
        for port in sorted({HTTPS, *_ports(target.settings.values())}):
            group.add_egress_rule(ec2.Peer.any_ipv4(), ec2.Port.tcp(port), "AWS services and URLs of the settings")
        if not target.functions_in_vpc:
            group.add_egress_rule(ec2.Peer.any_ipv4(), MONGODB, "an external MongoDB, or Atlas")
        return group

    def _rejected(self, target: Target) -> ec2.FlowLogOptions:
        logs = log_group(Construct(self, "Rejected"), target, f"/footy/{target.name}/network")
        role = Role(self, "Writer", assumed_by=trusted(self, "vpc-flow-logs"))
        return ec2.FlowLogOptions(
            destination=ec2.FlowLogDestination.to_cloud_watch_logs(logs, role),
            traffic_type=ec2.FlowLogTrafficType.REJECT,
        )


def _ports(settings: Iterable[str]) -> set[int]:
    """Return the ports of the settings that are URLs."""
    urls = [urlsplit(value) for value in settings if value.startswith(("http://", "https://"))]
    return {url.port or {"http": 80, "https": HTTPS}[url.scheme] for url in urls}


def _subnets(target: Target) -> list[ec2.SubnetConfiguration]:
    subnets = [ec2.SubnetConfiguration(name="Public", subnet_type=ec2.SubnetType.PUBLIC, cidr_mask=24)]
    if not target.emulator:
        out = ec2.SubnetType.PRIVATE_WITH_EGRESS if target.gateways else ec2.SubnetType.PRIVATE_ISOLATED
        subnets.append(ec2.SubnetConfiguration(name="Private", subnet_type=out, cidr_mask=22))
    if target.functions_in_vpc:
        subnets.append(ec2.SubnetConfiguration(name=DATA, subnet_type=ec2.SubnetType.PRIVATE_ISOLATED, cidr_mask=24))
    return subnets
