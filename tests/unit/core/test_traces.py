"""X-Ray subsegments, read from a real UDP socket."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from footy.core.telemetry import handler, log_context
from footy.core.traces import LISTENER, TRACE, Subsegment

GOAL = "979139_26_154_Goal_1"
ROOT, PARENT = "1-5759e988-bd862e3fe1be46a994272793", "53995c3f42cd8ad8"
CHOSEN = f"Root={ROOT};Parent={PARENT};Sampled=1;Lineage=1:a87bd80c:0"


@pytest.fixture
def ear() -> Iterator[socket.socket]:
    """Listen like Lambda's daemon."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.setblocking(False)
        yield listener


@pytest.fixture
def on_lambda(ear: socket.socket, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    """A function whose invocation X-Ray has chosen."""
    for name, value in environment(ear).items():
        monkeypatch.setenv(name, value)
    return ear


def environment(ear: socket.socket, chosen: str = CHOSEN) -> dict[str, str]:
    host, port = ear.getsockname()
    return {LISTENER: f"{host}:{port}", TRACE: chosen}


def heard(ear: socket.socket) -> list[dict[str, Any]]:
    """All that was said so far: a datagram to this machine is there when its sender goes on."""
    segments: list[dict[str, Any]] = []
    while True:
        try:
            header, _, body = ear.recv(65536).partition(b"\n")
        except BlockingIOError:
            return segments
        assert json.loads(header) == {"format": "json", "version": 1}
        segments.append(json.loads(body))


def search_clips(_event: dict[str, Any], _world: object) -> str:
    return "found"


def test_a_function_is_found_by_the_goal_that_it_was_about(on_lambda: socket.socket) -> None:
    handler(search_clips)(search_clips)({"event_id": GOAL, "attempt": 3, "other": "of no use"}, None)
    [segment] = heard(on_lambda)
    assert (segment["trace_id"], segment["parent_id"], segment["type"]) == (ROOT, PARENT, "subsegment")
    assert (segment["name"], segment["annotations"]) == ("search_clips", {"event_id": GOAL, "attempt": 3})
    assert segment["start_time"] <= segment["end_time"]
    assert len(segment["id"]) == 16
    assert "fault" not in segment


def test_a_failure_is_a_fault_and_is_raised(on_lambda: socket.socket) -> None:
    @handler(search_clips)
    def handle(_event: dict[str, Any], _context: Any) -> str:
        raise ValueError("a key that must stay private")

    with pytest.raises(ValueError, match="a key"):
        handle({"event_id": GOAL}, None)
    [segment] = heard(on_lambda)
    assert segment["fault"]
    assert segment["cause"]["exceptions"][0]["type"] == "ValueError"
    assert "private" not in json.dumps(segment)


def test_each_message_of_a_batch_has_a_subsegment(on_lambda: socket.socket) -> None:
    @handler(search_clips)
    def handle(event: dict[str, Any], _context: Any) -> str:
        for goal in event["goals"]:
            with log_context("search_clips", {"event_id": goal}):
                pass
        return "done"

    handle({"goals": ["one", "two"]}, None)
    assert [segment["annotations"] for segment in heard(on_lambda)] == [{"event_id": "one"}, {"event_id": "two"}, {}]


@pytest.mark.parametrize(
    "chosen", ["", f"Root={ROOT};Parent={PARENT};Sampled=0", f"Root={ROOT};Sampled=1", "Self=1-2;odd"]
)
def test_an_unsampled_invocation_sends_nothing(ear: socket.socket, chosen: str) -> None:
    Subsegment("search_clips", {"event_id": GOAL}).end(environment=environment(ear, chosen))
    assert heard(ear) == []


def test_without_a_daemon_nothing_is_sent() -> None:
    Subsegment("search_clips", {"event_id": GOAL}).end(environment={TRACE: CHOSEN})
