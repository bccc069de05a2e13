"""The mark that every write leaves on a fixture, so that whoever read it before can tell."""

from typing import Any
from uuid import uuid4


def stamp() -> dict[str, Any]:
    """A new mark, to be set with the write."""
    return {"_written": uuid4().hex}


def written_as(fixture_id: int, written: str | None) -> dict[str, Any]:
    """The guard: this fixture, if nobody wrote it since it carried that mark."""
    return {"_id": fixture_id, "_written": written}
