"""A worker of the pool: takes clips from a queue, a few side by side, and hands each on when its files lie ready.

What it has in its hands is hidden from other workers only for a short time, which is renewed for what got somewhere
since the last time: a clip whose worker dies, hangs or is taken away is another one's before long.
"""

import json
import math
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from fetcher.clip import left_out, run
from fetcher.clip_job import Hand, Lane
from fetcher.decoder_client import Decoder, DecoderGone
from fetcher.log import about, say, warn
from fetcher.protection import Protection
from footy.core.aws.sqs import ReceivedJob
from footy.core.errors import ClipError, FootyError, UpstreamUnavailable
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import NOT_FETCHED, ClipJob, ClipResult, ValidationJob

IN_HAND = 4  # clips of which some are being fetched while another is looked through
SIDE_BY_SIDE = 1  # clips decoded at a time: a task has one processor, and memory for one decoder
POLL_SECONDS = 5  # who is told to leave waits for it
BEATS = 3  # so often it is looked for life within the time in which it must be shown
PAUSE_SECONDS = 5
SLACK_SECONDS = 15.0
HUNG, DECODER_GONE = 70, 71


@dataclass(slots=True)
class Worker:
    """Works until it is told to leave; then it finishes what it has in its hands."""

    container: GoalsContainer
    decoder: Decoder
    protection: Protection
    leaving: threading.Event = field(default_factory=threading.Event)
    end: Callable[[int], None] = os._exit
    now: Callable[[], float] = time.monotonic
    _hands: dict[str, Hand] = field(default_factory=dict)
    _lane: Lane = field(default_factory=lambda: Lane(threading.BoundedSemaphore(SIDE_BY_SIDE)))
    _last_beat: float = -math.inf

    def drain(self) -> None:
        """Takes nothing more."""
        self.leaving.set()

    def run(self) -> int:
        """Returns when it was told to leave and nothing is left in its hands."""
        _ = (
            self.container.clip_jobs,
            self.container.validation_jobs,
            self.container.work,
        )  # made once, and not by each thread
        threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(IN_HAND)]
        for thread in threads:
            thread.start()
        every = self.container.rules.clip_hidden_seconds / BEATS
        while not self.leaving.wait(every):
            self._show_life()
        say("leaving", in_hand=len(self._hands))
        for thread in threads:  # one that only listens may be handed a clip in this moment, which it gives back
            while thread.is_alive():
                self._show_life()
                thread.join(every)
        self.protection.set(on=False)
        return 0

    def _serve(self) -> None:
        while not self.leaving.is_set():
            try:
                self._take_one()
            except UpstreamUnavailable as failure:
                warn("queue_unavailable", reason=str(failure))
                self.leaving.wait(PAUSE_SECONDS)
            except DecoderGone as failure:
                warn("decoder_gone", reason=str(failure))
                self.end(DECODER_GONE)
            except Exception as fault:  # noqa: BLE001 - a fault of the program: the message goes to the dead letters
                warn("order_failed", reason=repr(fault))

    def _take_one(self) -> None:
        orders = self.container.clip_jobs
        delivery = orders.receive(wait=POLL_SECONDS, hidden=self.container.rules.clip_hidden_seconds)
        if delivery is None:
            return
        if self.leaving.is_set():
            orders.hide(delivery.receipt, 0)
            return
        hand = self._hands[delivery.receipt] = Hand(self._lane, self.now)
        try:
            self._carry_out(delivery, hand)
        finally:
            self._hands.pop(delivery.receipt, None)
            about()

    def _carry_out(self, delivery: ReceivedJob, hand: Hand) -> None:
        """Handed on when its result lies ready, also by a worker before this one; only then it is taken off."""
        order: ClipJob = json.loads(delivery.body)
        download_id, post = order["download_id"], order["clip"]["tweet_id"]
        about(event_id=order["event_id"], download_id=download_id, post=post)
        work = self.container.work
        if not work.has_result(download_id, post):
            hand.go_on()
            try:
                result = self._result(order, delivery.receives, hand)
            except FootyError as lacking:
                warn("clip_given_back", reason=str(lacking))
                self.container.clip_jobs.hide(delivery.receipt, PAUSE_SECONDS)
                return
            hand.go_on()
            work.put_result(download_id, result)
            say("clip_ended", outcome=result["outcome"])
        look: ValidationJob = {
            "token": order["token"],
            "event_id": order["event_id"],
            "download_id": download_id,
            "tweet_id": post,
            "until": order["until"],
        }
        hand.go_on()
        self.container.validation_jobs.send(json.dumps(look))
        hand.go_on()
        self.container.clip_jobs.remove(delivery.receipt)

    def _result(self, order: ClipJob, receives: int, hand: Hand) -> ClipResult:
        """What was in too many hands, or is not wanted any more, is not opened again."""
        container, wanted = self.container, order["clip"]
        if receives > container.rules.clip_deliveries:
            return left_out(wanted, ClipError(NOT_FETCHED, f"in hands {receives} times"))
        if container.clock.now() > datetime.fromisoformat(order["until"]):
            return left_out(wanted, ClipError(NOT_FETCHED, "too late"))
        say("clip_begun", receives=receives)
        try:
            return run(
                order["download_id"],
                wanted,
                work=container.work,
                decoder=self.decoder,
                lane=hand,
                settings=container.settings,
                sign=hand.sign,
            )
        except ClipError as lacking:
            if receives == container.rules.clip_deliveries:
                return left_out(wanted, lacking)
            raise

    def _show_life(self) -> None:
        """Renews what got somewhere since the last time; where something hangs, it ends."""
        hands, since = dict(self._hands), self._last_beat
        self._last_beat = self.now()
        self._end_where_one_hangs(hands)
        self.protection.set(on=bool(hands))
        for receipt in [receipt for receipt, hand in hands.items() if hand.last_sign >= since]:
            try:
                self.container.clip_jobs.hide(receipt, self.container.rules.clip_hidden_seconds)
            except UpstreamUnavailable as failure:  # it was done meanwhile, or another one will do it too
                say("not_renewed", reason=str(failure))
            self._end_where_one_hangs(hands)  # a queue that is slow to answer does not hold this up

    def _end_where_one_hangs(self, hands: Mapping[str, Hand]) -> None:
        silent = self.container.rules.clip_silent_seconds
        if any(hand.hangs(silent, self._longest) for hand in hands.values()):
            warn("hung", in_hand=len(hands))
            self.end(HUNG)

    @property
    def _longest(self) -> float:
        """What the longest thing may take that is done to a clip, and a little more."""
        rules = self.container.rules
        return max(rules.clip_fetch_seconds, rules.decode_seconds) + SLACK_SECONDS
