"""Clips of a fixture by goal, for batches and for reviews after the goals have changed (D20, D23)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from footy.goals.clips.assignment.assign import Assigned, Assignment, GoalClips
from footy.goals.clips.assignment.match_facts import facts_of_match
from footy.goals.clips.copies.dedup import Matcher
from footy.goals.clips.sharing import new_share_id
from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from footy.goals.settings import Rules

if TYPE_CHECKING:
    from footy.goals.clips.copies.comparison import ClipComparer


@dataclass(frozen=True, slots=True)
class Review:
    """Request to judge the clips of a fixture again, with a goal of it, and the old and new marks of its facts."""

    event_id: str
    former: str
    mark: str


def assign_clips(
    fixture: FixtureDocument,
    rules: Rules,
    *,
    found_at: str,
    closed: Collection[str] = (),
    arrivals: Sequence[Video] = (),
) -> Assigned:
    """Assign the arrivals, and the other clips again when the facts of the goals have changed since."""
    match = facts_of_match(fixture)
    again = match.mark != fixture.get("_clips_judged")
    assignment = Assignment(
        match,
        clip_matcher(rules),
        partial(new_share_id, fixture["_id"]),
        rules,
        {event["_event_id"]: _clips_of(event, closed) for event in fixture["events"]},
    )
    recalled = _recall(fixture, assignment) if again else []
    return replace(assignment.assign(arrivals, found_at, again=again), recalled=recalled)


def review_due(fixture: FixtureDocument) -> Review | None:
    """Return the review that is due when the facts have changed and there are clips to judge."""
    goals = fixture.get("events", [])
    has_removed = bool(removed_keys(fixture))
    first = next((goal for goal in goals if has_removed or goal.get("_s3_videos") or goal.get("_waiting_videos")), None)
    if first is None:
        return None
    mark, former = facts_of_match(fixture).mark, fixture.get("_clips_judged", "")
    return Review(first["_event_id"], former, mark) if mark != former else None


def first_id(event: EventDocument) -> str:
    """Return the first id of a goal; corrections of its scorer do not change it."""
    return next(iter(event.get("_previous_ids", [])), event["_event_id"])


def keys_of(fixture: FixtureDocument) -> set[str]:
    """Return the S3 keys of all published and waiting clips."""
    return {
        video["_s3_key"]
        for event in fixture["events"]
        for video in (*event["_s3_videos"], *event.get("_waiting_videos", []))
    }


def labels_of(fixture: FixtureDocument, event: EventDocument) -> dict[str, str]:
    """Return the metadata of an S3 object (U7)."""
    return {
        "player": event["player"].get("name") or "",
        "team": event["team"].get("name") or "",
        "event-id": event["_event_id"],
        "fixture-id": str(fixture["_id"]),
    }


def removed_keys(fixture: FixtureDocument) -> set[str]:
    """Return the S3 keys that tombstones keep for a day (G11)."""
    return {key for tombstone in fixture.get("_removed_events", []) for key in tombstone.get("objects", [])}


def clip_matcher(rules: Rules) -> Matcher:
    """Return the matcher of copies; it loads numpy on its first use, because most batches have nothing to compare."""

    @cache
    def comparer() -> "ClipComparer":
        from footy.goals.clips.copies.comparison import ClipComparer  # noqa: PLC0415

        return ClipComparer(rules)

    return lambda candidate, pool: comparer().similar_clips(candidate, pool)


def _clips_of(event: EventDocument, closed: Collection[str]) -> GoalClips:
    event_id, waiting_clips = event["_event_id"], event.get("_waiting_videos", [])
    returned = "returned_at" in event["_telemetry"]
    return GoalClips(event_id, event["_s3_videos"], waiting_clips, closed=event_id in closed, returned=returned)


def _recall(fixture: FixtureDocument, assignment: Assignment) -> list[str]:
    """Recall clips of removed goals that were found at a present goal and fit one; return their keys."""
    present = {
        name: event["_event_id"]
        for event in fixture["events"]
        for name in (event["_event_id"], *event.get("_previous_ids", []))
    }
    keys: list[str] = []
    for tombstone in fixture.get("_removed_events", []):
        goal = tombstone.get("goal")
        for video in (*goal["_s3_videos"], *goal.get("_waiting_videos", [])) if goal else ():
            names = video["goal_decision"]["found_at"] if "goal_decision" in video else []
            found_at = next((present[name] for name in names if name in present), None)
            if found_at and assignment.recall(video, found_at):
                keys.append(video["_s3_key"])
    return keys
