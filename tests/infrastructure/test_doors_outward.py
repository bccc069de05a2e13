"""What production asks over HTTP it asks at a door, and never through a proxy of its environment."""

import ast
from collections.abc import Iterator

from cdk.packages import ROOT

PRODUCTION = ("layers/footy", "lambdas", "containers")
# the door, the line of one clip, and the agent beside a worker
DOORS = {"http/client.py", "fetcher/connections.py", "fetcher/protection.py"}
ASKS = {"AsyncClient", "Client", "delete", "get", "head", "patch", "post", "put", "request", "stream"}


def questions() -> Iterator[tuple[str, ast.Call]]:
    """The calls of httpx that ask somebody, each with the file that it stands in."""
    for file in (file for folder in PRODUCTION for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _asks(node.func):
                yield "/".join(file.parts[-2:]), node


def _asks(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr in ASKS
        and isinstance(function.value, ast.Name)
        and function.value.id == "httpx"
    )


def test_a_question_is_asked_only_where_a_door_is() -> None:
    assert {file for file, _ in questions()} == DOORS


def test_no_proxy_of_the_environment_is_asked() -> None:
    assert all("trust_env=False" in ast.unparse(call) for _, call in questions())
