"""Structured lines for the log of the task, in the shape of those of the functions."""

import json
import logging
import os
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime

SERVICE, MODULE = "clips", "fetcher"

DETAIL = 300

_log = logging.getLogger("fetcher")
_about: ContextVar[Mapping[str, object]] = ContextVar("about")


def start_log() -> None:
    """Sends the lines to the standard output, one JSON object each."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    _log.setLevel(logging.INFO)


def about(**ids: object) -> None:
    """What every line of this thread from now on is about."""
    _about.set(ids)


def say(action: str, **facts: object) -> None:
    """One line: what happened, to what."""
    _log.info(_line("INFO", action, facts))


def warn(action: str, **facts: object) -> None:
    """One line about something that people may have to look at."""
    _log.warning(_line("WARNING", action, facts))


def _line(level: str, action: str, facts: Mapping[str, object]) -> str:
    now = datetime.now(UTC)
    known = {**_about.get({}), **facts}
    if os.environ.get("LOG_FORMAT") == "pretty":
        words = " ".join(f"{name}={fact}" for name, fact in known.items())
        return f"{now:%H:%M:%S} {level:<7} {MODULE} {action} {words}".rstrip()
    moment = f"{now:%Y-%m-%d %H:%M:%S},{now.microsecond // 1000:03d}+0000"
    signature = {"level": level, "message": action, "timestamp": moment, "service": SERVICE, "module": MODULE}
    return json.dumps({**signature, "action": action, **known})


def plain(detail: object) -> str:
    """What somebody else said, fit for a line: in ASCII, and not too long."""
    return str(detail).encode("ascii", "backslashreplace").decode()[:DETAIL]
