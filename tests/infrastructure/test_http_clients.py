"""Production code sends HTTP requests through its clients only, without a proxy."""

import ast
from collections.abc import Iterator

from cdk.packages import ROOT

PRODUCTION = ("layers/footy", "lambdas", "containers")
# the door, the line of one clip, and the agent beside a worker
CLIENTS = {"http/client.py", "fetcher/connections.py", "fetcher/protection.py"}
METHODS = {"AsyncClient", "Client", "delete", "get", "head", "patch", "post", "put", "request", "stream"}


def requests() -> Iterator[tuple[str, ast.Call]]:
    """Yield the requests with httpx, each with its file."""
    for file in (file for folder in PRODUCTION for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _is_request(node.func):
                yield "/".join(file.parts[-2:]), node


def _is_request(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr in METHODS
        and isinstance(function.value, ast.Name)
        and function.value.id == "httpx"
    )


def test_requests_are_sent_by_clients_only() -> None:
    assert {file for file, _ in requests()} == CLIENTS


def test_clients_ignore_proxies_of_the_environment() -> None:
    assert all("trust_env=False" in ast.unparse(call) for _, call in requests())
