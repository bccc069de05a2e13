"""What X-Ray is told of a function's work: one subsegment for each matter, which the ids of that matter find.

Lambda listens beside each traced function, at AWS_XRAY_DAEMON_ADDRESS; where nobody listens, nothing is said. The
datagram is documented and needs no library (docs/decisions/0028).
"""

import json
import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

LISTENER, TRACE = "AWS_XRAY_DAEMON_ADDRESS", "_X_AMZN_TRACE_ID"
HEADER = b'{"format": "json", "version": 1}\n'


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace of the invocation at hand, and who listens."""

    listener: tuple[str, int]
    root: str
    parent: str

    @classmethod
    def at_hand(cls, environment: Mapping[str, str] = os.environ) -> Self | None:
        """None where nobody listens, and of an invocation that X-Ray has not chosen."""
        host, _, port = environment.get(LISTENER, "").rpartition(":")
        parts = dict(part.partition("=")[::2] for part in environment.get(TRACE, "").split(";"))
        if not host or parts.get("Sampled") != "1" or not parts.keys() >= {"Root", "Parent"}:
            return None
        return cls((host, int(port)), parts["Root"], parts["Parent"])


@dataclass(slots=True)
class Subsegment:
    """What a function works on, from now until it is over."""

    name: str
    ids: Mapping[str, object]
    began: float = field(default_factory=time.time)

    def over(self, failure: BaseException | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """Says what it was, how long it took, and which error ended it."""
        if (trace := Trace.at_hand(environment)) is None:
            return
        told: dict[str, object] = {
            "name": self.name,
            "id": os.urandom(8).hex(),
            "trace_id": trace.root,
            "parent_id": trace.parent,
            "type": "subsegment",
            "start_time": self.began,
            "end_time": time.time(),
            "annotations": dict(self.ids),
        }
        if failure is not None:
            reason = {"id": os.urandom(8).hex(), "type": type(failure).__name__}
            told |= {"fault": True, "cause": {"exceptions": [reason]}}
        # a trace that is lost costs nothing that was worked on
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
            datagrams.sendto(HEADER + json.dumps(told).encode(), trace.listener)
