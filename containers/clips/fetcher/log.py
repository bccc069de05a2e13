"""Structured log of the worker, in the format of the functions' logs (W2)."""

import json
import logging
import os
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime

SERVICE, MODULE = "clips", "fetcher"

DETAIL = 300

_log = logging.getLogger("fetcher")
_context: ContextVar[Mapping[str, object]] = ContextVar("context")


def start_log() -> None:
    """Log to the standard output, one JSON object per line."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    _log.setLevel(logging.INFO)


def set_context(**ids: object) -> None:
    """Set the ids that every later line of this thread carries."""
    _context.set(ids)


def say(action: str, **facts: object) -> None:
    """Log what happened, to what."""
    _log.info(_line("INFO", action, facts))


def warn(action: str, **facts: object) -> None:
    """Log something that people may have to look at."""
    _log.warning(_line("WARNING", action, facts))


def _line(level: str, action: str, facts: Mapping[str, object]) -> str:
    now = datetime.now(UTC)
    fields = {**_context.get({}), **facts}
    if os.environ.get("LOG_FORMAT") == "pretty":
        words = " ".join(f"{name}={fact}" for name, fact in fields.items())
        return f"{now:%H:%M:%S} {level:<7} {MODULE} {action} {words}".rstrip()
    moment = f"{now:%Y-%m-%d %H:%M:%S},{now.microsecond // 1000:03d}+0000"
    signature = {"level": level, "message": action, "timestamp": moment, "service": SERVICE, "module": MODULE}
    return json.dumps({**signature, "action": action, **fields})


def plain(detail: object) -> str:
    """Return foreign text in ASCII and cut, fit for a log line."""
    return str(detail).encode("ascii", "backslashreplace").decode()[:DETAIL]
