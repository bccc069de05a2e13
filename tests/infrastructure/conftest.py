"""Each target is synthesised once; all these tests stay in one process of a parallel run for that."""

import json
from pathlib import Path

import pytest

from tests.infrastructure.doors import chosen
from tests.infrastructure.templates import Deployment, context, synthesise

HERE = Path(__file__).parent
LOCAL = {
    "settings": {
        "api_football_url": "http://127.0.0.1:9001",
        "x_api_url": "http://127.0.0.1:9002",
        "vision_url": "http://127.0.0.1:9003/v1",
        "media_origins": ["http://127.0.0.1:9004"],
        "clock_file": "/tmp/clock.json",  # noqa: S108 - only a text here
    },
    "rules": {"tracked_leagues": [1, 2], "deadline_minutes": 20},
    "secrets": {"mongodb": {"uri": "mongodb://local"}},
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("infrastructure"))


@pytest.fixture(scope="session")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With an external database; who looks at clips is chosen by the tests of vision."""
    return synthesise("dev", tmp_path_factory.mktemp("dev"), dev={**context("dev")["dev"], "vision": ""})


@pytest.fixture(scope="session")
def prod(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With a database of its own."""
    return synthesise("prod", tmp_path_factory.mktemp("prod"))


@pytest.fixture(scope="session")
def local(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """For the emulator, with the addresses of simulated upstreams."""
    folder = tmp_path_factory.mktemp("local")
    settings = folder / "settings.json"
    settings.write_text(json.dumps(LOCAL), encoding="utf-8")
    return synthesise("local", folder / "cdk.out", settings=str(settings))


@pytest.fixture(scope="session")
def eyes(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With eyes on Fargate."""
    return chosen("dev", {"vision": "cpu"}, tmp_path_factory.mktemp("eyes"))


@pytest.fixture(scope="session")
def gpus(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With GPUs of its own."""
    return chosen("prod", {"vision": "ec2"}, tmp_path_factory.mktemp("gpus"))


@pytest.fixture(scope="session")
def sagemaker(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With an endpoint of SageMaker."""
    return chosen("dev", {"vision": "sagemaker"}, tmp_path_factory.mktemp("sagemaker"))


@pytest.fixture(scope="session")
def searching(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With three accounts at X."""
    return chosen("prod", {"x_accounts": ["first", "second", "third"]}, tmp_path_factory.mktemp("sessions"))


@pytest.fixture(scope="session", params=["dev", "prod"])
def on_aws(request: pytest.FixtureRequest) -> Deployment:
    """Every target that is a real account."""
    deployment: Deployment = request.getfixturevalue(request.param)
    return deployment


@pytest.fixture(scope="session", params=["eyes", "gpus"])
def deployable(request: pytest.FixtureRequest) -> Deployment:
    """Targets as somebody deploys them: with a choice of who looks at clips."""
    deployment: Deployment = request.getfixturevalue(request.param)
    return deployment


@pytest.fixture(scope="session", params=["local", "dev", "prod"])
def anywhere(request: pytest.FixtureRequest) -> Deployment:
    """Every target."""
    deployment: Deployment = request.getfixturevalue(request.param)
    return deployment
