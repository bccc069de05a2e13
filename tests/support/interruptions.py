"""Interruptions of the nth MongoDB write: a crash, or a concurrent write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from pymongo.collection import Collection

WRITES = ("bulk_write", "insert_one", "update_one", "replace_one", "delete_many")


class Crash(BaseException):
    """End of the process, which no code can catch."""


@dataclass
class Writes:
    """Number of writes so far."""

    begun: int = 0


@contextmanager
def before_write(n: int, happens: Callable[[], object]) -> Iterator[Writes]:
    """Run `happens` before write `n`, counted from 0; its own writes do not count."""
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
