"""Proxy for SageMaker's two paths, `/ping` and `/invocations`."""

from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PATHS = {("GET", "/ping"): "/health", ("POST", "/invocations"): "/v1/chat/completions"}
# SageMaker's own timeout
SECONDS = 60


def proxy(port: int, server_port: int) -> ThreadingHTTPServer:
    """Return a proxy that forwards questions to the server on this machine."""

    class Handler(BaseHTTPRequestHandler):
        """Forwarding of one request by method and path; the body is not inspected."""

        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._forward(None)

        def do_POST(self) -> None:
            self._forward(self.rfile.read(int(self.headers.get("content-length", "0"))))

        def _forward(self, body: bytes | None) -> None:
            path = PATHS.get((self.command, self.path))
            if path is None:
                self._answer(404, "text/plain", b"")
                return
            server = HTTPConnection("127.0.0.1", server_port, timeout=SECONDS)
            try:
                server.request(self.command, path, body, {"content-type": "application/json"})
                reply = server.getresponse()
                self._answer(reply.status, reply.getheader("content-type", "text/plain"), reply.read())
            except (OSError, HTTPException):  # the server is starting or has ended
                self._answer(503, "text/plain", b"")
            finally:
                server.close()

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing: the server logs its requests."""

    return ThreadingHTTPServer(("0.0.0.0", port), Handler)  # noqa: S104 - only SageMaker reaches the container
