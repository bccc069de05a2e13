"""When a clip in a worker's hands goes no further."""

import threading

import pytest

from fetcher.hand import Hand
from tests.patience import eventually


class Watch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_what_comes_to_its_end_begins_the_time_anew(watch: Watch) -> None:
    hand = Hand(threading.BoundedSemaphore(), watch.now)
    watch.seconds = 75.0
    assert not hand.hangs(75)
    watch.seconds = 75.1
    assert hand.hangs(75)
    with hand:
        assert not hand.hangs(75)
        watch.seconds = 150.2
        assert hand.hangs(75)
    assert not hand.hangs(75)


def test_what_waits_for_the_lane_does_not_hang_however_long_the_others_take(watch: Watch) -> None:
    lane, left = threading.BoundedSemaphore(), threading.Event()
    first, second = Hand(lane, watch.now), Hand(lane, watch.now)

    def follow() -> None:
        with second:
            left.wait()

    thread = threading.Thread(target=follow)
    with first:
        thread.start()
        eventually(lambda: not second.hangs(-1), "the second at the lane")
        watch.seconds = 1_000.0
        assert first.hangs(75)
        assert not second.hangs(75)
    eventually(lambda: second.hangs(-1), "the second in the lane")
    assert not second.hangs(75), "its own time begins there"
    watch.seconds = 1_075.1
    assert second.hangs(75)
    left.set()
    thread.join()
