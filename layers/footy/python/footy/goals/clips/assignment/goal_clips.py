"""The clips of a fixture under their goals, as a batch or a change of its goals leaves them."""

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


def assign_clips(
    fixture: FixtureDocument,
    rules: Rules,
    *,
    found_at: str,
    closed: Collection[str] = (),
    arrivals: Sequence[Video] = (),
) -> Assigned:
    """Arrivals where they belong; the others too when what is known of the goals has changed since."""
    match = facts_of_match(fixture)
    anew = match.mark != fixture.get("_clips_judged")
    settling = Assignment(
        match,
        clip_matcher(rules),
        partial(new_share_id, fixture["_id"]),
        rules,
        {event["_event_id"]: _shelf(event, closed) for event in fixture["events"]},
    )
    recalled = _recall(fixture, settling) if anew else []
    return replace(settling.settle(arrivals, found_at, anew=anew), recalled=recalled)


@dataclass(frozen=True, slots=True)
class Review:
    """Clips are to be judged anew: a goal of their fixture, and the marks of what they were and now are judged by."""

    event_id: str
    former: str
    mark: str


def review_due(fixture: FixtureDocument) -> Review | None:
    """Whether something that clips are judged by has changed since; without clips there is nothing to judge."""
    goals = fixture.get("events", [])
    kept = any(stone.get("objects") for stone in fixture.get("_removed_events", []))
    first = next((goal for goal in goals if kept or goal.get("_s3_videos") or goal.get("_waiting_videos")), None)
    if first is None:
        return None
    mark, former = facts_of_match(fixture).mark, fixture.get("_clips_judged", "")
    return Review(first["_event_id"], former, mark) if mark != former else None


def first_id(event: EventDocument) -> str:
    """What a goal was called at first, however often its scorer was corrected."""
    return next(iter(event.get("_previous_ids", [])), event["_event_id"])


def keys_of(fixture: FixtureDocument) -> set[str]:
    """The objects that a fixture's goals name, published or waiting."""
    return {
        video["_s3_key"]
        for event in fixture["events"]
        for video in (*event["_s3_videos"], *event.get("_waiting_videos", []))
    }


def labels_of(fixture: FixtureDocument, event: EventDocument) -> dict[str, str]:
    """What an object says of itself: whose goal it shows."""
    return {
        "player": event["player"].get("name") or "",
        "team": event["team"].get("name") or "",
        "event-id": event["_event_id"],
        "fixture-id": str(fixture["_id"]),
    }


def retained_keys(fixture: FixtureDocument) -> set[str]:
    """The objects that removed goals keep for a day; some were found at goals that are still there."""
    return {key for stone in fixture.get("_removed_events", []) for key in stone.get("objects", [])}


def clip_matcher(rules: Rules) -> Matcher:
    """Which clips of a pool show what a candidate shows; most batches never ask, and never load numpy."""

    @cache
    def comparer() -> "ClipComparer":
        from footy.goals.clips.copies.comparison import ClipComparer  # noqa: PLC0415

        return ClipComparer(rules)

    return lambda candidate, pool: comparer().similar_clips(candidate, pool)


def _shelf(event: EventDocument, closed: Collection[str]) -> GoalClips:
    event_id, waiting = event["_event_id"], event.get("_waiting_videos", [])
    returned = "returned_at" in event["_telemetry"]
    return GoalClips(event_id, event["_s3_videos"], waiting, closed=event_id in closed, returned=returned)


def _recall(fixture: FixtureDocument, settling: Assignment) -> list[str]:
    """The keys of clips that went with a removed goal, but were found at one that stands, and fit one."""
    standing = {name: event["_event_id"] for event in fixture["events"] for name in _names(event)}
    keys: list[str] = []
    for stone in fixture.get("_removed_events", []):
        goal = stone.get("goal")
        for video in (*goal["_s3_videos"], *goal.get("_waiting_videos", [])) if goal else ():
            found = (standing[name] for name in _found_at(video) if name in standing)
            if (found_at := next(found, None)) and settling.recall(video, found_at):
                keys.append(video["_s3_key"])
    return keys


def _names(event: EventDocument) -> list[str]:
    """What a goal is and was called."""
    return [event["_event_id"], *event.get("_previous_ids", [])]


def _found_at(video: Video) -> list[str]:
    return video["goal_decision"]["found_at"] if "goal_decision" in video else []
