import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from footy.clock import MatchClock
from local.matchday import MatchDay

START = datetime(2022, 12, 18, 14, 20, tzinfo=UTC)


class World:
    """Real time that moves only when the match day rests, and what the match day did."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, moments: list[datetime], quiet: bool) -> None:
        self.real = 1_000.0
        self.ticks: list[str] = []
        self.ingests: list[str] = []
        self.quiet = quiet
        self.clock = MatchClock(folder / "clock.json")
        monkeypatch.setattr(time, "time", lambda: self.real)
        monkeypatch.setattr(time, "sleep", self.rest)
        self.day = MatchDay(
            clock=self.clock,
            rate=60,
            moments=moments,
            start_tick=self.ticks.append,
            start_ingest=self.ingests.append,
            is_quiet=lambda: self.quiet,
        )

    def rest(self, seconds: float) -> None:
        self.real += seconds

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.day.step()


def test_every_match_minute_starts_one_tick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path, monkeypatch, moments=[], quiet=False)
    world.day.begin(START)
    world.steps(70)  # 3.5 s of the world, 3.5 minutes of the match
    assert world.ticks == [f"2022-12-18T14:{minute}:00Z" for minute in (20, 21, 22, 23)]


def test_a_day_is_ingested_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path, monkeypatch, moments=[], quiet=False)
    world.day.begin(datetime(2022, 12, 18, 23, 58, tzinfo=UTC))
    world.steps(80)
    assert world.ingests == ["2022-12-18", "2022-12-19"]


def test_a_quiet_stretch_is_skipped_to_just_before_the_next_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, monkeypatch, moments=[START + timedelta(minutes=40)], quiet=True)
    world.day.begin(START)
    world.steps(1)
    assert world.clock.now() - (START + timedelta(minutes=39)) < timedelta(seconds=10)


def test_nothing_is_skipped_while_something_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path, monkeypatch, moments=[START + timedelta(minutes=40)], quiet=False)
    world.day.begin(START)
    world.steps(10)
    assert world.clock.now() - START < timedelta(minutes=2)


def test_the_time_a_stack_was_down_does_not_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path, monkeypatch, moments=[], quiet=False)
    world.day.begin(START)
    world.steps(40)
    before = world.clock.pace().match
    world.real += 3_600
    world.day.resume()
    assert world.clock.now() == before
