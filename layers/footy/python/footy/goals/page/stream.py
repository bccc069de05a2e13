"""Server-sent events about changed matches, each answer complete at once.

A cursor is a second of real time, rounded down to a step, so that many viewers share an answer in the cache.
Reads overlap a little, because a write is stamped before it is visible.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from footy.goals.settings import Rules

_CURSOR = re.compile(r"\d{9,11}")


def cursor_at(now: datetime, rules: Rules) -> str:
    """Return the cursor of a read at this moment."""
    second = int(now.timestamp())
    return str(second - second % rules.stream_step_seconds)


def since_of(cursor: str | None, now: datetime, rules: Rules) -> datetime | None:
    """Return the start of the changes for a cursor, or None if the client has to reload.

    An old cursor would get more changes than a reload; a cursor from the future or of another form is not ours.
    """
    if not cursor or not _CURSOR.fullmatch(cursor):
        return None
    at = datetime.fromtimestamp(int(cursor), UTC)
    if not now - timedelta(minutes=rules.stream_memory_minutes) <= at <= now:
        return None
    return at - timedelta(seconds=rules.stream_overlap_seconds)


def change_event(changed: Mapping[int, datetime], cursor: str, rules: Rules) -> str:
    """Return the event with the stamps of the changed matches."""
    fixtures = [{"id": _id, "stamp": int(at.timestamp() * 1000)} for _id, at in sorted(changed.items())]
    return _event("invalidate" if fixtures else "nothing", {"fixtures": fixtures}, cursor, rules)


def first_event(cursor: str, rules: Rules, *, reload: bool) -> str:
    """Return the first event of a client; one with an invalid cursor has to reload."""
    return _event("reload" if reload else "hello", {}, cursor, rules)


def _event(name: str, data: object, cursor: str, rules: Rules) -> str:
    text = json.dumps(data, separators=(",", ":"))
    return f"retry: {rules.stream_retry_ms}\nid: {cursor}\nevent: {name}\ndata: {text}\n\n"
