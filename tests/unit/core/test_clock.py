"""System clock and match clock."""

import time
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from footy.core.clock import MatchClock, Pace
from footy.core.text import iso

KICK_OFF = datetime(2022, 12, 18, 15, 0, tzinfo=UTC)


def test_match_time_pauses_when_the_keep_alive_ends(tmp_path: Path) -> None:
    pace = Pace(real=100.0, match=KICK_OFF, rate=60, until=103.0)
    assert pace.at(102) == KICK_OFF + timedelta(minutes=2)
    assert pace.at(5_000) == pace.at(103)
    clock = MatchClock(tmp_path / "clock.json", lambda: 5_000)
    clock.write(pace)
    assert (clock.pace(), clock.now()) == (pace, pace.at(103))


def test_the_match_clock_follows_what_is_written(tmp_path: Path) -> None:
    clock = MatchClock(tmp_path / "clock.json")
    clock.write(Pace(time.time() - 10, KICK_OFF, 30))
    assert timedelta(seconds=300) <= clock.now() - KICK_OFF < timedelta(seconds=600)


def test_ids_carry_utc_without_fractions() -> None:
    summer = timezone(timedelta(hours=2))
    assert iso(datetime(2022, 6, 1, 17, 30, 5, 999, tzinfo=summer)) == "2022-06-01T15:30:05Z"
