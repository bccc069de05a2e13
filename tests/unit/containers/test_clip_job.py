"""Hung clip jobs by their heartbeats."""

import threading

import pytest

from fetcher.clip_job import DecoderSlot, RunningJob
from tests.support.waiting import eventually


class Watch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def lane() -> DecoderSlot:
    return DecoderSlot(threading.BoundedSemaphore())


def test_job_without_heartbeat_hangs(watch: Watch, lane: DecoderSlot) -> None:
    hand = RunningJob(lane, watch.now)
    watch.seconds = 30.0
    assert not hand.hangs(30, 75)
    watch.seconds = 30.1
    assert hand.hangs(30, 75)
    hand.heartbeat()
    assert not hand.hangs(30, 75)


def test_intended_wait_is_not_hung(watch: Watch, lane: DecoderSlot) -> None:
    hand = RunningJob(lane, watch.now)
    hand.heartbeat(20.0)
    watch.seconds = 50.0
    assert not hand.hangs(30, 75)
    watch.seconds = 50.1
    assert hand.hangs(30, 75)


def test_heartbeats_do_not_extend_a_step_forever(watch: Watch, lane: DecoderSlot) -> None:
    hand = RunningJob(lane, watch.now)
    for watch.seconds in (25.0, 50.0, 75.0):
        hand.heartbeat()
        assert not hand.hangs(30, 75)
    watch.seconds = 75.1
    assert hand.hangs(30, 75)
    with hand:
        assert not hand.hangs(30, 75)
        watch.seconds = 150.2
        hand.heartbeat()
        assert hand.hangs(30, 75)
    assert not hand.hangs(30, 75)


def test_job_waiting_for_the_decoder_lives_with_the_one_inside(watch: Watch, lane: DecoderSlot) -> None:
    remaining = threading.Event()
    first, second = RunningJob(lane, watch.now), RunningJob(lane, watch.now)

    def follow() -> None:
        with second:
            remaining.wait()

    thread = threading.Thread(target=follow)
    with first:
        thread.start()
        eventually(lambda: not second.hangs(30, -1), "the second at the lane")
        for watch.seconds in (30.0, 60.0, 90.0):
            first.heartbeat()
            assert not second.hangs(30, 75), "however long the other takes"
            assert second.last_heartbeat == watch.seconds
        watch.seconds = 120.1
        assert first.hangs(30, 75)
        assert second.hangs(30, 75), "behind one that hangs"
    eventually(lambda: second.hangs(30, -1), "the second in the lane")
    assert not second.hangs(30, 75), "its own time begins there"
    watch.seconds = 150.2
    assert second.hangs(30, 75)
    remaining.set()
    thread.join()
