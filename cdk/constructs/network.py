"""The network: public for a target with an external database, with private halves where functions must stand inside."""

from collections.abc import Sequence

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
from constructs import Construct

from cdk.constructs.logs import log_group
from cdk.settings import Target

ZONES = 2
HTTPS = Port.tcp(443)


class Network(Construct):
    """Where download tasks run and, beside DocumentDB, the functions that speak to it."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, "Network")
        self.vpc = Vpc(
            self,
            "Vpc",
            max_azs=ZONES,
            nat_gateways=target.nat_gateways,
            subnet_configuration=_subnets(target),
            gateway_endpoints={"S3": GatewayVpcEndpointOptions(service=GatewayVpcEndpointAwsService.S3)},
            flow_logs=None if target.emulator else {"Rejected": self._rejected(target)},
        )
        private = target.nat_gateways > 0
        self.task_subnets: Sequence[ISubnet] = self.vpc.private_subnets if private else self.vpc.public_subnets
        self.tasks_have_public_addresses = not private
        # tasks fetch media over https, and reach nothing else
        self.tasks = SecurityGroup(self, "Tasks", vpc=self.vpc, description="download tasks", allow_all_outbound=False)
        self.tasks.add_egress_rule(Peer.any_ipv4(), HTTPS, "media, S3 and the interfaces of AWS")
        self.functions = self._functions() if target.functions_in_vpc else None

    def _functions(self) -> SecurityGroup:
        return SecurityGroup(self, "Functions", vpc=self.vpc, description="functions beside the database")

    def _rejected(self, target: Target) -> FlowLogOptions:
        logs = log_group(Construct(self, "Rejected"), target, f"/footy/{target.name}/network")
        return FlowLogOptions(
            destination=FlowLogDestination.to_cloud_watch_logs(logs), traffic_type=FlowLogTrafficType.REJECT
        )


def _subnets(target: Target) -> list[SubnetConfiguration]:
    subnets = [SubnetConfiguration(name="Public", subnet_type=SubnetType.PUBLIC, cidr_mask=24)]
    if target.nat_gateways:
        subnets.append(SubnetConfiguration(name="Private", subnet_type=SubnetType.PRIVATE_WITH_EGRESS, cidr_mask=22))
    if target.functions_in_vpc:
        subnets.append(SubnetConfiguration(name="Data", subnet_type=SubnetType.PRIVATE_ISOLATED, cidr_mask=24))
    return subnets
