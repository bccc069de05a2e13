"""Changes of options that CloudFormation can deploy over a live target."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.support.stack_updates import name_collisions, removed_imports
from tests.support.templates import EXTERNAL_VISION, Deployment, synthesise_with

CHOICES: list[dict[str, Any]] = [
    {"vision": "cpu"},
    {"vision": "ec2"},
    {"vision": "sagemaker"},
    EXTERNAL_VISION,
    {**EXTERNAL_VISION, "webhooks": True},
]
SESSIONS: dict[str, Any] = {**EXTERNAL_VISION, "x_accounts": ["one"]}


def assert_any_order(choices: list[Deployment]) -> None:
    for before, after in permutations(choices, 2):
        change = f"{before.target.name}: {before.target.vision} -> {after.target.vision}"
        refused = removed_imports(before.templates, after.templates), name_collisions(before.templates, after.templates)
        assert refused == (set(), set()), change


def test_the_vision_backend_can_be_changed(eyes: Deployment, sagemaker: Deployment, tmp_path: Path) -> None:
    assert_any_order([eyes, sagemaker, synthesise_with("dev", EXTERNAL_VISION, tmp_path)])


@pytest.mark.soak
@pytest.mark.long
@pytest.mark.parametrize("name", ["dev", "prod"])
def test_each_option_can_follow_each_other(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    blocks = [*CHOICES, *([SESSIONS] if name == "prod" else [])]
    assert_any_order([synthesise_with(name, block, tmp_path_factory.mktemp(name)) for block in blocks])


def test_an_export_in_use_cannot_be_removed() -> None:
    exporter = {"Outputs": {"Address": {"Value": "here", "Export": {"Name": "address"}}}}
    importer = {
        "Resources": {
            "Function": {"Type": "AWS::Lambda::Function", "Properties": {"X": [{"Fn::ImportValue": "address"}]}}
        }
    }
    assert removed_imports({"state": exporter, "goals": importer}, {"state": {}, "goals": {}}) == {"address"}
    assert removed_imports({"state": exporter, "goals": {}}, {"state": {}, "goals": importer}) == set(), (
        "nothing imported it"
    )
    assert removed_imports({"state": exporter, "goals": importer}, {"goals": importer}) == set(), (
        "what is not deployed stays"
    )


def test_a_name_cannot_move_to_another_resource() -> None:
    def cluster(name: str) -> dict[str, dict[str, object]]:
        return {"Resources": {name: {"Type": "AWS::ECS::Cluster", "Properties": {"ClusterName": "only-one"}}}}

    assert name_collisions({"vision": cluster("Eyes")}, {"vision": cluster("Gpu")}) == {"AWS::ECS::Cluster only-one"}
    assert name_collisions({"vision": cluster("Eyes")}, {"vision": cluster("Eyes")}) == set()


@pytest.mark.parametrize(
    ("kind", "properties"),
    [
        ("AWS::CloudWatch::Alarm", {"AlarmName": "one"}),
        ("AWS::Budgets::Budget", {"Budget": {"BudgetName": "one"}}),
        ("AWS::ECS::Service", {"ServiceName": "one", "Cluster": "here"}),
        ("AWS::SageMaker::InferenceComponent", {"InferenceComponentName": "one"}),
    ],
)
def test_all_named_resources_are_compared(kind: str, properties: dict[str, object]) -> None:
    def called(resource: str) -> dict[str, dict[str, object]]:
        return {"Resources": {resource: {"Type": kind, "Properties": properties}}}

    assert len(name_collisions({"any": called("Old")}, {"any": called("New")})) == 1


def test_service_names_are_unique_per_cluster() -> None:
    def service(cluster: str) -> dict[str, dict[str, object]]:
        kind = "AWS::ECS::Service"
        return {"Resources": {cluster: {"Type": kind, "Properties": {"ServiceName": "one", "Cluster": cluster}}}}

    assert name_collisions({"vision": service("Eyes")}, {"vision": service("Gpu")}) == set()
