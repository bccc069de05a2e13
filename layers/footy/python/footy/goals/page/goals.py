"""View of one goal, from its document or its tombstone."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from footy.goals.fixtures.goal.debounce import scorer_known
from footy.goals.model.documents import EventDocument, FixtureDocument, Tombstone, Video
from footy.goals.page.schemas import ClipView, GoalKind, GoalView, MinuteView, Score, Side
from footy.goals.page.states import state_of, state_of_removed
from footy.goals.settings import Rules

API = "/api/v1"
KINDS: dict[str, GoalKind] = {"Penalty": "penalty", "Own Goal": "own_goal"}


def goals_of(fixture: FixtureDocument, now: datetime, rules: Rules) -> list[GoalView]:
    """Return the goals of a match in match order, with those that were removed recently."""
    goals = [goal_of(fixture, event, rules) for event in fixture.get("events", [])]
    return sorted([*goals, *_removed_recently(fixture, now, rules)], key=_match_order)


def goal_of(fixture: FixtureDocument, event: EventDocument, rules: Rules) -> GoalView:
    """Return the view of a goal that counts."""
    clips = clips_of(event)
    after, time = event["_score_after"], event["time"]
    return GoalView(
        id=event["_event_id"],
        fixture_id=fixture["_id"],
        first_seen=event["_first_seen"],
        minute=MinuteView(time["elapsed"], time["extra"], minute_text(time["elapsed"], time["extra"])),
        side=_side(fixture, event),
        team=event["team"].get("name") or "",
        scorer=event["player"].get("name") if scorer_known(event) else None,
        assist=(event.get("assist") or {}).get("name"),
        kind=KINDS.get(event["detail"], "goal"),
        score_after=Score(after["home"], after["away"]),
        state=state_of(event, len(clips), rules),
        clips=clips,
        earlier_scorers=earlier_scorers(event),
        first_clip_at=event["_telemetry"].get("first_clip_at"),
        removed_at=None,
    )


def removed_goal(fixture: FixtureDocument, tombstone: Tombstone, rules: Rules) -> GoalView | None:
    """Return the view of a removed goal, or None if the tombstone has no copy of it."""
    if "goal" not in tombstone:
        return None
    goal = goal_of(fixture, tombstone["goal"], rules)
    return GoalView(
        **{name: getattr(goal, name) for name in GoalView.__slots__ if name not in {"state", "clips", "removed_at"}},
        state=state_of_removed(tombstone["why"]),
        clips=[],
        removed_at=tombstone["at"],
    )


def clips_of(event: EventDocument) -> list[ClipView]:
    """Return the clips of a goal, the best first, without those that an operator hid (U11)."""
    visible = [video for video in event["_s3_videos"] if "hidden" not in video]
    return [_clip(video, rank) for rank, video in enumerate(sorted(visible, key=_rank), start=1)]


def earlier_scorers(event: EventDocument) -> list[str]:
    """Return the former scorers, in that order."""
    current = event["player"].get("name")
    names = (snapshot.get("scorer") for snapshot in event.get("_snapshots", []))
    return list(dict.fromkeys(name for name in names if name and name != current))


def minute_text(elapsed: int | None, extra: int | None) -> str:
    """Return the minute in the usual notation."""
    if elapsed is None:
        return ""
    return f"{elapsed}+{extra}'" if extra else f"{elapsed}'"


def _removed_recently(fixture: FixtureDocument, now: datetime, rules: Rules) -> Iterator[GoalView]:
    """Yield goals that were removed a moment ago, so that viewers see them struck through."""
    since = now - timedelta(minutes=rules.struck_minutes)
    for tombstone in fixture.get("_removed_events", []):
        if (
            "redirect_to" not in tombstone
            and tombstone["at"] >= since
            and (goal := removed_goal(fixture, tombstone, rules))
        ):
            yield goal


def _clip(video: Video, rank: int) -> ClipView:
    share_id = video["share_id"]
    decision = video.get("goal_decision")
    return ClipView(
        share_id=share_id,
        rank=rank,
        verified=video["timestamp_verified"],
        minute=video["extracted_minute"],
        width=video["width"],
        height=video["height"],
        duration=video["duration"],
        bytes=video["file_size"],
        popularity=video["popularity"],
        compilation=bool(decision and decision["compilation"]),
        source_url=video["source_url"],
        video=f"{API}/clips/{share_id}",
        poster=f"{API}/clips/{share_id}/poster",
        share=f"/v/{share_id}",
    )


def _rank(video: Video) -> int:
    return video["rank"]


def _side(fixture: FixtureDocument, event: EventDocument) -> Side:
    return "home" if event["team"].get("id") == fixture["teams"]["home"].get("id") else "away"


def _match_order(goal: GoalView) -> tuple[int, int, datetime]:
    return goal.minute.elapsed or 0, goal.minute.extra or 0, goal.first_seen
