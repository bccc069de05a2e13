"""Vision backend `ec2`: GPU instances with one model server each, scaled to zero while no match is on."""

from aws_cdk import aws_autoscaling as autoscaling
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_ecs as ecs
from aws_cdk.aws_iam import Role, ServicePrincipal
from aws_cdk.aws_secretsmanager import ISecret
from constructs import Construct

from cdk.constructs.compute.fargate_task import USER
from cdk.constructs.compute.pool import Grant, PoolHandle
from cdk.constructs.network.private_service import HTTPS, PRIVATE_SUBNETS, vision_service
from cdk.constructs.permissions import acknowledge, allow, arn_of
from cdk.constructs.vision.backend import MODEL_NAME, VisionBackend
from cdk.constructs.vision.gpu_task import MODELS, gpu_task
from cdk.constructs.vision.model import VisionModelFiles
from cdk.stacks.state import StateStack

NAME = "vision"
# 30 GB of the operating system, the image and the model
DISK_GB = 80
CLUSTER_ACTIONS = (
    "RegisterContainerInstance",
    "DeregisterContainerInstance",
    "SubmitAttachmentStateChanges",
    "SubmitContainerStateChange",
    "SubmitTaskStateChange",
)
# what the SSM agent of the machine image needs for a session
SESSION_ACTIONS = (
    "ssm:UpdateInstanceInformation",
    "ssmmessages:CreateControlChannel",
    "ssmmessages:CreateDataChannel",
    "ssmmessages:OpenControlChannel",
    "ssmmessages:OpenDataChannel",
)


