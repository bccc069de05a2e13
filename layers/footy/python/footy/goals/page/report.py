"""What one goal's search came to, in figures: for dashboards, when its fixture is archived."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from footy.goals.model.documents import EventDocument
from footy.goals.page.states import OURS, PUBLISHED

Group = Literal["published", "turned_away", "failed"]


@dataclass(frozen=True, slots=True)
class GoalReport:
    """How long it took from its first sight, what was found, and what became of that."""

    clips: int
    verified: bool
    attempts: int
    dollars: float
    seconds: Mapping[str, float]
    outcomes: Mapping[Group, int]


def report_of(event: EventDocument) -> GoalReport:
    """The report of a goal whose search is over."""
    telemetry, since = event["_telemetry"], event["_first_seen"]
    moments: dict[str, datetime | None] = {
        "stable": telemetry.get("opened_at"),
        "first_clip": telemetry.get("first_clip_at"),
        "complete": telemetry.get("completed_at"),
    }
    return GoalReport(
        clips=len(event["_s3_videos"]),
        verified=any(video["timestamp_verified"] for video in event["_s3_videos"]),
        attempts=len(telemetry.get("attempts", [])),
        dollars=telemetry.get("posts_usd", 0.0),
        seconds={name: (at - since).total_seconds() for name, at in moments.items() if at},
        outcomes=_grouped(event),
    )


def _grouped(event: EventDocument) -> Mapping[Group, int]:
    counted = Counter[Group]()
    for download in event["_telemetry"].get("downloads", []):
        for outcome, clips in download["outcomes"].items():
            counted[_group(outcome)] += clips
    return counted


def _group(outcome: str) -> Group:
    """Whether people see the clip, were spared it, or we failed them."""
    if outcome in PUBLISHED:
        return "published"
    return "failed" if outcome in OURS else "turned_away"
