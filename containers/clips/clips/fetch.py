"""One wanted clip as a file, with patience for what may pass."""

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

from clips.direct import download
from clips.tweets import video_address
from footy.clips.manifest import WantedClip
from footy.errors import ClipError
from footy.settings import Settings

MAY_PASS = frozenset({"rate_limited", "timed_out", "fetch_failed"})
FIRST_PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class Fetched:
    """A clip on disk."""

    wanted: WantedClip
    file: Path
    md5: str
    size: int


def fetch(wanted: WantedClip, file: Path, *, client: httpx.Client, settings: Settings) -> Fetched:
    """Tries a few times; what cannot pass by itself is given up at once."""
    if (wanted["duration"] or 0.0) > settings.rules.clip_max_seconds:
        raise ClipError("too_long", "by the search's own word")
    for pause in (FIRST_PAUSE * 2**n for n in range(settings.rules.fetch_tries - 1)):
        try:
            return _once(wanted, file, client, settings)
        except ClipError as failure:
            if failure.reason not in MAY_PASS:
                raise
            time.sleep(pause)
    return _once(wanted, file, client, settings)


def _once(wanted: WantedClip, file: Path, client: httpx.Client, settings: Settings) -> Fetched:
    address = wanted["video_url"] or video_address(wanted["tweet_id"], settings)
    download(client, address, file, settings)
    with file.open("rb") as content:
        md5 = hashlib.file_digest(content, "md5").hexdigest()
    return Fetched(wanted, file, md5, file.stat().st_size)
