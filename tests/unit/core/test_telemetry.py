"""Structured logs (W2) and the handler decorator."""

import gc
import io
import json
from contextlib import nullcontext
from typing import Any

import pytest

from footy.core.telemetry import handler, log_info, logger

CONTEXT: Any = None


def plan_tick(_request: dict[str, Any], _world: object) -> str:
    return "planned"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Capture the log of the process."""
    stream = io.StringIO()
    monkeypatch.setattr(logger.registered_handler, "stream", stream)
    return stream


def test_a_line_is_signed_with_the_name_of_the_step(written: io.StringIO) -> None:
    @handler(plan_tick)
    def handle(event: dict[str, Any], context: Any) -> str:
        log_info("thought")
        return plan_tick(event, context)

    handle({"event_id": "979139_26_154_Goal_1", "other": 1}, CONTEXT)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [(line["module"], line["action"]) for line in lines] == [("plan_tick", "thought"), ("plan_tick", "done")]
    assert {line["event_id"] for line in lines} == {"979139_26_154_Goal_1"}


def test_a_line_names_the_place_that_logged_it(written: io.StringIO) -> None:
    log_info("thought")
    assert json.loads(written.getvalue())["location"].startswith("test_a_line_names_the_place_that_logged_it:")


@pytest.mark.parametrize("fails", [False, True])
def test_the_garbage_collector_pauses_for_an_invocation(fails: bool) -> None:  # noqa: FBT001 - a case
    at_work: list[bool] = []

    @handler(plan_tick)
    def handle(_event: dict[str, Any], _context: Any) -> str:
        at_work.append(gc.isenabled())
        if fails:
            raise ValueError("a failure")
        return "planned"

    with pytest.raises(ValueError, match="a failure") if fails else nullcontext():
        handle({}, CONTEXT)
    assert (at_work, gc.isenabled()) == ([False], True)
