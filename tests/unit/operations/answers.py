"""A server for what moto does not know of AWS: the quotas of an account, and how many functions it may run."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def answering(quotas: Mapping[str, float], *, concurrency: int = 1000, unreserved: int | None = None) -> Iterator[str]:
    """Speaks as Service Quotas (JSON 1.1) and as Lambda's account settings do; an unknown quota is refused as there."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.headers["X-Amz-Target"] == "ServiceQuotasV20190624.GetServiceQuota"
            code = asked["QuotaCode"]
            if code in quotas:
                self._answer(200, {"Quota": {"QuotaCode": code, "Value": quotas[code]}})
            else:
                self._answer(400, {"__type": "NoSuchResourceException", "Message": "no such quota"})

        def do_GET(self) -> None:
            if self.path.startswith("/2016-08-19/account-settings"):
                free = concurrency if unreserved is None else unreserved
                limit = {"ConcurrentExecutions": concurrency, "UnreservedConcurrentExecutions": free}
                self._answer(200, {"AccountLimit": limit})
            else:
                self._answer(200 if self.path == "/v1/models" else 404, {})

        def _answer(self, status: int, body: Mapping[str, Any]) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.1")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
