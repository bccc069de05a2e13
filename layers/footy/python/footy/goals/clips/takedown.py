"""Clips that must not be reachable: those that an operator hid, and those of removed goals (W5, G11)."""

import hashlib
from collections.abc import Iterator, Mapping

from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from footy.goals.model.keys import Place


def places_of(fixture: FixtureDocument) -> dict[str, Place]:
    """Return the place in the media bucket of each clip that the fixture names, by key."""
    tombstones = fixture.get("_removed_events", [])
    removed: dict[str, Place] = {key: "removed" for tombstone in tombstones for key in tombstone.get("objects", [])}
    hidden = {
        video["_s3_key"]: place_of(video, "removed")
        for tombstone in tombstones
        if "goal" in tombstone
        for video in _videos_of(tombstone["goal"])
    }
    named = {
        video["_s3_key"]: place_of(video, "published")
        for event in fixture.get("events", [])
        for video in _videos_of(event)
    }
    return {**removed, **hidden, **named}


def takedown_mark(fixture: FixtureDocument) -> str:
    """Return a digest of the keys that must not be reachable; empty without any."""
    keys = sorted(key for key, place in places_of(fixture).items() if place != "published")
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:16] if keys else ""


def takedown_due(fixture: FixtureDocument) -> bool:
    """Tell whether objects have to move since the last time they did."""
    return takedown_mark(fixture) != fixture.get("_taken_down", "")


def is_taken_down(event: EventDocument) -> bool:
    """Tell whether a goal had clips and all of them are hidden."""
    return bool(event["_s3_videos"]) and all("hidden" in video for video in event["_s3_videos"])


def place_of(video: Mapping[str, object], otherwise: Place = "published") -> Place:
    """Return the place of a clip's objects."""
    return "hidden" if "hidden" in video else otherwise


def _videos_of(event: EventDocument) -> Iterator[Video]:
    yield from event.get("_s3_videos", [])
    yield from event.get("_waiting_videos", [])
