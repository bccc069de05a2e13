"""A worker whose work hangs is noticed by the signs that do not come, and one that is only slow is left alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fetcher.clip_job import RunningJob
from fetcher.connections import SILENCE_SECONDS
from fetcher.worker import CHECKS_PER_TIMEOUT, GRACE_SECONDS, HUNG, Worker
from footy.core.aws.sqs import JobQueue, ReceivedJob
from footy.goals.settings import Rules
from tests.support import hostile_sites
from tests.support.clip_files import Answer
from tests.support.clip_worker import FRAMES, RULES, Place, at_work
from tests.support.hostile_sites import Part, head
from tests.support.slow_bucket import holding
from tests.support.waiting import eventually

SILENT = RULES.clip_silent_seconds
LONGEST = max(RULES.clip_fetch_seconds, RULES.decode_seconds) + GRACE_SECONDS
FILM = bytes(32 << 20)  # much more than lies between two sockets


@contextmanager
def one_in_hand(place: Place) -> Iterator[tuple[Worker, RunningJob]]:
    """A worker with a clip in its hands; what held it up is gone at the end of the block."""
    place.order()
    worker = place.worker()
    thread = at_work(worker)
    hand = eventually(lambda: next(iter(worker._jobs.values()), None), "a clip in its hands")
    try:
        yield worker, hand
    finally:
        place.decoder.next_step.set()
        place.site.gate.set()
        worker.shutdown.set()
        thread.join()


def hangs_from_now_on(place: Place, worker: Worker) -> None:
    """It is given its time, and not a moment more."""
    last = place.seconds
    place.seconds = last + SILENT
    worker._extend_jobs()
    assert place.exit_reasons == []
    place.seconds += 0.1
    worker._extend_jobs()
    assert set(place.exit_reasons) == {HUNG}


def hangs_before_long(place: Place, worker: Worker) -> None:
    """Word of what it did last may still be on its way."""
    for _ in range(5):
        place.seconds += SILENT + 0.1
        worker._extend_jobs()
    assert place.seconds < LONGEST
    assert set(place.exit_reasons) == {HUNG}


def lives_on(place: Place, worker: Worker, hand: RunningJob) -> None:
    """It got somewhere by now, and that was seen."""
    eventually(lambda: hand.last_heartbeat >= place.seconds, "a sign")
    worker._extend_jobs()
    assert place.exit_reasons == []


def test_worker_with_a_hung_decoder_ends(place: Place) -> None:
    place.decoder.next_step.clear()
    with one_in_hand(place) as (worker, _):
        eventually(lambda: place.decoder.looking)
        hangs_from_now_on(place, worker)


def test_worker_with_a_hung_fetch_ends(place: Place) -> None:
    place.site.gate.clear()
    with one_in_hand(place) as (worker, _):
        eventually(lambda: place.site.requests)
        hangs_before_long(place, worker)


def test_worker_with_a_hung_bucket_ends(place: Place) -> None:
    with holding(place) as bucket, one_in_hand(place) as (worker, _):
        eventually(lambda: bucket.putting and bucket.pictures == len(FRAMES), "a film's put alone")
        hangs_before_long(place, worker)
        bucket.let(everything=True)


def test_slow_decoder_is_not_hung(place: Place) -> None:
    place.decoder.next_step.clear()
    with one_in_hand(place) as (worker, hand):
        eventually(lambda: place.decoder.looking)
        for _ in range(3):
            place.seconds += SILENT - 6
            place.decoder.sign()
            lives_on(place, worker, hand)
    assert place.done()["outcome"] == "fetched"


def test_slow_download_is_not_hung(place: Place) -> None:
    more = threading.Semaphore(0)

    def drops() -> Iterator[Part]:
        yield head("Content-Length: 4")
        for letter in b"film":
            more.acquire()
            yield bytes([letter])

    with hostile_sites.saying(drops) as site:
        place.from_site(site.origin)
        with one_in_hand(place) as (worker, hand):
            for _ in b"fil":
                place.seconds += SILENT - 6
                more.release()
                lives_on(place, worker, hand)
            more.release()
    assert place.done()["outcome"] == "fetched"


def test_slow_upload_is_not_hung(place: Place) -> None:
    place.site.answers["/a.mp4"] = Answer(FILM)
    with holding(place) as bucket, one_in_hand(place) as (worker, hand):
        eventually(lambda: bucket.putting, "a put")
        for _ in range(3):
            place.seconds += SILENT - 6
            bucket.let()
            lives_on(place, worker, hand)
        bucket.let(everything=True)
    assert bucket.taken == len(FILM)


class Noting(JobQueue):
    """The queue; it is noted what was kept from others."""

    def __init__(self, orders: JobQueue) -> None:
        self.orders = orders
        self.kept = 0

    def receive(self, *, wait: int, hidden: int) -> ReceivedJob | None:
        return self.orders.receive(wait=wait, hidden=hidden)

    def hide(self, receipt: str, seconds: int) -> None:
        self.kept += seconds == RULES.clip_hidden_seconds
        self.orders.hide(receipt, seconds)

    def remove(self, receipt: str) -> None:
        self.orders.remove(receipt)


def test_only_jobs_with_a_heartbeat_are_extended(place: Place) -> None:
    place.order()
    noting = place.container.clip_jobs = Noting(place.container.clip_jobs)
    place.decoder.next_step.clear()
    worker = place.worker()
    taking = threading.Thread(target=worker._run_one)
    taking.start()
    eventually(lambda: place.decoder.looking)
    for seconds, sign_at, extensions in ((1, None, 1), (11, None, 1), (21, 15, 2), (31, None, 2), (41, None, 2)):
        if sign_at:
            place.seconds = sign_at
            place.decoder.sign()
        place.seconds = seconds
        worker._extend_jobs()
        assert noting.kept == extensions, seconds
    place.decoder.next_step.set()
    taking.join()


def test_job_of_a_hung_worker_is_free_within_45_seconds() -> None:
    rules = Rules()
    beat = rules.clip_hidden_seconds / CHECKS_PER_TIMEOUT
    assert rules.clip_silent_seconds + beat <= 45
    assert rules.clip_hidden_seconds + beat <= 45


def test_whatever_ends_by_itself_ends_before_it_counts_as_hung(place: Place) -> None:
    rules = Rules()
    assert rules.clip_silent_seconds > SILENCE_SECONDS
    assert rules.decode_silent_seconds < rules.clip_silent_seconds
    queues = (place.container.clip_jobs, place.container.validation_jobs)
    clients: list[Any] = [place.container.work._s3, *(queue._sqs for queue in queues)]
    for call in (client.meta.config for client in clients):
        tries = call.retries["total_max_attempts"]
        assert tries * (call.connect_timeout + call.read_timeout) + 2**tries <= rules.clip_silent_seconds
