"""S3 keys of clips and working files."""

import hmac
from typing import Literal

from footy.goals.model.ids import fixture_of

Place = Literal["published", "hidden", "removed"]
PLACES: tuple[Place, ...] = ("published", "hidden", "removed")
CLIP, POSTER = ".mp4", ".jpg"
DIGEST_DIGITS = 16
# CloudFront may not read these keys
PRIVATE = "private/"


def clip_key(event_id: str, md5: str, secret: bytes) -> str:
    """Return the key of a clip: fixture, goal, and a digest that only the deployment can compute (U7)."""
    digest = hmac.digest(secret, md5.encode(), "sha256").hex()
    return f"{event_prefix(event_id)}{digest[:DIGEST_DIGITS]}{CLIP}"


def key_in(place: Place, key: str) -> str:
    """Return where the object of a clip is: under its own key, or out of reach under a private prefix."""
    return key if place == "published" else f"{PRIVATE}{place}/{key}"


def clip_in(stored: str) -> str:
    """Return the key of the clip whose object is here: the inverse of `key_in`."""
    return stored.removeprefix(PRIVATE).partition("/")[2] if stored.startswith(PRIVATE) else stored


def poster_key_of(key: str) -> str:
    """Return the key of a clip's poster, next to the clip so that prefix scans find it."""
    return f"{key.removesuffix(CLIP)}{POSTER}"


def is_poster(key: str) -> bool:
    """Return True for the key of a poster."""
    return key.endswith(POSTER)


def event_prefix(event_id: str) -> str:
    """Return the key prefix of a goal's clips."""
    return f"{fixture_prefix(fixture_of(event_id))}{event_id}/"


def fixture_prefix(fixture_id: int) -> str:
    """Return the key prefix of a fixture's clips."""
    return f"{fixture_id}/"


def fixture_in(key: str) -> int | None:
    """Return the fixture of a published object; None for foreign keys."""
    first = key.partition("/")[0]
    return int(first) if first.isascii() and first.isdigit() else None


def work_key(download_id: str, name: str) -> str:
    """Return the key of a download's working file."""
    return f"{download_id}/{name}"


def download_in(key: str) -> str:
    """Return the download of a working file."""
    return key.partition("/")[0]
