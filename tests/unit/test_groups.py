import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="this run has one process")
@pytest.mark.xdist_group("together")
def test_a_group_stays_on_one_worker(request: pytest.FixtureRequest) -> None:
    """A mismatch of pytest and xdist would ignore groups silently."""
    assert not request.config.getoption("loadgroup") or request.node.nodeid.endswith("@together")
