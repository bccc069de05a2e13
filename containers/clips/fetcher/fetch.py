"""One wanted clip as a file, with patience for what may pass."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from fetcher.connections import open_line
from fetcher.download import download
from fetcher.heartbeat import Sign, unwatched
from fetcher.http_status import Passing
from fetcher.tweets import video_address
from footy.core.errors import ClipError
from footy.goals.clips.filters import wrong_length
from footy.goals.model.clips import ChosenPost
from footy.goals.settings import Rules, Settings

FIRST_PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class ClipFile:
    """A clip on disk, and the posts that equal files of it came with."""

    wanted: ChosenPost
    file: Path
    md5: str
    size: int
    posts: tuple[str, ...] = ()


def fetch(
    wanted: ChosenPost,
    file: Path,
    settings: Settings,
    sleep: Callable[[float], None] = time.sleep,
    *,
    sign: Sign = unwatched,
) -> ClipFile:
    """Tries a few times within one span of time; what cannot pass by itself is given up at once."""

    def pause(seconds: float) -> None:
        sign(seconds)
        sleep(seconds)

    if reason := wrong_length(wanted["duration"], settings.rules):
        raise ClipError(reason, "by the search's own word")
    with open_line(settings.rules.clip_fetch_seconds, sign) as line:
        _patiently(lambda: _once(wanted, file, line, settings), settings.rules, pause)
    with file.open("rb") as content:
        md5 = hashlib.file_digest(content, "md5").hexdigest()
    return ClipFile(wanted, file, md5, file.stat().st_size)


def _once(wanted: ChosenPost, file: Path, line: httpx.Client, settings: Settings) -> None:
    address = wanted["video_url"] or video_address(wanted["tweet_id"], line, settings)
    download(line, address, file, settings)


def _patiently(attempt: Callable[[], None], rules: Rules, sleep: Callable[[float], None]) -> None:
    """A server that asks for more patience than there is time is not waited for."""
    ends = time.monotonic() + rules.clip_fetch_seconds
    for pause in (FIRST_PAUSE * 2**n for n in range(rules.fetch_tries - 1)):
        try:
            attempt()
        except Passing as failure:
            wait = max(pause, failure.after)
            if time.monotonic() + wait >= ends:
                raise
            sleep(wait)
        else:
            return
    attempt()
