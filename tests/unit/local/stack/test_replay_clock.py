"""Replay clock and Wait states run and pause together."""

from datetime import UTC, datetime, timedelta
from http.client import RemoteDisconnected
from pathlib import Path

import pytest

from footy.core.clock import MatchClock
from local.stack.replay_clock import KEEP_ALIVE_SECONDS, PAUSED_PACE, ReplayClock

START = datetime(2022, 12, 18, 14, 20, tzinfo=UTC)


class RealTime:
    """Real time that a test sets."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def replay_clock(folder: Path, real_time: RealTime, waits: list[float], *, can_pause: bool = True) -> ReplayClock:
    return ReplayClock(
        MatchClock(folder / "clock.json", real_time), 60, waits.append, real_time=real_time, can_pause=can_pause
    )


def test_pause_stops_clock_and_waits(tmp_path: Path) -> None:
    real_time, waits = RealTime(), list[float]()
    clock = replay_clock(tmp_path, real_time, waits)
    clock.start(START, 60)
    real_time.seconds += 1
    clock.pause()
    real_time.seconds += 600
    assert clock.clock.now() == START + timedelta(minutes=1)
    assert waits == [1 / 60, 1 / PAUSED_PACE]


def test_resume_continues_at_the_given_pace(tmp_path: Path) -> None:
    real_time, waits = RealTime(), list[float]()
    clock = replay_clock(tmp_path, real_time, waits)
    clock.start(START, 60)
    clock.pause()
    real_time.seconds += 600
    clock.resume(2)
    real_time.seconds += 2
    assert clock.clock.now() == START + timedelta(seconds=4)
    assert waits[-1] == 1 / 2


def test_only_resume_ends_a_pause(tmp_path: Path) -> None:
    real_time, waits = RealTime(), list[float]()
    clock = replay_clock(tmp_path, real_time, waits)
    clock.start(START, 60)
    clock.pause()
    clock.set_pace(30)
    clock.skip_to(START + timedelta(hours=1))
    clock.skip_to(None)
    real_time.seconds += 600
    assert clock.clock.now() == START
    assert waits[-1] == 1 / PAUSED_PACE


def test_clock_stops_without_keep_alive(tmp_path: Path) -> None:
    real_time = RealTime()
    clock = replay_clock(tmp_path, real_time, [])
    clock.start(START, 60)
    real_time.seconds += 3_600
    stopped = clock.clock.now()
    assert stopped == START + timedelta(seconds=60 * KEEP_ALIVE_SECONDS)
    clock.keep_alive(2)
    assert (clock.clock.now(), clock.pace) == (stopped, 2)
    real_time.seconds += 1
    assert clock.clock.now() == stopped + timedelta(seconds=2)


def test_keep_alive_lets_the_clock_run(tmp_path: Path) -> None:
    real_time, waits = RealTime(), list[float]()
    clock = replay_clock(tmp_path, real_time, waits)
    clock.start(START, 60)
    for _ in range(20):
        real_time.seconds += 1
        clock.keep_alive(2)
    assert clock.clock.now() == START + timedelta(minutes=20)
    assert waits == [1 / 60]


def test_pause_after_a_gap_keeps_the_time_of_the_stop(tmp_path: Path) -> None:
    real_time = RealTime()
    clock = replay_clock(tmp_path, real_time, [])
    clock.start(START, 60)
    real_time.seconds += 24  # a database that did not answer
    clock.pause()
    assert clock.clock.now() == START + timedelta(seconds=60 * KEEP_ALIVE_SECONDS)


@pytest.mark.parametrize(
    "refusal", [ConnectionRefusedError(), RemoteDisconnected("cut off"), ValueError("half an answer")]
)
def test_clock_pauses_without_an_emulator(tmp_path: Path, refusal: Exception) -> None:
    real_time = RealTime()

    def refused(_: float) -> None:
        raise refusal

    clock = replay_clock(tmp_path, real_time, [])
    clock.start(START, 60)
    clock.scale_waits = refused
    clock.pause()
    real_time.seconds += 600
    assert clock.clock.now() == START
    assert clock.paused


@pytest.mark.parametrize("can_pause", [True, False])
def test_real_matches_do_not_pause(tmp_path: Path, can_pause: bool) -> None:  # noqa: FBT001
    real_time = RealTime()
    clock = replay_clock(tmp_path, real_time, [], can_pause=can_pause)
    clock.start(START, 1)
    clock.pause()
    real_time.seconds += 60
    assert (clock.clock.now() == START) is can_pause
