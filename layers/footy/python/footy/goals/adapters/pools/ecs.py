"""The services of the clips workers: as they stand, and how many each is to have."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable
from footy.goals.capacity.capacity_type import WorkerService
from footy.goals.settings import Settings

if TYPE_CHECKING:
    from mypy_boto3_ecs import ECSClient


class ClipsPool:
    """One service on safe ground, and where there is spare capacity another one on that."""

    def __init__(self, ecs: "ECSClient", settings: Settings) -> None:
        self._ecs = ecs
        self._cluster = settings.clips_cluster
        self.services = settings.clips_services.split(",")

    def standing(self) -> Mapping[str, WorkerService]:
        """Each service by its name."""
        try:
            found = self._ecs.describe_services(cluster=self._cluster, services=list(self.services))
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"ECS: {failure}") from failure
        return {
            one["serviceName"]: WorkerService(one["desiredCount"], one["runningCount"] + one["pendingCount"])
            for one in found["services"]
        }

    def hold(self, service: str, workers: int) -> None:
        """Has so many from now on: more are started, too many are let go when they are idle."""
        try:
            self._ecs.update_service(cluster=self._cluster, service=service, desiredCount=workers)
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"ECS: {failure}") from failure
