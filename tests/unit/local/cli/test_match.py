"""The rules that a match plays by."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from footy.core.clock import MatchClock
from footy.goals.search.loop import LoopState, Step, next_step
from footy.goals.settings import Rules, Settings
from local.cli.match import Match
from local.replay.model import Replay
from local.stack.stack import Stack
from tests.support.searches import NOON, attempt, goal

FINAL = Replay.load("world-cup-final-2022")


def rules_of(match: Match) -> Rules:
    """As a function of the local stack reads them."""
    return Settings.read({f"FOOTY_{name.upper()}": text for name, text in match.rules.items()}).rules


@pytest.mark.parametrize("rate", [1.0, 9.5, 60.0, 240.0])
def test_a_download_has_twenty_real_seconds_to_register_however_fast_the_match(rate: float) -> None:
    rules = rules_of(Match(FINAL, None, rate))
    assert rules.registration_seconds >= max(Rules().registration_seconds, 20 * rate)


def test_no_eleventh_download_is_ordered_while_a_busy_machine_registers_the_tenth() -> None:
    made = [attempt(n, at=NOON) for n in range(1, 11)]
    nine = [f"download{n}-x" for n in range(1, 10)]
    event = goal(_download_workflows=nine, _telemetry={"opened_at": NOON, "attempts": made})
    fast = rules_of(Match(FINAL, None, 60))
    after_real_seconds = {seconds: NOON + timedelta(seconds=60 * seconds) for seconds in (15, 21)}
    assert next_step(event, LoopState(10, 10), after_real_seconds[15], fast) == Step("wait", 10)
    assert next_step(event, LoopState(10, 10), after_real_seconds[21], fast) == Step("search", 11, 11)


def test_the_teams_of_a_replay_are_tracked_and_its_own_rules_come_first() -> None:
    own = replace(FINAL, rules={"registration_seconds": "5"})
    rules = rules_of(Match(own, None, 60))
    assert (rules.tracked_teams, rules.registration_seconds) == (FINAL.team_ids, 5)


def test_real_life_changes_no_rule() -> None:
    assert Match(None, None, 1.0).rules == {}


@pytest.mark.parametrize("scales", [True, False])
def test_the_clock_stands_only_where_waits_stand_with_it(tmp_path: Path, *, scales: bool) -> None:
    waits: list[float] = []
    aws, clock = SimpleNamespace(scales=scales, scale_waits=waits.append), MatchClock(tmp_path / "clock.json")
    tempo = Match(FINAL, None, 1.0).tempo(cast("Stack", SimpleNamespace(aws=aws, clock=clock)))
    tempo.begin(NOON, tempo.rate)
    tempo.hold()
    assert (clock.pace().rate == 0, waits != [1.0]) == (scales, scales)
