"""An AWS started elsewhere: the emulator behind a proxy, without what only the emulator has."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx

HOPS = {"connection", "content-length", "content-encoding", "transfer-encoding", "host"}
# as LocalStack refuses what is in none of its free editions
UNKNOWN = b'{"__type": "InternalFailure", "message": "not included in your current license plan"}'


@contextmanager
def foreign(url: str, lacking: Collection[str] = ()) -> Iterator[str]:
    """Yield the address of the proxy."""

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            signed_for = self.headers.get("Authorization", "")
            if self.path.startswith("/_ministack"):
                self._answer(404, {}, b"")
            elif any(f"/{service}/aws4_request" in signed_for for service in lacking):
                self._answer(501, {"Content-Type": "application/x-amz-json-1.1"}, UNKNOWN)
            else:
                self._pass_on(content)

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_one  # noqa: N815 - so the library asks for them

        def _pass_on(self, content: bytes) -> None:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOPS}
            requests = behind.request(self.command, f"{url}{self.path}", headers=headers, content=content)
            stored = {name: value for name, value in requests.headers.items() if name.lower() not in HOPS}
            self._answer(requests.status_code, stored, requests.content)

        def _answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """It keeps quiet."""

    with httpx.Client(trust_env=False, timeout=120) as behind, ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
