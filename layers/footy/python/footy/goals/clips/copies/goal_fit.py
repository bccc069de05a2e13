"""Fit of a clip to its goal, from the readings that decided it (D20, D24)."""

from collections.abc import Sequence
from typing import TypedDict

from footy.goals.model.clips import FrameTexts
from footy.goals.model.documents import GoalDecision, Video

_CERTAINTIES = {"score_change": 3, "score": 2, "minute": 1}
BY_SCORE_CHANGE, BY_SCORE = _CERTAINTIES["score_change"], _CERTAINTIES["score"]


class BestReading(TypedDict, total=False):
    """Readings and decision of the copy with the highest certainty."""

    frames_read: list[FrameTexts]
    goal_decision: GoalDecision


def certainty(video: Video) -> int:
    """Return how certain the decision is: by score change, score, minute, or nothing."""
    decision = video.get("goal_decision")
    return _CERTAINTIES.get(decision["why"], 0) if decision else 0


def goal_fit(video: Video) -> tuple[int, bool, float]:
    """Return a sort key; higher is the better fit."""
    decision = video.get("goal_decision")
    return certainty(video), video["timestamp_verified"], -(decision["distance"] if decision else 0.0)


def best_reading(group: Sequence[Video]) -> BestReading:
    """Return the reading of the copy with the highest certainty; copies are judged together."""
    best = max(group, key=lambda video: (certainty(video), bool(video.get("frames_read"))))
    reading: BestReading = {}
    if "frames_read" in best:
        reading["frames_read"] = best["frames_read"]
    if "goal_decision" in best:
        goals = [goal for video in group if "goal_decision" in video for goal in video["goal_decision"]["found_at"]]
        reading["goal_decision"] = {**best["goal_decision"], "found_at": list(dict.fromkeys(goals))}
    return reading
