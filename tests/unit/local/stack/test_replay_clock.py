"""The match clock and the waits of the machines stand and go together."""

from datetime import UTC, datetime, timedelta
from http.client import RemoteDisconnected
from pathlib import Path

import pytest

from footy.core.clock import MatchClock
from local.stack.replay_clock import LED_SECONDS, STANDING, Tempo

START = datetime(2022, 12, 18, 14, 20, tzinfo=UTC)


class Watch:
    """Real time as a test sets it."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def a_tempo(folder: Path, watch: Watch, waits: list[float], *, holds: bool = True) -> Tempo:
    return Tempo(MatchClock(folder / "clock.json", watch), 60, waits.append, real_time=watch, holds=holds)


def test_a_held_clock_stands_and_no_wait_of_the_machines_ends(tmp_path: Path) -> None:
    watch, waits = Watch(), list[float]()
    tempo = a_tempo(tmp_path, watch, waits)
    tempo.begin(START, 60)
    watch.seconds += 1
    tempo.hold()
    watch.seconds += 600
    assert tempo.clock.now() == START + timedelta(minutes=1)
    assert waits == [1 / 60, 1 / STANDING]


def test_it_goes_on_from_where_it_stood_at_the_pace_that_is_asked_for(tmp_path: Path) -> None:
    watch, waits = Watch(), list[float]()
    tempo = a_tempo(tmp_path, watch, waits)
    tempo.begin(START, 60)
    tempo.hold()
    watch.seconds += 600
    tempo.release(2)
    watch.seconds += 2
    assert tempo.clock.now() == START + timedelta(seconds=4)
    assert waits[-1] == 1 / 2


def test_nothing_else_sets_a_held_clock_going(tmp_path: Path) -> None:
    watch, waits = Watch(), list[float]()
    tempo = a_tempo(tmp_path, watch, waits)
    tempo.begin(START, 60)
    tempo.hold()
    tempo.change(30)
    tempo.skip_to(START + timedelta(hours=1))
    tempo.skip_to(None)
    watch.seconds += 600
    assert tempo.clock.now() == START
    assert waits[-1] == 1 / STANDING


def test_a_clock_that_nobody_leads_any_more_stands_and_goes_on_from_there(tmp_path: Path) -> None:
    watch = Watch()
    tempo = a_tempo(tmp_path, watch, [])
    tempo.begin(START, 60)
    watch.seconds += 3_600
    stood = tempo.clock.now()
    assert stood == START + timedelta(seconds=60 * LED_SECONDS)
    tempo.lead(2)
    assert (tempo.clock.now(), tempo.pace) == (stood, 2)
    watch.seconds += 1
    assert tempo.clock.now() == stood + timedelta(seconds=2)


def test_a_clock_that_is_led_runs_on_at_its_pace(tmp_path: Path) -> None:
    watch, waits = Watch(), list[float]()
    tempo = a_tempo(tmp_path, watch, waits)
    tempo.begin(START, 60)
    for _ in range(20):
        watch.seconds += 1
        tempo.lead(2)
    assert tempo.clock.now() == START + timedelta(minutes=20)
    assert waits == [1 / 60]


def test_held_after_a_block_it_stands_where_nobody_led_it_any_more(tmp_path: Path) -> None:
    watch = Watch()
    tempo = a_tempo(tmp_path, watch, [])
    tempo.begin(START, 60)
    watch.seconds += 24  # a database that did not answer
    tempo.hold()
    assert tempo.clock.now() == START + timedelta(seconds=60 * LED_SECONDS)


@pytest.mark.parametrize(
    "refusal", [ConnectionRefusedError(), RemoteDisconnected("cut off"), ValueError("half an answer")]
)
def test_a_clock_can_be_held_though_the_emulator_is_gone(tmp_path: Path, refusal: Exception) -> None:
    watch = Watch()

    def refused(_: float) -> None:
        raise refusal

    tempo = a_tempo(tmp_path, watch, [])
    tempo.begin(START, 60)
    tempo.scale_waits = refused
    tempo.hold()
    watch.seconds += 600
    assert tempo.clock.now() == START
    assert tempo.held


@pytest.mark.parametrize("holds", [True, False])
def test_real_life_waits_for_nobody(tmp_path: Path, holds: bool) -> None:  # noqa: FBT001
    watch = Watch()
    tempo = a_tempo(tmp_path, watch, [], holds=holds)
    tempo.begin(START, 1)
    tempo.hold()
    watch.seconds += 60
    assert (tempo.clock.now() == START) is holds
