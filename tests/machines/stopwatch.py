"""Durations recorded by threads of this process and by functions on the emulator."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.model.outcome import percentile
from bench.model.table import Span

# entry point of a timed function; `sent` is the time at which SQS accepted its message
TIMED = """import json, os, sys, time
sys.path[:0] = os.environ["STAGE_PATH"].split(os.pathsep)
import handler

def handle(event, context):
    began = time.time()
    try:
        return handler.handle(event, context)
    finally:
        records = event.get("Records", [])
        bodies = [json.loads(one["body"]) for one in records]
        line = {
            "part": os.environ["POWERTOOLS_SERVICE_NAME"],
            "key": event.get("download_id") or (bodies[0].get("clip", {}).get("tweet_id", "") if bodies else ""),
            "began": began,
            "ended": time.time(),
            "sent": [int(one["attributes"]["SentTimestamp"]) / 1000 for one in records],
        }
        with open(os.environ["STOPWATCH"], "a") as lines:
            lines.write(json.dumps(line) + "\\n")
"""


@dataclass(frozen=True, slots=True)
class Turn:
    """Timed piece of work; `sent` is set for messages."""

    part: str
    key: str
    began: float
    ended: float
    sent: tuple[float, ...] = ()

    @property
    def seconds(self) -> float:
        return self.ended - self.began


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """File of lines that all processes append to."""

    file: Path

    @contextmanager
    def span(self, part: str, key: str) -> Iterator[None]:
        """Record the duration of the block."""
        began = time.time()
        yield
        line = json.dumps({"part": part, "key": key, "began": began, "ended": time.time(), "sent": []})
        with self.file.open("a") as lines:
            lines.write(line + "\n")

    def forget(self) -> None:
        """Discard earlier records."""
        self.file.write_text("")

    def turns(self, part: str) -> list[Turn]:
        """Return the records of one part by start time."""
        told = map(json.loads, self.file.read_text().splitlines())
        turns = [Turn(**{**one, "sent": tuple(one["sent"])}) for one in told if one["part"] == part]
        return sorted(turns, key=lambda turn: turn.began)

    def seconds(self, part: str) -> list[float]:
        return [turn.seconds for turn in self.turns(part)]


def at_once(turns: Sequence[Turn], places: int) -> list[float]:
    """Return the delivery times of messages that met a free consumer."""
    return [
        turn.began - sent
        for turn in turns
        for sent in turn.sent
        if all(
            sum(other.began <= moment < other.ended for other in turns) < places for moment in (sent, turn.began - 1e-3)
        )
    ]


def span_of(seconds: Sequence[float]) -> Span:
    """Fit a span as the model draws it."""
    measured = [max(one, 0.001) for one in seconds]
    median = percentile(measured, 50)
    return Span(median, max(percentile(measured, 95), 1.05 * median))
