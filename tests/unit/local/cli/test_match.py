"""Rules of a replay."""

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
    """Return the rules as a function of the local stack reads them."""
    return Settings.read({f"FOOTY_{name.upper()}": text for name, text in match.rules.items()}).rules


@pytest.mark.parametrize("rate", [1.0, 9.5, 60.0, 240.0])
def test_downloads_have_twenty_real_seconds_to_register(rate: float) -> None:
    rules = rules_of(Match(FINAL, None, rate))
    assert rules.registration_seconds >= max(Rules().registration_seconds, 20 * rate)


def test_late_registration_starts_no_eleventh_download() -> None:
    created = [attempt(n, at=NOON) for n in range(1, 11)]
    nine = [f"download{n}-x" for n in range(1, 10)]
    event = goal(_download_workflows=nine, _telemetry={"opened_at": NOON, "attempts": created})
    fast = rules_of(Match(FINAL, None, 60))
    after_real_seconds = {seconds: NOON + timedelta(seconds=60 * seconds) for seconds in (15, 21)}
    assert next_step(event, LoopState(10, 10), after_real_seconds[15], fast) == Step("wait", 10)
    assert next_step(event, LoopState(10, 10), after_real_seconds[21], fast) == Step("search", 11, 11)


def test_replay_tracks_its_teams_and_can_change_rules() -> None:
    own = replace(FINAL, rules={"registration_seconds": "90"})
    rules = rules_of(Match(own, None, 60))
    assert (rules.tracked_teams, rules.registration_seconds) == (FINAL.team_ids, 90)


def test_real_matches_change_no_rule() -> None:
    assert Match(None, None, 1.0).rules == {}


@pytest.mark.parametrize("scales", [True, False])
def test_clock_pauses_only_with_scalable_waits(tmp_path: Path, *, scales: bool) -> None:
    waits: list[float] = []
    aws, clock = SimpleNamespace(scales=scales, scale_waits=waits.append), MatchClock(tmp_path / "clock.json")
    clock_of_replay = Match(FINAL, None, 1.0).replay_clock(cast("Stack", SimpleNamespace(aws=aws, clock=clock)))
    clock_of_replay.start(NOON, clock_of_replay.rate)
    clock_of_replay.pause()
    assert (clock.pace().rate == 0, waits != [1.0]) == (scales, scales)
