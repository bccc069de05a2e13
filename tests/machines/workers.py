"""Fake clips workers: they receive each job and answer it by script."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.machines.stage import Line, Stage

LISTEN_SECONDS = 1


@dataclass(slots=True)
class Workers:
    """Queue of jobs, with a verdict per post, or one script line per job."""

    stage: Stage
    answers: dict[str, Any] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    idle: bool = False
    taken: list[dict[str, Any]] = field(default_factory=list)
    queue: str = field(init=False)
    done: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.queue = self.stage.sqs.create_queue(QueueName=f"clips-{uuid4().hex[:8]}")["QueueUrl"]

    def work(self) -> None:
        """Answer jobs until `done` is set."""
        while not self.done.is_set():
            found = self.stage.sqs.receive_message(
                QueueUrl=self.queue, MaxNumberOfMessages=10, WaitTimeSeconds=LISTEN_SECONDS
            )
            for message in found.get("Messages", []):
                self.stage.sqs.delete_message(QueueUrl=self.queue, ReceiptHandle=message["ReceiptHandle"])
                self._answer(json.loads(message["Body"]))

    def _answer(self, order: dict[str, Any]) -> None:
        line = self.lines[min(len(self.taken), len(self.lines) - 1)] if self.lines else {}
        self.taken.append(order)
        if "raises" in line:
            self.stage.states.send_task_failure(taskToken=order["token"], error=line["raises"], cause="")
            return
        verdict = line["answers"] if line else self.answers.get(order["clip"]["tweet_id"], self.answers.get(""))
        self.stage.states.send_task_success(taskToken=order["token"], output=json.dumps(verdict))


@contextmanager
def working(workers: Workers) -> Iterator[None]:
    """Run the workers within the block."""
    thread = threading.Thread(target=workers.work, daemon=True)
    if not workers.idle:
        thread.start()
    try:
        yield
    finally:
        workers.done.set()
        if not workers.idle:
            thread.join()
