"""The revision that every write gives a fixture, so that whoever read it before can tell."""

from typing import Any
from uuid import uuid4


def new_revision() -> dict[str, Any]:
    """A new one, to be set with the write."""
    return {"_written": uuid4().hex}


def at_revision(fixture_id: int, written: str | None) -> dict[str, Any]:
    """The guard: this fixture, if nobody wrote it since it was at that revision."""
    return {"_id": fixture_id, "_written": written}
