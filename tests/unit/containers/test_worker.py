"""A worker of the pool, with queues and bucket in process: nothing in its hands is lost, whatever becomes of it."""

import threading
from datetime import timedelta

from fetcher.decoder_client import DecoderGone
from fetcher.jobs import Unchecked
from fetcher.worker import DECODER_GONE, DECODES_AT_ONCE, JOBS_AT_ONCE
from footy.core.aws.sqs import JobQueue, ReceivedJob
from footy.goals.model.clips import NOT_FETCHED
from tests.support.clip_worker import NOW, RULES, Place, at_work
from tests.support.goals import DOWNLOAD
from tests.support.waiting import eventually


def test_a_clip_is_fetched_and_handed_on(place: Place) -> None:
    place.order()
    place.worker()._run_one()
    [job] = place.looks()
    assert (job["token"], job["clip"]["tweet_id"]) == ("t1", "1")
    assert (job["download_id"], job["until"]) == (DOWNLOAD, (NOW + timedelta(minutes=9)).isoformat())
    assert place.done()["outcome"] == "fetched"
    assert place.queue_counts() == (0, 0)


def test_what_another_worker_has_done_is_not_done_again(place: Place) -> None:
    place.order()
    place.order()
    worker = place.worker()
    worker._run_one()
    worker._run_one()
    assert place.site.requests == ["/a.mp4"]
    assert len(place.looks()) == 2, "the first may have died before it handed it on"


def test_unchecked_clip_is_retried_then_sent_on(place: Place) -> None:
    place.decoder.trouble = Unchecked("no memory")
    place.order()
    worker = place.worker()
    for _ in range(RULES.clip_deliveries - 1):
        worker._run_one()
        assert (place.looks(), place.queue_counts()) == ([], (1, 0))
    worker._run_one()
    assert place.done()["outcome"] == "unchecked"
    assert len(place.looks()) == 1


def test_a_clip_that_killed_its_workers_is_not_opened_again(place: Place) -> None:
    place.order()
    for _ in range(RULES.clip_deliveries):
        assert place.container.clip_jobs.receive(wait=0, hidden=0)
    place.worker()._run_one()
    assert place.site.requests == []
    assert (place.done()["outcome"], len(place.looks())) == (NOT_FETCHED, 1)


def test_what_is_not_wanted_any_more_is_not_fetched(place: Place) -> None:
    place.order(until=timedelta(minutes=-1))
    place.worker()._run_one()
    assert (place.site.requests, place.done()["outcome"]) == ([], NOT_FETCHED)


def test_graceful_shutdown_finishes_a_long_job(place: Place) -> None:
    place.decoder.next_step.clear()
    for post in "123456":
        place.order(post)
    worker = place.worker()
    thread = at_work(worker)
    eventually(lambda: place.decoder.looking == DECODES_AT_ONCE)
    eventually(lambda: place.queue_counts() == (6 - JOBS_AT_ONCE, JOBS_AT_ONCE))
    worker.shutdown.set()
    place.decoder.next_step.set()
    thread.join()
    assert len(place.looks()) == JOBS_AT_ONCE
    assert sum(place.queue_counts()) == 6 - JOBS_AT_ONCE
    assert place.exit_reasons == []


def test_one_that_shows_no_life_loses_its_clips_to_another(place: Place) -> None:
    place.order()
    assert place.container.clip_jobs.receive(wait=0, hidden=1), "it was taken, and never heard of again"
    other = place.worker()

    def done() -> bool:
        other._run_one()
        return place.done() is not None

    eventually(done)
    assert [look["token"] for look in place.looks()] == ["t1"]


class Slow(JobQueue):
    """The queue, whose polls last until they are let go."""

    def __init__(self, orders: JobQueue) -> None:
        self.orders = orders
        self.requests = 0
        self.next_step = threading.Event()

    def receive(self, *, wait: int, hidden: int) -> ReceivedJob | None:
        self.requests += 1
        self.next_step.wait()
        return self.orders.receive(wait=wait, hidden=hidden)

    def hide(self, receipt: str, seconds: int) -> None:
        self.orders.hide(receipt, seconds)


def test_job_received_during_shutdown_is_returned(place: Place) -> None:
    slow = Slow(place.container.clip_jobs)
    place.container.clip_jobs = slow
    worker = place.worker()
    thread = at_work(worker)
    eventually(lambda: slow.requests == JOBS_AT_ONCE)
    worker.shutdown.set()
    slow.orders.send("{}")
    thread.join(0.3)
    assert thread.is_alive(), "its polls are still under way"
    slow.next_step.set()
    thread.join()
    assert place.queue_counts() == (1, 0)


def test_it_is_protected_while_it_has_something_in_its_hands(place: Place) -> None:
    place.decoder.next_step.clear()
    worker = place.worker()
    thread = at_work(worker)
    place.order()
    eventually(lambda: place.agent.wishes == [True])
    place.decoder.next_step.set()
    eventually(lambda: place.agent.wishes == [True, False])
    worker.shutdown.set()
    thread.join()
    assert place.agent.wishes == [True, False]


def test_one_without_its_decoder_ends_and_loses_nothing(place: Place) -> None:
    place.decoder.trouble = DecoderGone("it ended")
    place.order()
    worker = place.worker()
    thread = at_work(worker)
    eventually(lambda: DECODER_GONE in place.exit_reasons)
    worker.shutdown.set()
    thread.join()
    assert sum(place.queue_counts()) == 1
