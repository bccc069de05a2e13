"""Figures of one goal for the dashboards, counted when its fixture is archived (W3)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from footy.goals.model.documents import EventDocument
from footy.goals.page.states import FAILURES, PUBLISHED

Group = Literal["published", "turned_away", "failed"]


@dataclass(frozen=True, slots=True)
class GoalReport:
    """Times since the first sight, numbers of clips and attempts, and outcomes."""

    clips: int
    verified: bool
    attempts: int
    dollars: float
    seconds: Mapping[str, float]
    outcomes: Mapping[Group, int]


def report_of(event: EventDocument) -> GoalReport:
    """Return the figures of a goal whose search is over."""
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
    counts = Counter[Group]()
    for download in event["_telemetry"].get("downloads", []):
        for outcome, clips in download["outcomes"].items():
            counts[_group(outcome)] += clips
    return counts


def _group(outcome: str) -> Group:
    """Return the group of an outcome: published, rejected, or failed on our side."""
    if outcome in PUBLISHED:
        return "published"
    return "failed" if outcome in FAILURES else "turned_away"
