"""X-Ray subsegments, sent to Lambda's daemon at AWS_XRAY_DAEMON_ADDRESS.

Without a daemon nothing is sent. The datagram format is documented and needs no library (docs/decisions/0028).
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
    """Trace of the current invocation, and the address of the daemon."""

    listener: tuple[str, int]
    root: str
    parent: str

    @classmethod
    def current(cls, environment: Mapping[str, str] = os.environ) -> Self | None:
        """Return None without a daemon, and for an invocation that is not sampled."""
        host, _, port = environment.get(LISTENER, "").rpartition(":")
        parts = dict(part.partition("=")[::2] for part in environment.get(TRACE, "").split(";"))
        if not host or parts.get("Sampled") != "1" or not parts.keys() >= {"Root", "Parent"}:
            return None
        return cls((host, int(port)), parts["Root"], parts["Parent"])


@dataclass(slots=True)
class Subsegment:
    """Subsegment that annotates one piece of work with its ids."""

    name: str
    ids: Mapping[str, object]
    began: float = field(default_factory=time.time)

    def end(self, failure: BaseException | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """Send the subsegment with its duration and its error."""
        if (trace := Trace.current(environment)) is None:
            return
        segment: dict[str, object] = {
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
            segment |= {"fault": True, "cause": {"exceptions": [reason]}}
        # losing a trace must not fail the work
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
            datagrams.sendto(HEADER + json.dumps(segment).encode(), trace.listener)
