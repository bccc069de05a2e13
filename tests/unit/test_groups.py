import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="this run has one process")
@pytest.mark.xdist_group("together")
def test_a_group_stays_on_one_worker(request: pytest.FixtureRequest) -> None:
    """Where runner and plugin do not fit, groups are ignored in silence, and each match is played by every worker."""
    assert not request.config.getoption("loadgroup") or request.node.nodeid.endswith("@together")
