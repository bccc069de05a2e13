"""ECS services of the clips workers: current and desired size."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from footy.core.aws.failures import translate_aws_errors
from footy.goals.capacity.capacity_type import WorkerService
from footy.goals.settings import Settings

if TYPE_CHECKING:
    from mypy_boto3_ecs import ECSClient


class ClipsPool:
    """Clips workers: one on-demand service and, where capacity is spare, one Spot service."""

    def __init__(self, ecs: "ECSClient", settings: Settings) -> None:
        self._ecs = ecs
        self._cluster = settings.clips_cluster
        self.services = settings.clips_services.split(",")

    def standing(self) -> Mapping[str, WorkerService]:
        """Return the size of each service."""
        with translate_aws_errors("ECS"):
            answer = self._ecs.describe_services(cluster=self._cluster, services=list(self.services))
        return {
            one["serviceName"]: WorkerService(one["desiredCount"], one["runningCount"] + one["pendingCount"])
            for one in answer["services"]
        }

    def hold(self, service: str, workers: int) -> None:
        """Set the desired number of workers; surplus workers end when they are idle."""
        with translate_aws_errors("ECS"):
            self._ecs.update_service(cluster=self._cluster, service=service, desiredCount=workers)
