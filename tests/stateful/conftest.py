"""How many random matches are played, and in silence."""

import logging
import secrets
from collections.abc import Iterator

import pytest

from footy.core.telemetry import logger, metrics


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    """As many as were asked for."""
    return int(request.config.getoption("--matches"))


@pytest.fixture
def kick_off(request: pytest.FixtureRequest) -> int:
    """Where chance begins: always the same, so that a failure comes again, unless others were asked for."""
    return secrets.randbits(32) if request.config.getoption("--anew") else 0


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    """Thousands of matches have much to say."""
    before = logger.log_level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)
    metrics.clear_metrics()
