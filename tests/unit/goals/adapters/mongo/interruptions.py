"""Something happens just before the nth write: a crash, or what somebody else does meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from pymongo.collection import Collection

WRITES = ("bulk_write", "insert_one", "update_one", "replace_one", "delete_many")


class Crash(BaseException):
    """The process is gone; nothing in it can catch that."""


@dataclass
class Writes:
    """How many writes were begun."""

    begun: int = 0


@contextmanager
def before_write(n: int, happens: Callable[[], object]) -> Iterator[Writes]:
    """Counting from 0; what happens does not count its own writes."""
    writes = Writes()
    with pytest.MonkeyPatch.context() as patch:
        for name in WRITES:
            patch.setattr(Collection, name, _wrapped(getattr(Collection, name), writes, n, happens))
        yield writes


def crash() -> None:
    raise Crash


def _wrapped(write: Callable[..., Any], writes: Writes, n: int, happens: Callable[[], object]) -> Callable[..., Any]:
    def wrapped(*arguments: Any, **named: Any) -> Any:
        if writes.begun == n:
            writes.begun = n + 1_000_000
            happens()
            writes.begun = n
        writes.begun += 1
        return write(*arguments, **named)

    return wrapped
