"""What changed since somebody last asked, as server-sent events that are complete at once.

A cursor is a second of real time, rounded down to a step, so that all who watch carry one of a few and a cache answers
thousands from one. It tells of a little more than what is new, because writes are stamped before they are seen.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from footy.goals.settings import Rules

_CURSOR = re.compile(r"\d{9,11}")


def cursor_at(now: datetime, rules: Rules) -> str:
    """Where somebody who reads now goes on."""
    second = int(now.timestamp())
    return str(second - second % rules.stream_step_seconds)


def since_of(cursor: str | None, now: datetime, rules: Rules) -> datetime | None:
    """From when on changes are told to who carries that cursor; None when it has to begin anew.

    One that is too old would be told more than reading all again; one from the future, or of strange form, is not ours.
    """
    if not cursor or not _CURSOR.fullmatch(cursor):
        return None
    at = datetime.fromtimestamp(int(cursor), UTC)
    if not now - timedelta(minutes=rules.stream_memory_minutes) <= at <= now:
        return None
    return at - timedelta(seconds=rules.stream_overlap_seconds)


def change_event(changed: Mapping[int, datetime], cursor: str, rules: Rules) -> str:
    """`invalidate` with the matches that changed, each with its stamp; nothing to handle where there is none."""
    told = [{"id": _id, "stamp": int(at.timestamp() * 1000)} for _id, at in sorted(changed.items())]
    return _event("invalidate" if told else "nothing", {"fixtures": told}, cursor, rules)


def first_event(cursor: str, rules: Rules, *, anew: bool) -> str:
    """Where to go on from; who carried a cursor that says nothing any more has to read all again."""
    return _event("reload" if anew else "hello", {}, cursor, rules)


def _event(name: str, data: object, cursor: str, rules: Rules) -> str:
    text = json.dumps(data, separators=(",", ":"))
    return f"retry: {rules.stream_retry_ms}\nid: {cursor}\nevent: {name}\ndata: {text}\n\n"
