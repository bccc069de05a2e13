"""Share links of clips and where they lead (U8).

A link contains its fixture's number, so that the document is found by `_id` without an index.
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
    """The clip of the link."""

    event_id: str
    video: Video


@dataclass(frozen=True, slots=True)
class SupersededClip:
    """Link of the better clip that replaced this one."""

    share_id: str


@dataclass(frozen=True, slots=True)
class RemovedClip:
    """Reason why the clip is gone."""

    why: str


Destination = SharedClip | SupersededClip | RemovedClip
NO_LONGER_KEPT: Literal["no_longer_kept"] = "no_longer_kept"
FITS_NO_GOAL: Literal["fits_no_goal"] = "fits_no_goal"
HIDDEN: Literal["hidden"] = "hidden"


def new_share_id(fixture_id: int) -> str:
    """Return a new link to a clip of the fixture that cannot be guessed."""
    return f"{fixture_id:x}-{uuid4().hex[:RANDOM_DIGITS]}"


def fixture_shared(share_id: str) -> int | None:
    """Return the fixture of a link, or None when it is malformed."""
    match = _FORM.fullmatch(share_id)
    return int(match[1], 16) if match else None


def destination(fixture: FixtureDocument, share_id: str) -> Destination | None:
    """Return where the link leads, or None when the fixture never issued it."""
    for event in fixture.get("events", []):
        for video in event["_s3_videos"]:
            if "hidden" in video and share_id in (video["share_id"], *video["previous_share_ids"]):
                return RemovedClip(HIDDEN)
            if video["share_id"] == share_id:
                return SharedClip(event["_event_id"], video)
            if share_id in video["previous_share_ids"]:
                return SupersededClip(video["share_id"])
    waiting_clips = (video for event in fixture.get("events", []) for video in event.get("_waiting_videos", []))
    if any(share_id in (video["share_id"], *video["previous_share_ids"]) for video in waiting_clips):
        return RemovedClip(FITS_NO_GOAL)
    tombstones = (entry for entry in fixture.get("_removed_events", []) if share_id in entry.get("share_ids", []))
    return next((RemovedClip(entry["why"]) for entry in tombstones), None)
