"""A stage per test process; each test writes its own script."""

import pytest

from tests.machines.engine import ENDPOINT, Elsewhere
from tests.machines.stage import Stage

ITS_CLOCK = "timeouts and a match's pace are those of the embedded emulator, which alone can be made faster"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ENDPOINT:
        for item in items:
            if item.get_closest_marker("its_clock"):
                item.add_marker(pytest.mark.skip(reason=ITS_CLOCK))


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    folder = tmp_path_factory.mktemp("stage")
    if ENDPOINT:
        return Stage(Elsewhere(ENDPOINT), folder, express="STANDARD")
    return Stage(request.getfixturevalue("emulator"), folder)
