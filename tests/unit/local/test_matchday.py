from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from footy.clock import MatchClock
from local.matchday import MatchDay
from local.tempo import LED_SECONDS, Tempo

START = datetime(2022, 12, 18, 14, 20, tzinfo=UTC)


class World:
    """Real time that moves only when the match day rests, and what the match day did."""

    def __init__(
        self,
        folder: Path,
        *,
        moments: list[datetime],
        quiet: bool,
        rate: float = 60,
        real_life: bool = False,
    ) -> None:
        self.real = 1_000.0
        self.ticks: list[str] = []
        self.ingests: list[str] = []
        self.mended: list[float] = []
        self.quiet = quiet
        self.late = False
        self.waits: list[float] = []
        self.warm = True
        self.clock = MatchClock(folder / "clock.json", lambda: self.real)
        self.tempo = Tempo(self.clock, rate, self.waits.append, real_time=lambda: self.real, holds=not real_life)
        self.day = MatchDay(
            tempo=self.tempo,
            moments=moments,
            start_tick=self.ticks.append,
            start_ingest=self.ingests.append,
            mend_images=lambda: self.mended.append(self.real),
            is_quiet=lambda: self.quiet,
            keeps_up=lambda _pace: not self.late,
            is_warm=lambda _since: self.warm,
            rest=self.rest,
        )

    def at_full_speed(self, at: datetime) -> None:
        """Past the slow beginning, as if no time had been lost on it."""
        self.day.begin(at)
        self.day.tempo.begin(at, self.tempo.rate)
        self.waits.clear()

    def rest(self, seconds: float) -> None:
        self.real += seconds

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.day.step()


def test_every_match_minute_starts_one_tick(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)
    world.steps(70)  # 3.5 s of the world, 3.5 minutes of the match
    assert world.ticks == [f"2022-12-18T14:{minute}:00Z" for minute in (20, 21, 22, 23)]


def test_a_day_is_ingested_once(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(datetime(2022, 12, 18, 23, 58, tzinfo=UTC))
    world.steps(80)
    assert world.ingests == ["2022-12-18", "2022-12-19"]


def test_in_real_life_every_hour_asks_whether_the_day_is_in(tmp_path: Path) -> None:
    """The first one may have failed: a laptop that was opened is not online yet."""
    world = World(tmp_path, moments=[], quiet=False, rate=1, real_life=True)
    world.day.begin(START)
    for seconds in (0, 1_800, 900):
        world.real += seconds
        world.steps(1)
    assert world.ingests == ["2022-12-18T14:00:00Z", "2022-12-18T15:00:00Z"]


def test_a_quiet_stretch_is_skipped_to_just_before_the_next_moment(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[START + timedelta(minutes=40)], quiet=True)
    world.at_full_speed(START)
    world.steps(1)
    assert world.clock.now() - (START + timedelta(minutes=39)) < timedelta(seconds=10)


def test_nothing_is_skipped_while_something_goes_on(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[START + timedelta(minutes=40)], quiet=False)
    world.at_full_speed(START)
    world.steps(10)
    assert world.clock.now() - START < timedelta(minutes=2)


def test_the_time_a_stack_was_down_does_not_pass(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)
    world.steps(40)
    before = world.clock.pace().match
    world.real += 3_600
    world.day.resume()
    assert world.clock.now() == before


def test_time_yields_while_work_lags_behind_and_the_waits_with_it(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)
    world.late = True
    world.steps(11)
    assert world.clock.pace().rate == 15
    world.steps(100)
    assert world.clock.pace().rate == 2, "time never stands still"
    assert world.waits[:2] == [1 / 15, 1 / 3.75]
    assert world.waits[-1] == 1 / 2


def test_time_is_as_fast_as_asked_once_work_has_caught_up(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)
    world.late = True
    world.steps(50)
    before = world.clock.now()
    world.late = False
    world.steps(400)
    assert world.clock.now() > before
    assert world.clock.pace().rate == 60
    assert world.waits[-1] == 1 / 60


def test_real_time_never_yields(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False, rate=1)
    world.at_full_speed(START)
    world.late = True
    world.steps(100)
    assert world.clock.pace().rate == 1
    assert world.waits == []


def test_full_speed_comes_only_when_the_workers_are_warm(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.warm = False
    world.day.begin(START)
    world.steps(200)
    assert world.clock.pace().rate == 2
    world.warm = True
    world.steps(200)
    assert world.clock.pace().rate == 60


def test_time_that_was_held_goes_on_where_it_stood_and_slowly(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)
    world.steps(30)
    world.tempo.hold()
    before = world.clock.now()
    world.real += 3_600
    world.steps(3)
    assert world.clock.now() == before
    world.day.go_on()
    assert world.clock.now() == before
    assert world.clock.pace().rate == 2


@pytest.mark.parametrize("blocked", [12, 3_600])
def test_a_lid_that_was_shut_costs_no_goal(tmp_path: Path, blocked: float) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)
    world.steps(30)
    before = world.clock.now()
    world.real += blocked
    assert world.clock.now() - before <= timedelta(seconds=60 * LED_SECONDS), "who wakes first sees no other time"
    world.steps(1)
    assert world.clock.now() - before <= timedelta(seconds=60 * LED_SECONDS + 1)
    assert world.clock.pace().rate < 10
    world.steps(200)
    assert world.clock.pace().rate == 60


def test_real_matches_do_not_wait_for_a_lid_that_was_shut(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False, rate=1, real_life=True)
    world.day.begin(START)
    world.real += 3_600
    world.steps(1)
    assert world.clock.now() - START >= timedelta(hours=1)


def test_what_could_not_be_started_is_due_again(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)

    def fail(_: str) -> None:
        raise OSError("no answer")

    world.day.start_tick = world.day.start_ingest = fail
    with pytest.raises(OSError, match="no answer"):
        world.steps(1)
    world.day.start_tick, world.day.start_ingest = world.ticks.append, world.ingests.append
    world.steps(1)
    assert (world.ingests, world.ticks) == (["2022-12-18"], ["2022-12-18T14:20:00Z"])


@pytest.mark.parametrize("rate", [1, 60])
def test_images_left_alone_are_looked_for_at_once_and_every_five_real_minutes(tmp_path: Path, rate: float) -> None:
    world = World(tmp_path, moments=[], quiet=False, rate=rate)
    world.day.begin(START)
    began = world.real
    while world.real < began + 620:
        world.rest(1)
        world.steps(1)
    assert [round((at - began) / 300) for at in world.mended] == [0, 1, 2]


def test_images_that_could_not_be_looked_for_are_due_again(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.at_full_speed(START)

    def fail() -> None:
        raise OSError("no answer")

    right, world.day.mend_images = world.day.mend_images, fail
    with pytest.raises(OSError, match="no answer"):
        world.steps(1)
    world.day.mend_images = right
    world.steps(1)
    assert len(world.mended) == 1