class GpuVision(Construct):
    """Auto Scaling group: the first instance on demand, the others on Spot."""

    def __init__(
        self, scope: Construct, state: StateStack, model: VisionModelFiles, key: ISecret, *, most: int
    ) -> None:
        super().__init__(scope, "Gpu")
        self._state = state
        self._name = f"{state.target.prefix}-vision"
        network = vision_service(scope, state, NAME)
        # instances and service refer to the cluster's name, so CloudFormation creates it first and deletes it last
        self._cluster = ecs.Cluster(
            self,
            "Cluster",
            vpc=state.network.vpc,
            cluster_name=self._name,
            container_insights_v2=ecs.ContainerInsights.ENABLED,
        )
        self._group(most)
        ecs.Ec2Service(
            self,
            "Service",
            cluster=self._with_instances(),
            service_name=NAME,
            task_definition=gpu_task(self, state, model, key),
            daemon=True,
            vpc_subnets=PRIVATE_SUBNETS,
            security_groups=[network.group],
            cloud_map_options=network.cloud_map(),
        )
        self.backend = VisionBackend(
            settings={"vision_url": f"{network.url}/v1", "vision_model": MODEL_NAME},
            pool=PoolHandle(f"asg:{self._name}/{self._name}/{NAME}", self._grants()),
        )

    def _with_instances(self) -> ecs.ICluster:
        """Return the cluster for a service whose instances register themselves, without a capacity provider."""
        return ecs.Cluster.from_cluster_attributes(
            self,
            "Joined",
            cluster_name=self._cluster.cluster_name,
            vpc=self._state.network.vpc,
            security_groups=[],
            has_ec2_capacity=True,
        )

    def _group(self, most: int) -> None:
        group = autoscaling.AutoScalingGroup(
            self,
            "Group",
            auto_scaling_group_name=self._name,
            vpc=self._state.network.vpc,
            vpc_subnets=PRIVATE_SUBNETS,
            # no desired capacity: a deployment during a match must not change it
            min_capacity=0,
            max_capacity=most,
            mixed_instances_policy=autoscaling.MixedInstancesPolicy(
                launch_template=self._template(),
                launch_template_overrides=[
                    autoscaling.LaunchTemplateOverrides(instance_type=ec2.InstanceType(name))
                    for name in self._state.target.gpu_machines
                ],
                instances_distribution=autoscaling.InstancesDistribution(
                    on_demand_base_capacity=1,
                    on_demand_percentage_above_base_capacity=0,
                    on_demand_allocation_strategy=autoscaling.OnDemandAllocationStrategy.PRIORITIZED,
                    spot_allocation_strategy=autoscaling.SpotAllocationStrategy.PRICE_CAPACITY_OPTIMIZED,
                ),
            ),
        )
        acknowledge(group, "the launch template encrypts the disks, which the rule does not see", "EC26")
        acknowledge(
            group, "set_capacity counts the instances every minute, and PoolsBehind alarms when some are missing", "AS3"
        )

    def _template(self) -> ec2.LaunchTemplate:
        machines = ec2.SecurityGroup(
            self, "Machine", vpc=self._state.network.vpc, description="GPU machines", allow_all_outbound=False
        )
        machines.add_egress_rule(ec2.Peer.any_ipv4(), HTTPS, "ECS, ECR, logs, the key")
        return ec2.LaunchTemplate(
            self,
            "Template",
            machine_image=ecs.EcsOptimizedImage.amazon_linux2023(ecs.AmiHardwareType.GPU),
            role=self._machine_role(),
            security_group=machines,
            user_data=self._boot(),
            # tasks have their own roles and must not reach the role of the instance
            require_imdsv2=True,
            http_put_response_hop_limit=1,
            block_devices=[
                ec2.BlockDevice(
                    device_name="/dev/xvda",
                    volume=ec2.BlockDeviceVolume.ebs(
                        DISK_GB, encrypted=True, volume_type=ec2.EbsDeviceVolumeType.GP3, throughput=500
                    ),
                )
            ],
        )

    def _boot(self) -> ec2.UserData:
        boot = ec2.UserData.for_linux()
        boot.add_commands(
            f"install --directory --owner {USER} --group {USER} {MODELS}",
            f"echo ECS_CLUSTER={self._cluster.cluster_name} >> /etc/ecs/ecs.config",
            "echo ECS_AWSVPC_BLOCK_IMDS=true >> /etc/ecs/ecs.config",
            # an interrupted request is retried
            "echo ECS_ENABLE_SPOT_INSTANCE_DRAINING=true >> /etc/ecs/ecs.config",
        )
        return boot

    def _machine_role(self) -> Role:
        """Create the role of the ECS agent; image, key and logs belong to the execution role of the task."""
        role = Role(self, "MachineRole", assumed_by=ServicePrincipal("ec2.amazonaws.com"))
        cluster = arn_of(self, "ecs", "cluster", self._name)
        instances = arn_of(self, "ecs", "container-instance", f"{self._name}/*")
        in_cluster = {"ArnEquals": {"ecs:cluster": cluster}}
        allow(role, [f"ecs:{action}" for action in CLUSTER_ACTIONS], [cluster])
        joined = "an instance gets its id when it joins"
        # the agent drains the instance before a Spot interruption
        allow(role, ["ecs:UpdateContainerInstancesState"], [instances], why=joined, conditions=in_cluster)
        allow(role, ["ecs:Poll", "ecs:StartTelemetrySession"], ["*"], why=joined, conditions=in_cluster)
        allow(role, ["ecs:DiscoverPollEndpoint"], ["*"], why="DiscoverPollEndpoint does not support resources")
        if self._state.target.gpu_sessions:
            allow(role, SESSION_ACTIONS, ["*"], why="ssmmessages does not support resources")
        return role

    def _grants(self) -> list[Grant]:
        name = f"*:autoScalingGroupName/{self._name}"
        group = arn_of(self, "autoscaling", "autoScalingGroup", name, colon=True)
        cluster = arn_of(self, "ecs", "cluster", self._name)
        tasks = arn_of(self, "ecs", "task", f"{self._name}/*")
        in_cluster = {"ArnEquals": {"ecs:cluster": cluster}}
        return [
            Grant(["ecs:ListTasks"], ["*"], "ListTasks is limited to the cluster by the condition", in_cluster),
            Grant(["ecs:DescribeTasks"], [tasks], "a task gets its id when it starts", in_cluster),
            Grant(["autoscaling:SetDesiredCapacity"], [group], "the ARN of a group contains a generated id"),
            Grant(
                ["autoscaling:DescribeAutoScalingGroups"], ["*"], "DescribeAutoScalingGroups does not support resources"
            ),
        ]
