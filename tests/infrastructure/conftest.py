"""Each target is synthesised once; xdist runs all these tests in one process for that."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.templates import Deployment, context, synthesise, synthesise_with

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
# the options of which a test needs a deployment, by the name of its fixture
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "eyes": ("dev", {"vision": "cpu", "database_reader": True, "alarm_email": "me@example.org"}),
    "gpus": ("prod", {"gpu_sessions": True, "database_snapshot": "footy-prod-2022-12-18"}),
    "sagemaker": ("dev", {"vision": "sagemaker", "validations_at_once": 0}),
    "searching": ("prod", {"vision": "", "x_accounts": ["first", "second", "third"], "webhooks": True}),
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("infrastructure"))


@pytest.fixture(scope="session")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target with an external database, without a vision backend."""
    return synthesise("dev", tmp_path_factory.mktemp("dev"), dev={**context("dev")["dev"], "vision": ""})


@pytest.fixture(scope="session")
def prod(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target with DocumentDB, without a vision backend."""
    return synthesise("prod", tmp_path_factory.mktemp("prod"), prod={**context("prod")["prod"], "vision": ""})


@pytest.fixture(scope="session")
def local(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target for the emulator, with addresses of simulated upstreams."""
    folder = tmp_path_factory.mktemp("local")
    settings = folder / "settings.json"
    settings.write_text(json.dumps(LOCAL), encoding="utf-8")
    return synthesise("local", folder / "cdk.out", settings=str(settings))


def _variant(name: str, factory: pytest.TempPathFactory) -> Deployment:
    target, block = VARIANTS[name]
    return synthesise_with(target, block, factory.mktemp(name))


@pytest.fixture(scope="session")
def eyes(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target with the vision backend `cpu`, a database reader and an alarm address."""
    return _variant("eyes", tmp_path_factory)


@pytest.fixture(scope="session")
def gpus(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target `prod` as it is, with the vision backend `ec2`, and a restored database."""
    return _variant("gpus", tmp_path_factory)


@pytest.fixture(scope="session")
def sagemaker(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target with the vision backend `sagemaker` and no limit of validations."""
    return _variant("sagemaker", tmp_path_factory)


@pytest.fixture(scope="session")
def searching(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Target with three accounts at X and webhooks."""
    return _variant("searching", tmp_path_factory)


@pytest.fixture(scope="session", params=["dev", "prod"])
def on_aws(request: pytest.FixtureRequest) -> Deployment:
    """Each target of a real account."""
    deployment: Deployment = request.getfixturevalue(request.param)
    return deployment


@pytest.fixture(scope="session", params=["local", "dev", "prod"])
def anywhere(request: pytest.FixtureRequest) -> Deployment:
    """Each target."""
    deployment: Deployment = request.getfixturevalue(request.param)
    return deployment


@pytest.fixture(params=list(VARIANTS))
def variant(request: pytest.FixtureRequest) -> Deployment:
    """Each target with further options."""
    deployment: Deployment = request.getfixturevalue(request.param)
    return deployment
