"""Fetching of one clip, with retries of transient failures (D3)."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from fetcher.connections import clip_client
from fetcher.download import download
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.http_status import TransientFailure
from fetcher.tweets import video_address
from footy.core.errors import ClipError
from footy.goals.clips.filters import wrong_length
from footy.goals.model.clips import ChosenPost
from footy.goals.settings import Rules, Settings

FIRST_PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class ClipFile:
    """A clip on disk."""

    post: ChosenPost
    file: Path
    md5: str
    size: int


def fetch(
    post: ChosenPost,
    file: Path,
    settings: Settings,
    sleep: Callable[[float], None] = time.sleep,
    *,
    heartbeat: Heartbeat = no_heartbeat,
) -> ClipFile:
    """Download a clip; retry transient failures within one time limit."""

    def pause(seconds: float) -> None:
        heartbeat(seconds)
        sleep(seconds)

    if reason := wrong_length(post["duration"], settings.rules):
        raise ClipError(reason, "by the duration that the search returned")
    with clip_client(settings.rules.clip_fetch_seconds, heartbeat) as client:
        _with_retries(lambda: _once(post, file, client, settings), settings.rules, pause)
    with file.open("rb") as content:
        md5 = hashlib.file_digest(content, "md5").hexdigest()
    return ClipFile(post, file, md5, file.stat().st_size)


def _once(post: ChosenPost, file: Path, client: httpx.Client, settings: Settings) -> None:
    address = post["video_url"] or video_address(post["tweet_id"], client, settings)
    download(client, address, file, settings)


def _with_retries(attempt: Callable[[], None], rules: Rules, sleep: Callable[[float], None]) -> None:
    """Retry with back-off, honouring Retry-After while it fits into the time limit."""
    ends = time.monotonic() + rules.clip_fetch_seconds
    for pause in (FIRST_PAUSE * 2**n for n in range(rules.fetch_tries - 1)):
        try:
            attempt()
        except TransientFailure as failure:
            wait = max(pause, failure.after)
            if time.monotonic() + wait >= ends:
                raise
            sleep(wait)
        else:
            return
    attempt()
