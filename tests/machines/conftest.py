"""A stage per test process; each test writes its own script."""

import pytest

from local.aws.choice import endpoint
from tests.machines.stage import Stage


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    folder = tmp_path_factory.mktemp("stage")
    if elsewhere := endpoint():
        return Stage(elsewhere, folder, express="STANDARD")
    return Stage(request.getfixturevalue("emulator"), folder)
