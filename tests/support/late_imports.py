"""Modules that a function imports late: imports inside functions keep cold starts short."""

import ast
import re
from collections.abc import Iterable, Iterator

from tests.support.import_graph import PACKAGE, ROOT

FOOTY = ROOT / PACKAGE / "footy"
CONTAINERS = (
    "core/container.py",
    "goals/stores.py",
    "goals/notices.py",
    "goals/queues.py",
    "goals/container.py",
    "images/container.py",
    "api/container.py",
)


def of_ports(step: str) -> list[str]:
    """Return the imports inside the container ports that a step uses."""
    ports = {
        name: port
        for module in CONTAINERS
        for name, port in _functions((FOOTY / module).read_text(encoding="utf-8")).items()
    }
    return _all_imports(ports[name] for name in _needed(_step(step), ports))


def of_late(step: str) -> list[str]:
    """Return the imports inside the functions of a step."""
    return _all_imports(_functions(_step(step)).values())


def _step(name: str) -> str:
    return next(FOOTY.glob(f"*/steps/{name}.py")).read_text(encoding="utf-8")


def _all_imports(functions: Iterable[ast.FunctionDef]) -> list[str]:
    return sorted({module for function in functions for module in _imports(function)})


def _needed(text: str, ports: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the ports that a step uses, directly or through other ports."""
    needed = set[str]()
    pending = re.findall(r"\bcontainer\.(\w+)", text)
    while pending:
        name = pending.pop()
        if name in ports and name not in needed:
            needed.add(name)
            pending += re.findall(r"\bself\.(\w+)", ast.unparse(ports[name]))
    return needed


def _functions(text: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}


def _imports(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
