"""A server for what moto does not know of AWS: quotas, how many functions may run, which tags a bill knows."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def answer_to(
    question: str, request: Mapping[str, Any], quotas: Mapping[str, float], tags: Sequence[str]
) -> tuple[int, dict[str, Any]]:
    """Return status and body; a quota is found by its code or its name."""
    match question:
        case "GetServiceQuota" if request["QuotaCode"] in quotas:
            return 200, {"Quota": {"Value": quotas[request["QuotaCode"]]}}
        case "ListServiceQuotas":
            return 200, {"Quotas": [{"QuotaName": name, "Value": value} for name, value in quotas.items()]}
        case "ListCostAllocationTags":
            active = [{"TagKey": tag, "Status": "Active"} for tag in request["TagKeys"] if tag in tags]
            return 200, {"CostAllocationTags": active}
        case _:
            return 400, {"__type": "NoSuchResourceException", "Message": "no such quota"}


@contextmanager
def answering(
    quotas: Mapping[str, float],
    *,
    concurrency: int = 1000,
    unreserved: int | None = None,
    tags: Sequence[str] = (),
    function: tuple[Mapping[str, Any], bool] = ({}, False),
) -> Iterator[str]:
    """Speaks JSON 1.1 as Service Quotas and the bill do, and as Lambda does of its limits and of the one function."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.endswith("/invocations"):
                answer, fails = function
                return self._answer(200, answer, {"X-Amz-Function-Error": "Unhandled"} if fails else {})
            return self._answer(*answer_to(self.headers["X-Amz-Target"].partition(".")[2], request, quotas, tags))

        def do_GET(self) -> None:
            if self.path.startswith("/2016-08-19/account-settings"):
                free = concurrency if unreserved is None else unreserved
                limit = {"ConcurrentExecutions": concurrency, "UnreservedConcurrentExecutions": free}
                self._answer(200, {"AccountLimit": limit})
            else:
                self._answer(200 if self.path == "/v1/models" else 404, {})

        def _answer(self, status: int, body: Mapping[str, Any], more: Mapping[str, str] | None = None) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.1")
            self.send_header("Content-Length", str(len(content)))
            for name, value in (more or {}).items():
                self.send_header(name, value)
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
