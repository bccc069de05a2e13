"""What the local stack needs of an AWS, whoever has started it."""

from collections.abc import Sequence
from typing import Any, Protocol

from local.process.processes import Member


class Aws(Member, Protocol):
    """One that is embedded, or one that is given."""

    @property
    def url(self) -> str:
        """Where it answers."""

    @property
    def scales(self) -> bool:
        """Whether its waits follow the match clock, be it fast or held."""

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: object) -> None: ...

    def client(self, service: str) -> Any:
        """A boto3 client of the service there."""

    def scale_waits(self, factor: float) -> None:
        """Makes Wait states and pauses between retries last that share of their time."""

    def make_ready(self, places: Sequence[str]) -> None:
        """Sees to it that a deployment can begin whose functions reach these files and servers."""
