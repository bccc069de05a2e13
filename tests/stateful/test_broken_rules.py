"""Random matches notice each broken rule; `test_match` shows that they accept the right ones."""

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.stateful import broken_rules as broken
from tests.stateful.broken_rules import Break
from tests.stateful.ground import Ground
from tests.stateful.machine import Match

AT_MOST = 1_000
STEPS = 14
BROKEN: list[Break] = [
    broken.two_misses_are_enough,
    broken.two_ticks_are_enough,
    broken.doubts_are_never_over,
    broken.a_removed_goal_keeps_no_hashes,
    broken.a_retried_tick_has_an_id_of_its_own,
    broken.nobody_looks_who_wrote_meanwhile,
    broken.tombstones_are_not_read,
    broken.a_correction_may_change_sides,
    broken.a_corrected_goal_begins_anew,
    broken.the_monitor_calls_the_search_open,
    broken.a_search_that_ended_is_begun_again,
    broken.late_ticks_are_believed,
    broken.the_first_whistle_is_the_last,
    broken.goals_hold_no_fixture,
    broken.two_say_postponed_and_that_is_enough,
    broken.contradictions_are_believed,
    broken.contradictions_are_never_believed,
    broken.a_null_score_is_nil_nil,
    broken.stale_answers_are_believed,
    broken.a_clock_set_back_is_never_believed,
    broken.removed_goals_are_forgotten_at_once,
    broken.a_returned_goal_loses_its_clips,
    broken.no_fixture_is_ever_let_go,
    broken.what_was_let_go_is_opened_again,
    broken.a_fixture_that_is_opened_again_loses_its_goals,
    broken.no_goal_is_ever_closed,
    broken.a_search_that_never_opens_is_waited_for,
    broken.restarts_do_not_back_off,
    broken.restarts_never_end_backing_off,
]


def play(database: Database[FixtureDocument], matches: int) -> None:
    run_state_machine_as_test(
        seed(1)(type("Match", (Match,), {"ground": Ground(database)})),
        settings=settings(
            max_examples=matches,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        ),
    )


@pytest.mark.soak
@pytest.mark.ci
@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.__name__)
def test_a_broken_rule_is_noticed(
    rule: Break, database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule(monkeypatch)
    with pytest.raises(AssertionError):
        play(database, AT_MOST)


@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.__name__)
def test_a_broken_rule_patches_existing_code(rule: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    rule(monkeypatch)
