"""What runs the state machines: the emulator, or whatever answers at `FOOTY_ENDPOINT`."""

import os
from dataclasses import dataclass
from typing import Any, Protocol

from local.aws.server import client_at

ENDPOINT = os.environ.get("FOOTY_ENDPOINT", "")


class Engine(Protocol):
    """An AWS, as far as the stage needs one."""

    def client(self, service: str) -> Any:
        """A boto3 client of the service there."""

    def scale_waits(self, factor: float) -> None:
        """Makes waits and pauses last that share of their time."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An AWS that somebody else has started."""

    url: str

    def client(self, service: str) -> Any:
        return client_at(self.url, service)

    def scale_waits(self, factor: float) -> None:
        raise NotImplementedError(f"only the emulator's waits follow a clock, not those of {self.url} ({factor})")
