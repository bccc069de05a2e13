from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from footy.core.clock import MatchClock
from local.stack.matchday import MatchDay
from local.stack.replay_clock import LED_SECONDS, Tempo

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
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)
    container.steps(70)  # 3.5 s of the world, 3.5 minutes of the match
    assert container.ticks == [f"2022-12-18T14:{minute}:00Z" for minute in (20, 21, 22, 23)]


def test_a_day_is_ingested_once(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(datetime(2022, 12, 18, 23, 58, tzinfo=UTC))
    container.steps(80)
    assert container.ingests == ["2022-12-18", "2022-12-19"]


def test_in_real_life_every_hour_asks_whether_the_day_is_in(tmp_path: Path) -> None:
    """The first one may have failed: a laptop that was opened is not online yet."""
    container = World(tmp_path, moments=[], quiet=False, rate=1, real_life=True)
    container.day.begin(START)
    for seconds in (0, 1_800, 900):
        container.real += seconds
        container.steps(1)
    assert container.ingests == ["2022-12-18T14:00:00Z", "2022-12-18T15:00:00Z"]


def test_a_quiet_stretch_is_skipped_to_just_before_the_next_moment(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[START + timedelta(minutes=40)], quiet=True)
    container.at_full_speed(START)
    container.steps(1)
    assert container.clock.now() - (START + timedelta(minutes=39)) < timedelta(seconds=10)


def test_nothing_is_skipped_while_something_goes_on(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[START + timedelta(minutes=40)], quiet=False)
    container.at_full_speed(START)
    container.steps(10)
    assert container.clock.now() - START < timedelta(minutes=2)


def test_the_time_a_stack_was_down_does_not_pass(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)
    container.steps(40)
    before = container.clock.pace().match
    container.real += 3_600
    container.day.resume()
    assert container.clock.now() == before


def test_time_yields_while_work_lags_behind_and_the_waits_with_it(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)
    container.late = True
    container.steps(11)
    assert container.clock.pace().rate == 15
    container.steps(100)
    assert container.clock.pace().rate == 2, "time never stands still"
    assert container.waits[:2] == [1 / 15, 1 / 3.75]
    assert container.waits[-1] == 1 / 2


def test_time_is_as_fast_as_asked_once_work_has_caught_up(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)
    container.late = True
    container.steps(50)
    before = container.clock.now()
    container.late = False
    container.steps(400)
    assert container.clock.now() > before
    assert container.clock.pace().rate == 60
    assert container.waits[-1] == 1 / 60


def test_real_time_never_yields(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False, rate=1)
    container.at_full_speed(START)
    container.late = True
    container.steps(100)
    assert container.clock.pace().rate == 1
    assert container.waits == []


def test_full_speed_comes_only_when_the_workers_are_warm(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.warm = False
    container.day.begin(START)
    container.steps(200)
    assert container.clock.pace().rate == 2
    container.warm = True
    container.steps(200)
    assert container.clock.pace().rate == 60


def test_time_that_was_held_goes_on_where_it_stood_and_slowly(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)
    container.steps(30)
    container.tempo.hold()
    before = container.clock.now()
    container.real += 3_600
    container.steps(3)
    assert container.clock.now() == before
    container.day.go_on()
    assert container.clock.now() == before
    assert container.clock.pace().rate == 2


@pytest.mark.parametrize("blocked", [12, 3_600])
def test_a_lid_that_was_shut_costs_no_goal(tmp_path: Path, blocked: float) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)
    container.steps(30)
    before = container.clock.now()
    container.real += blocked
    assert container.clock.now() - before <= timedelta(seconds=60 * LED_SECONDS), "who wakes first sees no other time"
    container.steps(1)
    assert container.clock.now() - before <= timedelta(seconds=60 * LED_SECONDS + 1)
    assert container.clock.pace().rate < 10
    container.steps(200)
    assert container.clock.pace().rate == 60


def test_real_matches_do_not_wait_for_a_lid_that_was_shut(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False, rate=1, real_life=True)
    container.day.begin(START)
    container.real += 3_600
    container.steps(1)
    assert container.clock.now() - START >= timedelta(hours=1)


def test_what_could_not_be_started_is_due_again(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)

    def fail(_: str) -> None:
        raise OSError("no answer")

    container.day.start_tick = container.day.start_ingest = fail
    with pytest.raises(OSError, match="no answer"):
        container.steps(1)
    container.day.start_tick, container.day.start_ingest = container.ticks.append, container.ingests.append
    container.steps(1)
    assert (container.ingests, container.ticks) == (["2022-12-18"], ["2022-12-18T14:20:00Z"])


@pytest.mark.parametrize("rate", [1, 60])
def test_images_left_alone_are_looked_for_at_once_and_every_five_real_minutes(tmp_path: Path, rate: float) -> None:
    container = World(tmp_path, moments=[], quiet=False, rate=rate)
    container.day.begin(START)
    began = container.real
    while container.real < began + 620:
        container.rest(1)
        container.steps(1)
    assert [round((at - began) / 300) for at in container.mended] == [0, 1, 2]


def test_images_that_could_not_be_looked_for_are_due_again(tmp_path: Path) -> None:
    container = World(tmp_path, moments=[], quiet=False)
    container.at_full_speed(START)

    def fail() -> None:
        raise OSError("no answer")

    right, container.day.mend_images = container.day.mend_images, fail
    with pytest.raises(OSError, match="no answer"):
        container.steps(1)
    container.day.mend_images = right
    container.steps(1)
    assert len(container.mended) == 1
