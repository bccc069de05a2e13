"""A stage per test process; each test writes its own script."""

from collections.abc import Iterator

import pytest

from local.aws.choice import endpoint
from tests.machines.stage import Stage
from tests.support.waiting import QUICK


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder, elsewhere = tmp_path_factory.mktemp("stage"), endpoint()
    if elsewhere is None:
        yield Stage(request.getfixturevalue("emulator"), folder)
        return
    if elsewhere.scales:
        elsewhere.scale_waits(QUICK)
    yield Stage(elsewhere, folder, express="STANDARD")
    elsewhere.scale_waits(1.0)
