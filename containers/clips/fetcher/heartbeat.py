"""Signs of life: whoever works on a clip gives one when it has got somewhere, and who watches counts from the last."""

from typing import Protocol


class Sign(Protocol):
    """Something was got done; for so many seconds from now on nothing has to be."""

    def __call__(self, ahead: float = 0.0) -> None: ...


def unwatched(ahead: float = 0.0) -> None:
    """Nobody waits for any."""
