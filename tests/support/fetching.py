"""Fetch of one clip from a site of the test."""

from pathlib import Path

import httpx
import pytest

from fetcher.download import download
from footy.core.errors import ClipError
from footy.goals.settings import Rules, Settings
from tests.support.clip_files import Site

FILM = b"film" * 1000


def settings(site: Site, **rules: float) -> Settings:
    return Settings(media_origins=(site.origin,), rules=Rules(**rules))  # type: ignore[arg-type]


def refused(client: httpx.Client, url: str, file: Path, how: Settings) -> str:
    with pytest.raises(ClipError) as failure:
        download(client, url, file, how)
    return failure.value.reason
