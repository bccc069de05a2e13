"""Rules broken on purpose, one at a time; whoever says that the rules hold has to notice each."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from footy.adapters.mongo import active
from footy.fixtures import comparison, completion, correction, decide, goal_change, identity, starting
from footy.fixtures.decide import FixtureDecision
from footy.fixtures.goal_change import GoalChange
from footy.model.documents import FixtureDocument
from footy.settings import Rules
from footy.steps import poll_batch
from tests.stateful import ground

Break = Callable[[pytest.MonkeyPatch], None]


def two_misses_are_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), drop_ticks=2))


def two_ticks_are_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ground, "Rules", lambda: replace(Rules(), stable_ticks=2))


def doubts_are_never_over(patch: pytest.MonkeyPatch) -> None:
    seen = goal_change.seen

    def still_in_doubt(*arguments: Any, **named: Any) -> GoalChange:
        change = seen(*arguments, **named)
        return replace(change, sets={name: value for name, value in change.sets.items() if name != "_drop_workflows"})

    patch.setattr(comparison, "seen", still_in_doubt)


def a_retried_tick_has_an_id_of_its_own(patch: pytest.MonkeyPatch) -> None:
    tries, right = count(), decide.decide

    def anew(*arguments: Any, tick: str, **named: Any) -> FixtureDecision:
        return right(*arguments, tick=tick.replace("Z", f".{next(tries) % 10**6:06d}Z"), **named)

    patch.setattr(poll_batch, "decide", anew)


def nobody_looks_who_wrote_meanwhile(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(active, "written_as", lambda fixture_id, _: {"_id": fixture_id})


def tombstones_are_not_read(patch: pytest.MonkeyPatch) -> None:
    def of_the_living(fixture: FixtureDocument) -> set[str]:
        living = fixture.copy()
        living["_removed_events"] = []
        return identity.used_ids(living)

    patch.setattr(comparison, "used_ids", of_the_living)


def a_correction_may_change_sides(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(correction, "_same_goal", lambda event, told: event["type"] == told.row.type)


def a_corrected_goal_begins_anew(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(comparison, "reconcile", lambda _events, found, _minutes: found)


def the_monitor_calls_the_search_open(patch: pytest.MonkeyPatch) -> None:
    begun = GoalChange.with_search

    def and_open(change: GoalChange, *arguments: Any) -> GoalChange:
        noted = begun(change, *arguments)
        return replace(noted, sets={**noted.sets, "_monitor_complete": True})

    patch.setattr(GoalChange, "with_search", and_open)


def a_search_that_ended_is_begun_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(poll_batch, "execution_to_start", lambda event, *_: starting.next_execution(event))


def what_the_answer_does_not_tell_is_missing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("footy.fixtures.rows.Body.tells_absence", property(lambda _: True))


def late_ticks_are_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decide, "_overtaken", lambda *_: False)


def the_first_whistle_is_the_last(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(completion, "has_winner", lambda _: True)


def goals_hold_no_fixture(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(completion, "settled", lambda _: True)
