"""Vision backend `cpu`: the container `eyes` on Fargate, scaled to zero while no match is on."""

from aws_cdk.aws_ecs import CapacityProviderStrategy
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.compute.fargate_task import fargate_cluster, fargate_task
from cdk.constructs.compute.image import image_of
from cdk.constructs.network.private_service import vision_service
from cdk.constructs.permissions import trusted
from cdk.constructs.vision.backend import VisionBackend
from cdk.stacks.state import StateStack

NAME = "eyes"
CPU, MEMORY = 1024, 2048
# the first task on demand, the others on Spot
CAPACITY = (
    CapacityProviderStrategy(capacity_provider="FARGATE", base=1, weight=0),
    CapacityProviderStrategy(capacity_provider="FARGATE_SPOT", weight=1),
)


class CpuVision(Construct):
    """Service without a desired count: a new service starts one task, and `set_capacity` sets the number."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, "Eyes")
        network = vision_service(scope, state, NAME)
        name = f"{state.target.prefix}-{NAME}"
        cluster = fargate_cluster(self, state, name)
        task = fargate_task(
            self,
            state.target,
            NAME,
            image=image_of(NAME, state.target),
            size=(CPU, MEMORY),
            role=Role(self, "Role", assumed_by=trusted(self, "ecs-tasks")),
            http=True,
        )
        self.backend = VisionBackend(
            settings={"vision_url": f"{network.url}/v1", "vision_model": NAME},
            pool=network.fargate_service(self, cluster, task, cluster_name=name, capacity=CAPACITY),
        )
