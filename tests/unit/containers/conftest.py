"""Fixtures for fetching: a site, a client, and pauses without waiting."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fetcher.connections import clip_client
from tests.support.clip_files import Site, serving
from tests.support.clip_worker import place
from tests.support.hostile_files import streamed

__all__ = ["place"]


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with clip_client(30) as line:
        yield line


@pytest.fixture
def pauses() -> list[float]:
    """Record the pauses without waiting."""
    return []


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A clip that anybody can play."""
    return streamed(tmp_path / "good.mp4")
