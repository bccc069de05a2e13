"""Fake Discord webhook server with network failures."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

PATH = "/api/webhooks/1/secret"
UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK = 10008, 10015
# well: done and answered; busy, broken, down, nonsense: not done; late, cut: done without an answer
Mood = Literal["well", "busy", "broken", "down", "nonsense", "late", "cut"]
REFUSING: dict[Mood, int] = {"busy": 429, "broken": 500, "down": 502, "nonsense": 400}


@dataclass
class Discord:
    """Webhook and the messages in its channel."""

    messages: dict[str, str] = field(default_factory=dict)
    posted: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    moods: list[Mood] = field(default_factory=list)
    exists: bool = True
    patience: str = "30"
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PATH}"

    def mood(self) -> Mood:
        return self.moods.pop(0) if self.moods else "well"

    def do(self, method: str, path: str, body: bytes) -> tuple[int, dict[str, Any] | None]:
        """Answer a request as Discord does."""
        place = urlsplit(path)
        self.requests.append((method, path))
        if not self.exists or not place.path.startswith(PATH):
            return 404, {"message": "Unknown Webhook", "code": UNKNOWN_WEBHOOK}
        if body:
            self.bodies.append(json.loads(body))
        if method == "POST":
            waits = parse_qs(place.query).get("wait") == ["true"]
            return self._post(self.bodies[-1]["content"], waits=waits)
        number = place.path.removeprefix(f"{PATH}/messages/")
        if number not in self.messages:
            return 404, {"message": "Unknown Message", "code": UNKNOWN_MESSAGE}
        if method == "PATCH":
            self.messages[number] = self.bodies[-1]["content"]
            return 200, {"id": number, "content": self.messages[number]}
        self.deleted.append(self.messages.pop(number))
        return 204, None

    def _post(self, text: str, *, waits: bool) -> tuple[int, dict[str, Any] | None]:
        number = str(1_000_000_000_000_000_000 + len(self.posted))
        self.posted.append(text)
        self.messages[number] = text
        return (200, {"id": number, "content": text}) if waits else (204, None)


@contextmanager
def discord() -> Iterator[Discord]:
    """Run the server."""
    place = Discord()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            mood = place.mood()
            if mood in REFUSING:
                self._say(REFUSING[mood], {"message": mood, "retry_after": 0.5, "code": 0})
                return
            status, answer = place.do(self.command, self.path, body)
            if mood == "cut":
                self.close_connection = True
                return
            self._say(504, None) if mood == "late" else self._say(status, answer)

        def _say(self, status: int, answer: dict[str, Any] | None) -> None:
            text = b"" if answer is None else json.dumps(answer).encode()
            self.send_response(status)
            if status == REFUSING["busy"]:
                self.send_header("Retry-After", place.patience)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_POST = do_PATCH = do_DELETE = _answer  # noqa: N815 - names of the standard library

        def log_message(self, *_: object) -> None:
            """Discard the access log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        place.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield place
        finally:
            server.shutdown()
            thread.join()
