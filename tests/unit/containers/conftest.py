"""What tests of fetching start from: a site, a line to it, and pauses that nobody waits for."""

from collections.abc import Iterator

import httpx
import pytest

from fetcher.wire import open_line
from tests.unit.containers.making import Site, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with open_line(30) as line:
        yield line


@pytest.fixture
def pauses() -> list[float]:
    """How long was waited, without waiting."""
    return []
