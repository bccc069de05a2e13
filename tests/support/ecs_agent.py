"""Fake ECS agent that records requests for task protection."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class Agent:
    """ECS agent: its requests, and whether it accepts them."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.status = 200
        self.answer: dict[str, Any] = {"protection": {}}
        agent = self

        class Answer(BaseHTTPRequestHandler):
            def do_PUT(self) -> None:
                assert self.path == "/task-protection/v1/state"
                agent.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                body = json.dumps(agent.answer).encode()
                self.send_response(agent.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def wishes(self) -> list[bool]:
        """Return each request: protect or not."""
        return [wish["ProtectionEnabled"] for wish in self.told]


@contextmanager
def listening() -> Iterator[Agent]:
    """Run an agent within the block."""
    agent = Agent()
    thread = threading.Thread(target=agent.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield agent
    agent.server.shutdown()
    agent.server.server_close()
    thread.join()
