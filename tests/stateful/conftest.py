"""Number and seed of the random matches, and no logs."""

import logging
import secrets
from collections.abc import Iterator

import pytest

from footy.core.telemetry import logger, metrics


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    """Return the number of random matches."""
    return int(request.config.getoption("--matches"))


@pytest.fixture
def first_seed(request: pytest.FixtureRequest) -> int:
    """Return the seed: fixed, so that a failure can be repeated, unless `--new-seed` is given."""
    return secrets.randbits(32) if request.config.getoption("--new-seed") else 0


@pytest.fixture(autouse=True)
def no_logs() -> Iterator[None]:
    """Disable the logs of thousands of matches."""
    before = logger.log_level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)
    metrics.clear_metrics()
