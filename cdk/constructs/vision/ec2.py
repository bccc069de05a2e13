"""The door `ec2`: machines with a GPU, each with one server of the model, nobody there when nothing is on."""

from aws_cdk import ArnFormat, Stack
from aws_cdk.aws_autoscaling import (
    AutoScalingGroup,
    InstancesDistribution,
    LaunchTemplateOverrides,
    MixedInstancesPolicy,
    OnDemandAllocationStrategy,
    SpotAllocationStrategy,
)
from aws_cdk.aws_ec2 import (
    BlockDevice,
    BlockDeviceVolume,
    EbsDeviceVolumeType,
    InstanceType,
    LaunchTemplate,
    SecurityGroup,
    UserData,
)
from aws_cdk.aws_ecs import (
    AmiHardwareType,
    Cluster,
    ContainerInsights,
    Ec2Service,
    EcsOptimizedImage,
    ICluster,
)
from aws_cdk.aws_iam import Role, ServicePrincipal
from aws_cdk.aws_secretsmanager import ISecret
from constructs import Construct

from cdk.constructs.compute.pool import Grant, PoolHandle
from cdk.constructs.network.private_service import HTTPS, INSIDE, everywhere
from cdk.constructs.network.vision_network import vision_network
from cdk.constructs.permissions import acknowledge, allow
from cdk.constructs.vision.backend import MODEL_NAME, VisionBackend
from cdk.constructs.vision.gpu_task import MODELS, USER, gpu_task
from cdk.constructs.vision.model import VisionModel
from cdk.stacks.state import StateStack

NAME = "vision"
# the system's 30 GB, the image and the model
DISK_GB = 80
OF_THE_CLUSTER = (
    "RegisterContainerInstance",
    "DeregisterContainerInstance",
    "SubmitAttachmentStateChanges",
    "SubmitContainerStateChange",
    "SubmitTaskStateChange",
)


