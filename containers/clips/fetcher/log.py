"""Structured lines for the log of the task."""

import json
import logging

_log = logging.getLogger("fetcher")


def start_log() -> None:
    """Sends the lines to the standard output, one JSON object each."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    _log.setLevel(logging.INFO)


def say(action: str, **facts: object) -> None:
    """One line: what happened, to what."""
    _log.info(json.dumps({"module": "fetcher", "action": action, **facts}))
