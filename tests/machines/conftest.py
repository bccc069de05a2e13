"""One stage per test process; each test writes its own script."""

import pytest

from local.aws.server import Ministack
from tests.machines.stage import Stage


@pytest.fixture(scope="session")
def stage(emulator: Ministack, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Return the stage of this process on the embedded emulator."""
    return Stage(emulator, tmp_path_factory.mktemp("stage"))
