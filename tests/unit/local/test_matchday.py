from datetime import UTC, datetime, timedelta
from pathlib import Path

from footy.clock import MatchClock
from local.matchday import MatchDay

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
    ) -> None:
        self.real = 1_000.0
        self.ticks: list[str] = []
        self.ingests: list[str] = []
        self.quiet = quiet
        self.late = False
        self.waits: list[float] = []
        self.clock = MatchClock(folder / "clock.json", lambda: self.real)
        self.day = MatchDay(
            clock=self.clock,
            rate=rate,
            moments=moments,
            start_tick=self.ticks.append,
            start_ingest=self.ingests.append,
            is_quiet=lambda: self.quiet,
            keeps_up=lambda _pace: not self.late,
            scale_waits=self.waits.append,
            real_time=lambda: self.real,
            rest=self.rest,
        )

    def rest(self, seconds: float) -> None:
        self.real += seconds

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.day.step()


def test_every_match_minute_starts_one_tick(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.day.begin(START)
    world.steps(70)  # 3.5 s of the world, 3.5 minutes of the match
    assert world.ticks == [f"2022-12-18T14:{minute}:00Z" for minute in (20, 21, 22, 23)]


def test_a_day_is_ingested_once(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.day.begin(datetime(2022, 12, 18, 23, 58, tzinfo=UTC))
    world.steps(80)
    assert world.ingests == ["2022-12-18", "2022-12-19"]


def test_a_quiet_stretch_is_skipped_to_just_before_the_next_moment(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[START + timedelta(minutes=40)], quiet=True)
    world.day.begin(START)
    world.steps(1)
    assert world.clock.now() - (START + timedelta(minutes=39)) < timedelta(seconds=10)


def test_nothing_is_skipped_while_something_goes_on(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[START + timedelta(minutes=40)], quiet=False)
    world.day.begin(START)
    world.steps(10)
    assert world.clock.now() - START < timedelta(minutes=2)


def test_the_time_a_stack_was_down_does_not_pass(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.day.begin(START)
    world.steps(40)
    before = world.clock.pace().match
    world.real += 3_600
    world.day.resume()
    assert world.clock.now() == before


def test_time_yields_while_work_lags_behind_and_the_waits_with_it(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.day.begin(START)
    world.late = True
    world.steps(11)
    assert world.clock.pace().rate == 15
    world.steps(100)
    assert world.clock.pace().rate == 2, "time never stands still"
    assert world.waits[:2] == [1 / 15, 1 / 3.75]
    assert world.waits[-1] == 1 / 2


def test_time_is_as_fast_as_asked_once_work_has_caught_up(tmp_path: Path) -> None:
    world = World(tmp_path, moments=[], quiet=False)
    world.day.begin(START)
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
    world.day.begin(START)
    world.late = True
    world.steps(100)
    assert world.clock.pace().rate == 1
    assert world.waits == []
