"""Links that people share: what they look like, and where one leads by now.

A link carries its fixture's number, so that it is found by `_id` and never needs an index or a list of its own.
"""

import re
from dataclasses import dataclass
from typing import Literal
from uuid import uuid4

from footy.goals.model.documents import FixtureDocument, Video

RANDOM_DIGITS = 12
_FORM = re.compile(rf"([0-9a-f]{{1,10}})-[0-9a-f]{{{RANDOM_DIGITS}}}")


@dataclass(frozen=True, slots=True)
class SharedClip:
    """The clip itself."""

    event_id: str
    video: Video


@dataclass(frozen=True, slots=True)
class SupersededClip:
    """A better clip of the same scene took its place."""

    share_id: str


@dataclass(frozen=True, slots=True)
class RemovedClip:
    """There is no clip any more: its goal was removed, it fits none, or its fixture is no longer kept."""

    why: str


Destination = SharedClip | SupersededClip | RemovedClip
NO_LONGER_KEPT: Literal["no_longer_kept"] = "no_longer_kept"
FITS_NO_GOAL: Literal["fits_no_goal"] = "fits_no_goal"
HIDDEN: Literal["hidden"] = "hidden"


def new_share_id(fixture_id: int) -> str:
    """A link nobody can guess, to a clip of that fixture."""
    return f"{fixture_id:x}-{uuid4().hex[:RANDOM_DIGITS]}"


def fixture_shared(share_id: str) -> int | None:
    """The fixture a link belongs to; None when it is not one of ours."""
    found = _FORM.fullmatch(share_id)
    return int(found[1], 16) if found else None


def destination(fixture: FixtureDocument, share_id: str) -> Destination | None:
    """Where the link leads within its fixture; None when the fixture never gave it out."""
    for event in fixture.get("events", []):
        for video in event["_s3_videos"]:
            if "hidden" in video and share_id in (video["share_id"], *video["previous_share_ids"]):
                return RemovedClip(HIDDEN)
            if video["share_id"] == share_id:
                return SharedClip(event["_event_id"], video)
            if share_id in video["previous_share_ids"]:
                return SupersededClip(video["share_id"])
    waiting = (video for event in fixture.get("events", []) for video in event.get("_waiting_videos", []))
    if any(share_id in (video["share_id"], *video["previous_share_ids"]) for video in waiting):
        return RemovedClip(FITS_NO_GOAL)
    removed = (stone for stone in fixture.get("_removed_events", []) if share_id in stone.get("share_ids", []))
    return next((RemovedClip(stone["why"]) for stone in removed), None)
