"""Schedule of a match day on the replay clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from footy.core.clock import MatchClock
from local.stack.matchday import MatchDay
from local.stack.replay_clock import KEEP_ALIVE_SECONDS, ReplayClock

START = datetime(2022, 12, 18, 14, 20, tzinfo=UTC)


class SimulatedDay:
    """Match day whose real time moves only when it sleeps, and a record of what it did."""

    def __init__(
        self,
        folder: Path,
        *,
        moments: list[datetime],
        quiet: bool,
        rate: float = 60,
        real_matches: bool = False,
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
        self.replay_clock = ReplayClock(
            self.clock, rate, self.waits.append, real_time=lambda: self.real, can_pause=not real_matches
        )
        self.schedule = MatchDay(
            clock=self.replay_clock,
            moments=moments,
            start_tick=self.ticks.append,
            start_ingest=self.ingests.append,
            mend_images=lambda: self.mended.append(self.real),
            is_quiet=lambda: self.quiet,
            keeps_up=lambda _pace: not self.late,
            is_warm=lambda _since: self.warm,
            sleep=self.sleep,
        )

    def at_full_speed(self, at: datetime) -> None:
        """Start without the slow first minutes."""
        self.schedule.start(at)
        self.schedule.clock.start(at, self.replay_clock.rate)
        self.waits.clear()

    def sleep(self, seconds: float) -> None:
        self.real += seconds

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.schedule.step()


def test_every_match_minute_starts_one_tick(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)
    day.steps(70)  # 3.5 real seconds, 3.5 minutes of the match
    assert day.ticks == [f"2022-12-18T14:{minute}:00Z" for minute in (20, 21, 22, 23)]


def test_replay_is_ingested_once_a_day(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(datetime(2022, 12, 18, 23, 58, tzinfo=UTC))
    day.steps(80)
    assert day.ingests == ["2022-12-18", "2022-12-19"]


def test_real_matches_are_ingested_every_hour(tmp_path: Path) -> None:
    """The first ingest may have failed, on a laptop that is not online yet."""
    day = SimulatedDay(tmp_path, moments=[], quiet=False, rate=1, real_matches=True)
    day.schedule.start(START)
    for seconds in (0, 1_800, 900):
        day.real += seconds
        day.steps(1)
    assert day.ingests == ["2022-12-18T14:00:00Z", "2022-12-18T15:00:00Z"]


def test_quiet_stretch_is_skipped(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[START + timedelta(minutes=40)], quiet=True)
    day.at_full_speed(START)
    day.steps(1)
    assert day.clock.now() - (START + timedelta(minutes=39)) < timedelta(seconds=10)


def test_busy_stretch_is_not_skipped(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[START + timedelta(minutes=40)], quiet=False)
    day.at_full_speed(START)
    day.steps(10)
    assert day.clock.now() - START < timedelta(minutes=2)


def test_downtime_does_not_count(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)
    day.steps(40)
    before = day.clock.pace().match
    day.real += 3_600
    day.schedule.resume()
    assert day.clock.now() == before


def test_backlog_slows_clock_and_waits(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)
    day.late = True
    day.steps(11)
    assert day.clock.pace().rate == 15
    day.steps(100)
    assert day.clock.pace().rate == 2, "never slower"
    assert day.waits[:2] == [1 / 15, 1 / 3.75]
    assert day.waits[-1] == 1 / 2


def test_clock_speeds_up_after_a_backlog(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)
    day.late = True
    day.steps(50)
    before = day.clock.now()
    day.late = False
    day.steps(400)
    assert day.clock.now() > before
    assert day.clock.pace().rate == 60
    assert day.waits[-1] == 1 / 60


def test_real_time_is_never_slowed(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False, rate=1)
    day.at_full_speed(START)
    day.late = True
    day.steps(100)
    assert day.clock.pace().rate == 1
    assert day.waits == []


def test_full_speed_needs_warm_workers(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.warm = False
    day.schedule.start(START)
    day.steps(200)
    assert day.clock.pace().rate == 2
    day.warm = True
    day.steps(200)
    assert day.clock.pace().rate == 60


def test_paused_clock_continues_slowly(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)
    day.steps(30)
    day.replay_clock.pause()
    before = day.clock.now()
    day.real += 3_600
    day.steps(3)
    assert day.clock.now() == before
    day.schedule.end_pause()
    assert day.clock.now() == before
    assert day.clock.pace().rate == 2


@pytest.mark.parametrize("blocked", [12, 3_600])
def test_closed_lid_costs_no_goal(tmp_path: Path, blocked: float) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)
    day.steps(30)
    before = day.clock.now()
    day.real += blocked
    assert day.clock.now() - before <= timedelta(seconds=60 * KEEP_ALIVE_SECONDS), "the same for every reader"
    day.steps(1)
    assert day.clock.now() - before <= timedelta(seconds=60 * KEEP_ALIVE_SECONDS + 1)
    assert day.clock.pace().rate < 10
    day.steps(200)
    assert day.clock.pace().rate == 60


def test_real_matches_do_not_wait_for_a_closed_lid(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False, rate=1, real_matches=True)
    day.schedule.start(START)
    day.real += 3_600
    day.steps(1)
    assert day.clock.now() - START >= timedelta(hours=1)


def test_failed_start_is_due_again(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)

    def fail(_: str) -> None:
        raise OSError("no answer")

    day.schedule.start_tick = day.schedule.start_ingest = fail
    with pytest.raises(OSError, match="no answer"):
        day.steps(1)
    day.schedule.start_tick, day.schedule.start_ingest = day.ticks.append, day.ingests.append
    day.steps(1)
    assert (day.ingests, day.ticks) == (["2022-12-18"], ["2022-12-18T14:20:00Z"])


@pytest.mark.parametrize("rate", [1, 60])
def test_images_are_repaired_every_five_real_minutes(tmp_path: Path, rate: float) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False, rate=rate)
    day.schedule.start(START)
    began = day.real
    while day.real < began + 620:
        day.sleep(1)
        day.steps(1)
    assert [round((at - began) / 300) for at in day.mended] == [0, 1, 2]


def test_failed_image_repair_is_due_again(tmp_path: Path) -> None:
    day = SimulatedDay(tmp_path, moments=[], quiet=False)
    day.at_full_speed(START)

    def fail() -> None:
        raise OSError("no answer")

    right, day.schedule.mend_images = day.schedule.mend_images, fail
    with pytest.raises(OSError, match="no answer"):
        day.steps(1)
    day.schedule.mend_images = right
    day.steps(1)
    assert len(day.mended) == 1
