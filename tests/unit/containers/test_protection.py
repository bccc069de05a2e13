"""What a worker tells the agent beside it, which forgets after a while."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from fetcher.protection import RENEWED_AFTER, Protection


class Agent:
    """An agent of ECS: what it was told, and whether it takes it."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.status = 200
        agent = self

        class Answer(BaseHTTPRequestHandler):
            def do_PUT(self) -> None:
                assert self.path == "/task-protection/v1/state"
                agent.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(agent.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def agent() -> Iterator[Agent]:
    ready = Agent()
    thread = threading.Thread(target=ready.server.serve_forever)
    thread.start()
    yield ready
    ready.server.shutdown()
    thread.join()
    ready.server.server_close()


def test_only_what_changes_is_said(agent: Agent) -> None:
    protection = Protection(agent.url, now=lambda: 0.0)
    for on in (False, True, True, False, False):
        protection.set(on=on)
    assert [wish["ProtectionEnabled"] for wish in agent.told] == [True, False]


def test_it_is_renewed_before_it_expires(agent: Agent) -> None:
    seconds = [0.0]
    protection = Protection(agent.url, now=lambda: seconds[0])
    for moment in (0.0, RENEWED_AFTER - 1, RENEWED_AFTER, RENEWED_AFTER + 1, 2 * RENEWED_AFTER):
        seconds[0] = moment
        protection.set(on=True)
    assert [wish["ProtectionEnabled"] for wish in agent.told] == [True, True, True]
    assert agent.told[0]["ExpiresInMinutes"] * 60 > RENEWED_AFTER


def test_what_could_not_be_said_is_said_again(agent: Agent) -> None:
    protection = Protection(agent.url, now=lambda: 0.0)
    agent.status = 500
    protection.set(on=True)
    agent.status = 200
    protection.set(on=True)
    protection.set(on=True)
    assert len(agent.told) == 2
