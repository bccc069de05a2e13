"""Where objects lie in their buckets."""

from footy.goals.model.ids import fixture_of

CLIP, POSTER = ".mp4", ".jpg"


def clip_key(event_id: str, md5: str) -> str:
    """Where a clip is published: named by its content, under its goal, under its fixture."""
    return f"{event_prefix(event_id)}{md5[:16]}{CLIP}"


def poster_key_of(key: str) -> str:
    """Where the picture of a clip lies: beside it, so that whatever goes through clips finds it."""
    return f"{key.removesuffix(CLIP)}{POSTER}"


def is_poster(key: str) -> bool:
    """Whether a published object is such a picture: it comes and goes with its clip."""
    return key.endswith(POSTER)


def event_prefix(event_id: str) -> str:
    """What the keys of all clips of a goal start with."""
    return f"{fixture_prefix(fixture_of(event_id))}{event_id}/"


def fixture_prefix(fixture_id: int) -> str:
    """What the keys of all clips of a fixture start with."""
    return f"{fixture_id}/"


def fixture_in(key: str) -> int | None:
    """The fixture a published object belongs to; None when nothing of ours is called so."""
    first = key.partition("/")[0]
    return int(first) if first.isascii() and first.isdigit() else None


def work_key(download_id: str, name: str) -> str:
    """Where a working file of a download lies."""
    return f"{download_id}/{name}"


def download_in(key: str) -> str:
    """The download a working file belongs to."""
    return key.partition("/")[0]
