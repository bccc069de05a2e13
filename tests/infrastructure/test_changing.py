"""Another choice can be deployed over a target that is live: nothing goes that is in use, nothing comes twice."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.infrastructure.changing import doubled, held_back
from tests.infrastructure.doors import YOURS, chosen
from tests.infrastructure.templates import Deployment

CHOICES: list[dict[str, Any]] = [
    {"vision": "cpu"},
    {"vision": "ec2"},
    {"vision": "sagemaker"},
    YOURS,
    {**YOURS, "webhooks": True},
]
SESSIONS: dict[str, Any] = {**YOURS, "x_accounts": ["one"]}


def assert_any_order(choices: list[Deployment]) -> None:
    for before, after in permutations(choices, 2):
        change = f"{before.target.name}: {before.target.vision} -> {after.target.vision}"
        refused = held_back(before.templates, after.templates), doubled(before.templates, after.templates)
        assert refused == (set(), set()), change


def test_whoever_looks_at_clips_can_be_changed(eyes: Deployment, sagemaker: Deployment, tmp_path: Path) -> None:
    assert_any_order([eyes, sagemaker, chosen("dev", YOURS, tmp_path)])


@pytest.mark.soak
@pytest.mark.long
@pytest.mark.parametrize("name", ["dev", "prod"])
def test_every_choice_can_follow_every_other(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    blocks = [*CHOICES, *([SESSIONS] if name == "prod" else [])]
    assert_any_order([chosen(name, block, tmp_path_factory.mktemp(name)) for block in blocks])


def test_an_address_that_is_in_use_cannot_be_taken_back() -> None:
    told = {"Outputs": {"Address": {"Value": "here", "Export": {"Name": "address"}}}}
    used = {
        "Resources": {
            "Function": {"Type": "AWS::Lambda::Function", "Properties": {"X": [{"Fn::ImportValue": "address"}]}}
        }
    }
    assert held_back({"state": told, "goals": used}, {"state": {}, "goals": {}}) == {"address"}
    assert held_back({"state": told, "goals": {}}, {"state": {}, "goals": used}) == set(), "nobody used it"
    assert held_back({"state": told, "goals": used}, {"goals": used}) == set(), "what is not deployed stays"


def test_a_name_cannot_be_taken_before_it_is_free() -> None:
    def cluster(name: str) -> dict[str, dict[str, object]]:
        return {"Resources": {name: {"Type": "AWS::ECS::Cluster", "Properties": {"ClusterName": "only-one"}}}}

    assert doubled({"vision": cluster("Eyes")}, {"vision": cluster("Gpu")}) == {"AWS::ECS::Cluster only-one"}
    assert doubled({"vision": cluster("Eyes")}, {"vision": cluster("Eyes")}) == set()


@pytest.mark.parametrize(
    ("kind", "properties"),
    [
        ("AWS::CloudWatch::Alarm", {"AlarmName": "one"}),
        ("AWS::Budgets::Budget", {"Budget": {"BudgetName": "one"}}),
        ("AWS::ECS::Service", {"ServiceName": "one", "Cluster": "here"}),
        ("AWS::SageMaker::InferenceComponent", {"InferenceComponentName": "one"}),
    ],
)
def test_whatever_has_a_name_is_looked_at(kind: str, properties: dict[str, object]) -> None:
    def called(resource: str) -> dict[str, dict[str, object]]:
        return {"Resources": {resource: {"Type": kind, "Properties": properties}}}

    assert len(doubled({"any": called("Old")}, {"any": called("New")})) == 1


def test_a_service_of_the_same_name_in_another_cluster_is_another_one() -> None:
    def service(cluster: str) -> dict[str, dict[str, object]]:
        kind = "AWS::ECS::Service"
        return {"Resources": {cluster: {"Type": kind, "Properties": {"ServiceName": "one", "Cluster": cluster}}}}

    assert doubled({"vision": service("Eyes")}, {"vision": service("Gpu")}) == set()
