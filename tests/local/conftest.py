from collections.abc import Iterator

import pytest

from local.aws.server import Ministack
from tests.local.cloud import Cloud


@pytest.fixture(scope="session")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cloud]:
    """One emulator for all tests that need nothing of its files."""
    with Ministack(tmp_path_factory.mktemp("aws"), workers=6, container={"SHARED": "by all tasks"}) as emulator:
        yield Cloud(emulator)
