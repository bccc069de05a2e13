"""The proxy at SageMaker, before a server that speaks the paths of llama.cpp."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[3] / "containers" / "vision"


def load(name: str) -> ModuleType:
    spec = spec_from_file_location(name, ROOT / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Server(BaseHTTPRequestHandler):
    """Healthy, and tells back what it was asked."""

    def do_GET(self) -> None:
        self._answer(200 if self.path == "/health" else 404, b"{}")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self._answer(400 if body == b"odd" else 200, self.path.encode() + b" " + body)

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[int]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield int(server.server_port)
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def server() -> Iterator[int]:
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Server)) as port:
        yield port


@pytest.fixture
def door(server: int) -> Iterator[str]:
    with serving(load("proxy").proxy(0, server)) as port:
        yield f"http://127.0.0.1:{port}"


def test_ping_asks_for_the_health_of_the_server(door: str) -> None:
    assert httpx.get(f"{door}/ping").status_code == 200


def test_invocation_is_forwarded_to_the_chat(door: str) -> None:
    answer = httpx.post(f"{door}/invocations", content=b'{"model": "qwen"}')
    assert answer.text == '/v1/chat/completions {"model": "qwen"}'
    assert answer.headers["content-type"] == "application/json"


def test_a_refusal_comes_back_as_it_is(door: str) -> None:
    assert httpx.post(f"{door}/invocations", content=b"odd").status_code == 400


@pytest.mark.parametrize("path", ["/health", "/v1/chat/completions", "/"])
def test_nothing_else_is_handed_on(door: str, path: str) -> None:
    assert httpx.get(f"{door}{path}").status_code == 404


def test_server_without_its_model_is_unhealthy() -> None:
    closed = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    port = closed.server_port
    closed.server_close()
    with serving(load("proxy").proxy(0, port)) as door:
        assert httpx.get(f"http://127.0.0.1:{door}/ping").status_code == 503


def test_the_container_ends_as_its_server_ends() -> None:
    door = load("proxy").proxy(0, 1)
    assert load("start").run_behind(door, [sys.executable, "-c", "raise SystemExit(3)"]) == 3
