"""The services of the clips workers, as ECS answers about them."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto import mock_aws

from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.pools.ecs import ClipsPool
from footy.goals.capacity.capacity_type import WorkerService
from footy.goals.settings import Settings

CLUSTER, SAFE, SPARE = "footy-dev", "footy-dev-clips-safe", "footy-dev-clips-spare"
WHERE = Settings(clips_cluster=CLUSTER, clips_services=f"{SAFE},{SPARE}")


@pytest.fixture
def ecs() -> Iterator[Any]:
    with mock_aws():
        client = boto3.client("ecs", region_name="eu-west-1")
        client.create_cluster(clusterName=CLUSTER)
        client.register_task_definition(
            family="clips", containerDefinitions=[{"name": "clips", "image": "clips", "memory": 1}]
        )
        for name in (SAFE, SPARE):
            client.create_service(cluster=CLUSTER, serviceName=name, taskDefinition="clips", desiredCount=0)
        yield client


def test_each_service_has_as_many_as_it_was_told(ecs: Any) -> None:
    pool = ClipsPool(ecs, WHERE)
    assert pool.services == [SAFE, SPARE]
    pool.hold(SPARE, 3)
    assert {name: one.desired for name, one in pool.standing().items()} == {SAFE: 0, SPARE: 3}
    pool.hold(SPARE, 0)
    assert pool.standing()[SPARE].desired == 0


def test_pending_tasks_count_as_running(ecs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTO_ECS_SERVICE_RUNNING", "2")
    ecs.create_service(cluster=CLUSTER, serviceName="third", taskDefinition="clips", desiredCount=5)
    pool = ClipsPool(ecs, Settings(clips_cluster=CLUSTER, clips_services="third"))
    assert pool.standing() == {"third": WorkerService(desired=5, running=5)}


def test_ecs_failures_are_upstream_failures(ecs: Any) -> None:
    nowhere = ClipsPool(ecs, Settings(clips_cluster="none", clips_services=SAFE))
    with pytest.raises(UpstreamUnavailable, match="ECS"):
        nowhere.standing()
    with pytest.raises(UpstreamUnavailable, match="ECS"):
        nowhere.hold(SAFE, 1)
