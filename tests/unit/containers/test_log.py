"""Structured log lines of the worker (W2)."""

import json
import logging
from collections.abc import Iterator

import pytest

from fetcher import log

GOAL = "979139_26_154_Goal_1"


@pytest.fixture(autouse=True)
def captured_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    log.set_context()
    with caplog.at_level(logging.INFO, "fetcher"):
        yield


def test_a_line_is_signed_like_those_of_the_functions(caplog: pytest.LogCaptureFixture) -> None:
    log.set_context(event_id=GOAL, download_id=f"download1-{GOAL}")
    log.warn("clip_left_out", reason="deleted")
    line = json.loads(caplog.messages[0])
    assert line.pop("timestamp")[10] == " "
    assert line == {
        "level": "WARNING",
        "message": "clip_left_out",
        "service": "clips",
        "module": "fetcher",
        "action": "clip_left_out",
        "event_id": GOAL,
        "download_id": f"download1-{GOAL}",
        "reason": "deleted",
    }