class GpuVision(Construct):
    """From none to the pool's most: the first on demand, the others where there is room."""

    def __init__(self, scope: Construct, state: StateStack, model: VisionModel, key: ISecret, *, most: int) -> None:
        super().__init__(scope, "Gpu")
        self._state = state
        self._name = f"{state.target.prefix}-vision"
        network = vision_network(scope, state, NAME)
        # whoever joins it or stands on it has its name from it, and so comes after it and goes before it
        self._cluster = Cluster(
            self,
            "Cluster",
            vpc=state.network.vpc,
            cluster_name=self._name,
            container_insights_v2=ContainerInsights.ENABLED,
        )
        self._group(most)
        # one on every machine, as soon as it has joined
        Ec2Service(
            self,
            "Service",
            cluster=self._joined(),
            service_name=NAME,
            task_definition=gpu_task(self, state, model, key),
            daemon=True,
            vpc_subnets=INSIDE,
            security_groups=[network.group],
            cloud_map_options=network.registered(),
        )
        self.door = VisionBackend(
            settings={"vision_url": f"{network.url}/v1", "vision_model": MODEL_NAME},
            pool=PoolHandle(f"asg:{self._name}/{self._name}/{NAME}", self._grants()),
        )

    def _joined(self) -> ICluster:
        """The cluster with machines that join it by themselves: `set_capacity` alone says how many there are."""
        return Cluster.from_cluster_attributes(
            self,
            "Joined",
            cluster_name=self._cluster.cluster_name,
            vpc=self._state.network.vpc,
            security_groups=[],
            has_ec2_capacity=True,
        )

    def _group(self, most: int) -> None:
        group = AutoScalingGroup(
            self,
            "Group",
            auto_scaling_group_name=self._name,
            vpc=self._state.network.vpc,
            vpc_subnets=INSIDE,
            # no number of its own: a deployment during a match leaves it as it is
            min_capacity=0,
            max_capacity=most,
            mixed_instances_policy=MixedInstancesPolicy(
                launch_template=self._template(),
                launch_template_overrides=[
                    LaunchTemplateOverrides(instance_type=InstanceType(one)) for one in self._state.target.gpu_machines
                ],
                instances_distribution=InstancesDistribution(
                    on_demand_base_capacity=1,
                    on_demand_percentage_above_base_capacity=0,
                    on_demand_allocation_strategy=OnDemandAllocationStrategy.PRIORITIZED,
                    spot_allocation_strategy=SpotAllocationStrategy.PRICE_CAPACITY_OPTIMIZED,
                ),
            ),
        )
        acknowledge(group, "its disks are those of the template, encrypted, where the rule cannot follow", "EC26")
        acknowledge(group, "its size is counted every minute, and an alarm tells when machines are missing", "AS3")

    def _template(self) -> LaunchTemplate:
        machines = SecurityGroup(
            self, "Machine", vpc=self._state.network.vpc, description="GPU machines", allow_all_outbound=False
        )
        machines.add_egress_rule(everywhere(), HTTPS, "ECS, ECR, logs, the key")
        return LaunchTemplate(
            self,
            "Template",
            machine_image=EcsOptimizedImage.amazon_linux2023(AmiHardwareType.GPU),
            role=self._machine_role(),
            security_group=machines,
            user_data=self._boot(),
            # tasks have roles of their own, and none of them reaches that of the machine
            require_imdsv2=True,
            http_put_response_hop_limit=1,
            block_devices=[
                BlockDevice(
                    device_name="/dev/xvda",
                    volume=BlockDeviceVolume.ebs(
                        DISK_GB, encrypted=True, volume_type=EbsDeviceVolumeType.GP3, throughput=500
                    ),
                )
            ],
        )

    def _boot(self) -> UserData:
        boot = UserData.for_linux()
        boot.add_commands(
            f"install --directory --owner {USER} --group {USER} {MODELS}",
            f"echo ECS_CLUSTER={self._cluster.cluster_name} >> /etc/ecs/ecs.config",
            "echo ECS_AWSVPC_BLOCK_IMDS=true >> /etc/ecs/ecs.config",
            # a question that was being answered is asked again
            "echo ECS_ENABLE_SPOT_INSTANCE_DRAINING=true >> /etc/ecs/ecs.config",
        )
        return boot

    def _machine_role(self) -> Role:
        """What ECS's agent calls; images, keys and logs are fetched and written in the name of the task."""
        role = Role(self, "MachineRole", assumed_by=ServicePrincipal("ec2.amazonaws.com"))
        stack = Stack.of(self)
        cluster = stack.format_arn(service="ecs", resource="cluster", resource_name=self._name)
        itself = stack.format_arn(service="ecs", resource="container-instance", resource_name=f"{self._name}/*")
        here = {"ArnEquals": {"ecs:cluster": cluster}}
        allow(role, [f"ecs:{action}" for action in OF_THE_CLUSTER], [cluster])
        joined = "a machine is named as it joins"
        # it drains itself when Spot is about to take it
        allow(role, ["ecs:UpdateContainerInstancesState"], [itself], why=joined, conditions=here)
        allow(role, ["ecs:Poll", "ecs:StartTelemetrySession"], ["*"], why=joined, conditions=here)
        allow(role, ["ecs:DiscoverPollEndpoint"], ["*"], why="asking whom to poll knows no resources")
        return role

    def _grants(self) -> list[Grant]:
        group = Stack.of(self).format_arn(
            service="autoscaling",
            resource="autoScalingGroup",
            resource_name=f"*:autoScalingGroupName/{self._name}",
            arn_format=ArnFormat.COLON_RESOURCE_NAME,
        )
        stack = Stack.of(self)
        cluster = stack.format_arn(service="ecs", resource="cluster", resource_name=self._name)
        tasks = stack.format_arn(service="ecs", resource="task", resource_name=f"{self._name}/*")
        here = {"ArnEquals": {"ecs:cluster": cluster}}
        return [
            Grant(["ecs:ListTasks"], ["*"], "a service's tasks are listed within its cluster", here),
            Grant(["ecs:DescribeTasks"], [tasks], "a task is named as it starts", here),
            Grant(["autoscaling:SetDesiredCapacity"], [group], "a group has a number before its name"),
            Grant(["autoscaling:DescribeAutoScalingGroups"], ["*"], "asking for groups knows no resources"),
        ]
