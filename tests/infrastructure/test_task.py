"""The download task: small, on arm, on spare capacity first, with nothing but its working files."""

import json
from typing import Any

from tests.infrastructure.templates import Deployment


def _container(deployment: Deployment) -> dict[str, Any]:
    (container,) = deployment.one("AWS::ECS::TaskDefinition", "").properties["ContainerDefinitions"]
    found: dict[str, Any] = container
    return found


def test_it_runs_the_fetcher(anywhere: Deployment) -> None:
    assert _container(anywhere)["Command"] == ["python", "-m", "fetcher"]
    assert _container(anywhere)["Name"] == "clips"


def test_it_is_told_where_its_files_are(anywhere: Deployment) -> None:
    assert "FOOTY_WORK_BUCKET" in {variable["Name"] for variable in _container(anywhere)["Environment"]}


def test_it_can_write_nowhere_but_into_its_scratch(anywhere: Deployment) -> None:
    container = _container(anywhere)
    assert container["ReadonlyRootFilesystem"] is True
    assert container["MountPoints"] == [{"ContainerPath": "/tmp", "ReadOnly": False, "SourceVolume": "scratch"}]  # noqa: S108
    assert anywhere.one("AWS::ECS::TaskDefinition", "").properties["Volumes"] == [{"Name": "scratch"}]


def test_it_is_nobody_in_particular_and_may_do_nothing_in_particular(anywhere: Deployment) -> None:
    container = _container(anywhere)
    assert container["User"] == "10001"
    assert not container.get("Privileged", False)
    assert container["LinuxParameters"] == {"Capabilities": {"Drop": ["ALL"]}, "InitProcessEnabled": False}


def test_it_runs_on_arm(on_aws: Deployment) -> None:
    platform = on_aws.one("AWS::ECS::TaskDefinition", "").properties["RuntimePlatform"]
    assert platform == {"CpuArchitecture": "ARM64", "OperatingSystemFamily": "LINUX"}


def test_spare_capacity_comes_first(on_aws: Deployment) -> None:
    (capacity,) = on_aws.resources("AWS::ECS::ClusterCapacityProviderAssociations")
    first, second = capacity.properties["DefaultCapacityProviderStrategy"]
    assert (first["CapacityProvider"], second["CapacityProvider"]) == ("FARGATE_SPOT", "FARGATE")
    assert first["Weight"] > second["Weight"]


def test_the_image_is_made_of_the_task_and_the_package(dev: Deployment) -> None:
    assets = json.loads((dev.folder / "footy-dev-downloads.assets.json").read_text(encoding="utf-8"))
    (image,) = assets["dockerImages"].values()
    context = dev.folder / image["source"]["directory"]
    assert (context / "layers/footy/python/footy/__init__.py").exists()
    assert {path.name for path in context.iterdir()} == {"containers", "layers"}
    assert (context / image["source"]["dockerFile"]).exists()
    assert image["source"]["platform"] == "linux/arm64"
