"""Interface of the AWS that a local stack is deployed to."""

from collections.abc import Sequence
from typing import Any, Protocol

from local.process.watch import Member


class Aws(Member, Protocol):
    """The embedded AWS, or one that is already running."""

    @property
    def url(self) -> str:
        """Address of the AWS."""

    @property
    def scales(self) -> bool:
        """Support for Wait states that follow the replay clock."""

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: object) -> None: ...

    def client(self, service: str) -> Any:
        """Return a boto3 client of the service."""

    def scale_waits(self, factor: float) -> None:
        """Multiply all Wait states and retry pauses."""

    def make_ready(self, addresses: Sequence[str]) -> None:
        """Prepare a deployment whose functions must reach these files and servers."""
