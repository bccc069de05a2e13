"""Worker of the pool: takes clip jobs from a queue, a few at a time, and sends each on once its files are stored.

A job is hidden from other workers only for a short visibility timeout, which the worker extends while the job makes
progress (heartbeat): if a worker dies, hangs or is terminated, another one receives the job soon.
"""

import json
import math
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from fetcher.clip import run, skipped
from fetcher.clip_job import DecoderSlot, RunningJob
from fetcher.decoder_client import Decoder, DecoderGone
from fetcher.log import say, set_context, warn
from fetcher.protection import Protection
from footy.core.aws.sqs import ReceivedJob
from footy.core.errors import ClipError, FootyError, UpstreamUnavailable
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import NOT_FETCHED, ClipJob, ClipResult

JOBS_AT_ONCE = 4  # some are fetched while another is decoded
DECODES_AT_ONCE = 1  # a task has one processor, and memory for one decoder
POLL_SECONDS = 5  # a graceful shutdown waits for a running poll
CHECKS_PER_TIMEOUT = 3  # heartbeat checks within one visibility timeout
PAUSE_SECONDS = 5
GRACE_SECONDS = 15.0
HUNG, DECODER_GONE = 70, 71


@dataclass(slots=True)
class Worker:
    """Worker that runs until its shutdown is requested, and then finishes the jobs it has begun."""

    container: GoalsContainer
    decoder: Decoder
    protection: Protection
    shutdown: threading.Event = field(default_factory=threading.Event)
    end: Callable[[int], None] = os._exit
    now: Callable[[], float] = time.monotonic
    _jobs: dict[str, RunningJob] = field(default_factory=dict)
    _slot: DecoderSlot = field(default_factory=lambda: DecoderSlot(threading.BoundedSemaphore(DECODES_AT_ONCE)))
    _last_check: float = -math.inf

    def run(self) -> int:
        """Serve until shutdown is requested (graceful shutdown), then return once all jobs are finished."""
        # created here once, not by each thread
        _ = (self.container.clip_jobs, self.container.validation_jobs, self.container.work)
        threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(JOBS_AT_ONCE)]
        for thread in threads:
            thread.start()
        interval = self.container.rules.clip_hidden_seconds / CHECKS_PER_TIMEOUT
        while not self.shutdown.wait(interval):
            self._extend_jobs()
        say("shutdown_begun", jobs=len(self._jobs))
        for thread in threads:  # a thread that polls may still receive a job, which it returns to the queue
            while thread.is_alive():
                self._extend_jobs()
                thread.join(interval)
        self.protection.set(on=False)
        return 0

    def _serve(self) -> None:
        while not self.shutdown.is_set():
            try:
                self._run_one()
            except UpstreamUnavailable as failure:
                warn("queue_unavailable", reason=str(failure))
                self.shutdown.wait(PAUSE_SECONDS)
            except DecoderGone as failure:
                warn("decoder_gone", reason=str(failure))
                self.end(DECODER_GONE)
            except Exception as fault:  # noqa: BLE001 - a bug of ours: the message goes to the dead-letter queue
                warn("job_failed", reason=repr(fault))

    def _run_one(self) -> None:
        queue = self.container.clip_jobs
        delivery = queue.receive(wait=POLL_SECONDS, hidden=self.container.rules.clip_hidden_seconds)
        if delivery is None:
            return
        if self.shutdown.is_set():
            queue.hide(delivery.receipt, 0)
            return
        running = self._jobs[delivery.receipt] = RunningJob(self._slot, self.now)
        try:
            self._carry_out(delivery, running)
        finally:
            self._jobs.pop(delivery.receipt, None)
            set_context()

    def _carry_out(self, delivery: ReceivedJob, running: RunningJob) -> None:
        """Process a job unless an earlier delivery has stored its result; send it on, then delete its message."""
        job: ClipJob = json.loads(delivery.body)
        download_id, post = job["download_id"], job["clip"]["tweet_id"]
        set_context(event_id=job["event_id"], download_id=download_id, post=post)
        work = self.container.work
        if not work.has_result(download_id, post):
            running.next_step()
            try:
                result = self._result(job, delivery.receives, running)
            except FootyError as failure:
                warn("clip_given_back", reason=str(failure))
                self.container.clip_jobs.hide(delivery.receipt, PAUSE_SECONDS)
                return
            running.next_step()
            work.put_result(download_id, result)
            say("clip_ended", outcome=result["outcome"])
        running.next_step()
        self.container.validation_jobs.send(delivery.body)
        running.next_step()
        self.container.clip_jobs.remove(delivery.receipt)

    def _result(self, job: ClipJob, receives: int, running: RunningJob) -> ClipResult:
        """Skip a clip that was delivered too often or is too late; else fetch and decode it."""
        container, post = self.container, job["clip"]
        if receives > container.rules.clip_deliveries:
            return skipped(post, ClipError(NOT_FETCHED, f"delivered {receives} times"))
        if container.clock.now() > datetime.fromisoformat(job["until"]):
            return skipped(post, ClipError(NOT_FETCHED, "too late"))
        say("clip_begun", receives=receives)
        try:
            return run(
                job["download_id"],
                post,
                work=container.work,
                decoder=self.decoder,
                slot=running,
                settings=container.settings,
                heartbeat=running.heartbeat,
            )
        except ClipError as failure:
            if receives == container.rules.clip_deliveries:
                return skipped(post, failure)
            raise

    def _extend_jobs(self) -> None:
        """Extend the visibility timeout of jobs with a recent heartbeat; end the worker if a job hangs."""
        jobs, since = dict(self._jobs), self._last_check
        self._last_check = self.now()
        self._end_if_hung(jobs)
        self.protection.set(on=bool(jobs))
        for receipt in [receipt for receipt, running in jobs.items() if running.last_heartbeat >= since]:
            try:
                self.container.clip_jobs.hide(receipt, self.container.rules.clip_hidden_seconds)
            except UpstreamUnavailable as failure:  # it was finished meanwhile, or another worker repeats it
                say("job_not_extended", reason=str(failure))
            self._end_if_hung(jobs)  # a slow queue must not delay this check

    def _end_if_hung(self, jobs: Mapping[str, RunningJob]) -> None:
        silent = self.container.rules.clip_silent_seconds
        if any(running.hangs(silent, self._longest) for running in jobs.values()):
            warn("hung", jobs=len(jobs))
            self.end(HUNG)

    @property
    def _longest(self) -> float:
        """Return the longest time that one step of a job may take."""
        rules = self.container.rules
        return max(rules.clip_fetch_seconds, rules.decode_seconds) + GRACE_SECONDS
