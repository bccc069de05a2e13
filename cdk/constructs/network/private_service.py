"""Services with a private DNS name in the VPC."""

from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_ecs as ecs
from aws_cdk.aws_servicediscovery import DnsRecordType, PrivateDnsNamespace
from constructs import Construct

from cdk.constructs.compute.fargate_task import PORT
from cdk.constructs.compute.pool import Grant, PoolHandle
from cdk.constructs.permissions import arn_of
from cdk.settings import TargetError
from cdk.stacks.state import StateStack

HTTPS = ec2.Port.tcp(443)
PRIVATE_SUBNETS = ec2.SubnetSelection(subnet_type=ec2.SubnetType.PRIVATE_WITH_EGRESS)
# a stopping instance answers for longer than its DNS record is cached
DNS_TTL = Duration.seconds(10)


class PrivateService(Construct):
    """`http://NAME.DOMAIN.internal:8080`: one address per healthy instance, open to the functions in the VPC."""

    def __init__(
        self, scope: Construct, state: StateStack, *, name: str, domain: str, description: str, outbound: str
    ) -> None:
        """Create the namespace and the security group; `outbound` describes what the service connects to."""
        super().__init__(scope, "Network")
        functions = state.network.functions
        if functions is None:
            raise TargetError("functions that call a service in the VPC must run in it")
        vpc = state.network.vpc
        self._name = name
        self._namespace = PrivateDnsNamespace(self, "Names", name=f"{domain}.internal", vpc=vpc)
        self.group = ec2.SecurityGroup(self, "Group", vpc=vpc, description=description, allow_all_outbound=False)
        # S3, X and the AWS services have no fixed addresses
        self.group.add_egress_rule(ec2.Peer.any_ipv4(), HTTPS, outbound)
        self.group.add_ingress_rule(functions, ec2.Port.tcp(PORT), "functions in the VPC")
        # in this stack, because the stack of the functions' group is deployed earlier
        ec2.CfnSecurityGroupEgress(
            self,
            "Question",
            group_id=functions.security_group_id,
            destination_security_group_id=self.group.security_group_id,
            ip_protocol="tcp",
            from_port=PORT,
            to_port=PORT,
            description=description,
        )

    @property
    def url(self) -> str:
        """The address for callers."""
        return f"http://{self._name}.{self._namespace.namespace_name}:{PORT}"

    def cloud_map(self) -> ecs.CloudMapOptions:
        """Return the DNS registration of healthy tasks."""
        return ecs.CloudMapOptions(
            name=self._name,
            cloud_map_namespace=self._namespace,
            dns_record_type=DnsRecordType.A,
            dns_ttl=DNS_TTL,
        )

    def fargate_service(
        self,
        scope: Construct,
        cluster: ecs.Cluster,
        task: ecs.FargateTaskDefinition,
        *,
        cluster_name: str,
        capacity: Sequence[ecs.CapacityProviderStrategy] | None = None,
        max_healthy_percent: int | None = None,
    ) -> PoolHandle:
        """Run tasks under this name and return the service as a pool that a function resizes."""
        service = ecs.FargateService(
            scope,
            "Service",
            cluster=cluster,
            service_name=self._name,
            task_definition=task,
            capacity_provider_strategies=list(capacity) if capacity else None,
            vpc_subnets=PRIVATE_SUBNETS,
            security_groups=[self.group],
            assign_public_ip=False,
            min_healthy_percent=0,
            max_healthy_percent=max_healthy_percent,
            circuit_breaker=ecs.DeploymentCircuitBreaker(rollback=True),
            # an instance in the middle of a request must not be stopped to balance zones
            availability_zone_rebalancing=ecs.AvailabilityZoneRebalancing.DISABLED,
            propagate_tags=ecs.PropagatedTagSource.SERVICE,
            cloud_map_options=self.cloud_map(),
        )
        service.node.add_dependency(cluster)
        # a literal name: a reference would be an export, which prevents a change of the backend
        name = f"{cluster_name}/{self._name}"
        arn = arn_of(scope, "ecs", "service", name)
        return PoolHandle(f"ecs:{name}", [Grant(["ecs:DescribeServices", "ecs:UpdateService"], [arn])])


def vision_service(scope: Construct, state: StateStack, name: str) -> PrivateService:
    """Create the network of a vision service, `http://eyes.footy-dev.internal:8080`.

    All vision backends share one domain and differ in the name: when the backend changes, CloudFormation creates the
    new one before it deletes the old one, and two equal names would collide.
    """
    return PrivateService(
        scope,
        state,
        name=name,
        domain=state.target.prefix,
        description="the vision service",
        outbound="the model in S3, images, logs",
    )
