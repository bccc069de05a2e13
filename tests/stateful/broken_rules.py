"""Broken rules of fixtures, goals and searches (F3, F18 to F28, G5 to G15, S6): random matches have to notice each."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import Any, cast

import pytest

from footy.goals.adapters.mongo.fixtures import active
from footy.goals.adapters.mongo.fixtures.active import Active
from footy.goals.fixtures import decide
from footy.goals.fixtures.decide import FixtureDecision
from footy.goals.fixtures.goal import change, comparison, contradictory_answer, correction, starting, tombstone
from footy.goals.fixtures.goal.change import GoalChange
from footy.goals.fixtures.lifecycle import activation, completion, moving
from footy.goals.fixtures.lifecycle.status import collection_for
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import FixtureDocument, Tombstone
from footy.goals.services import fixture_moves, goal_completion
from footy.goals.settings import Rules
from footy.goals.steps import finish_tick, poll_batch
from tests.stateful import ground

Break = Callable[[pytest.MonkeyPatch], None]


def two_misses_are_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), drop_ticks=2))


def two_ticks_are_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), stable_ticks=2))


def doubts_are_never_over(patch: pytest.MonkeyPatch) -> None:
    goal_seen = change.goal_seen

    def still_in_doubt(*arguments: Any, **named: Any) -> GoalChange:
        change = goal_seen(*arguments, **named)
        return replace(change, sets={name: value for name, value in change.sets.items() if name != "_drop_workflows"})

    patch.setattr(comparison, "goal_seen", still_in_doubt)


def a_retried_tick_has_an_id_of_its_own(patch: pytest.MonkeyPatch) -> None:
    tries, right = count(), decide.decide

    def with_new_id(*arguments: Any, tick: str, **named: Any) -> FixtureDecision:
        return right(*arguments, tick=tick.replace("Z", f".{next(tries) % 10**6:06d}Z"), **named)

    patch.setattr(poll_batch, "decide", with_new_id)


def nobody_looks_who_wrote_meanwhile(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(active, "at_revision", lambda fixture_id, _: {"_id": fixture_id})


def tombstones_are_not_read(patch: pytest.MonkeyPatch) -> None:
    def of_the_living(fixture: FixtureDocument) -> set[str]:
        living = fixture.copy()
        living["_removed_events"] = []
        return tombstone.used_ids(living)

    patch.setattr(comparison, "used_ids", of_the_living)


def a_correction_may_change_sides(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(correction, "_same_goal", lambda event, other: event["type"] == other.row.type)


def a_corrected_goal_begins_anew(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(comparison, "reconcile", lambda _events, changes, _minutes: changes)


def the_monitor_calls_the_search_open(patch: pytest.MonkeyPatch) -> None:
    begun = GoalChange.with_search

    def and_open(change: GoalChange, *arguments: Any) -> GoalChange:
        noted = begun(change, *arguments)
        return replace(noted, sets={**noted.sets, "_monitor_complete": True})

    patch.setattr(GoalChange, "with_search", and_open)


def a_search_that_ended_is_begun_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(poll_batch, "execution_to_start", lambda event, *_: starting.next_execution(event))


def late_ticks_are_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decide, "_overtaken", lambda *_: False)


def the_first_whistle_is_the_last(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), terminal_ticks=1))


def goals_hold_no_fixture(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(completion, "scorer_known", lambda _: False)


def two_say_postponed_and_that_is_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), postponed_ticks=2))


def contradictions_are_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), contradiction_minutes=0))


def contradictions_are_never_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), contradiction_minutes=10_000))


def a_null_score_is_nil_nil(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(contradictory_answer, "goals_scored", lambda score: (score["home"] or 0) + (score["away"] or 0))


def stale_answers_are_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), stale_minutes=0))


def a_clock_set_back_is_never_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), stale_minutes=10_000))


def removed_goals_are_forgotten_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), removed_hours=0))


def a_returned_goal_loses_its_clips(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(active, "_restored", lambda event, _: {"_s3_videos": [], "_discovered_videos": [], **event})


def a_removed_goal_keeps_no_hashes(patch: pytest.MonkeyPatch) -> None:
    def as_ticks_read_it(active: Active, decision: FixtureDecision) -> FixtureDecision:
        event_ids = [tombstone["_event_id"] for tombstone in decision.dropped]
        read = {event["_event_id"]: event for one in active.leaving([decision.fixture_id]) for event in one["events"]}
        complete = all(event_id in read for event_id in event_ids)
        # everything else that ticks do not read is present: the returned goal lacks only its hashes
        goals = [{"_discovered_videos": [], **read[event_id]} for event_id in event_ids] if complete else []
        dropped = [{**tombstone, "goal": goal} for tombstone, goal in zip(decision.dropped, goals, strict=False)]
        return replace(completed(active, decision), dropped=cast("tuple[Tombstone, ...]", tuple(dropped)))

    completed = Active._completed
    patch.setattr(Active, "_completed", as_ticks_read_it)


def no_fixture_is_ever_let_go(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(finish_tick, "overdue_target", lambda *_: None)


def what_was_let_go_is_opened_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fixture_moves, "reopens_to", lambda _, body: collection_for(body.status))


def a_fixture_that_is_opened_again_loses_its_goals(patch: pytest.MonkeyPatch) -> None:
    right = activation.document_in

    def without_goals(place: CollectionName, document: FixtureDocument, now: datetime) -> FixtureDocument:
        entered = right(place, document, now)
        return {**entered, "events": []} if place == "active" else entered

    patch.setattr(moving, "document_in", without_goals)


def no_goal_is_ever_closed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(goal_completion, "closing_reason", lambda *_: None)


def a_search_that_never_opens_is_waited_for(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), unopened_minutes=10_000))


def restarts_do_not_back_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), restart_minutes=0))


def restarts_never_end_backing_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), restart_minutes=10_000))
