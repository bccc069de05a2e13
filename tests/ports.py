"""Which modules a function loads besides those of its first line: imports stand inside, for cold starts."""

import ast
import re
from collections.abc import Iterable, Iterator

from tests.rooms import PACKAGE, ROOT

FOOTY = ROOT / PACKAGE / "footy"


def of_ports(step: str) -> list[str]:
    """What is imported inside of the ports that a step takes from its world."""
    ports = {
        name: port
        for room in ("stores", "gallery", "notices", "queues", "world")
        for name, port in _functions(_room(room)).items()
    }
    return _all_imports(ports[name] for name in _needed(_step(step), ports))


def _room(name: str) -> str:
    return (FOOTY / f"{name}.py").read_text(encoding="utf-8")


def of_late(step: str) -> list[str]:
    """What a step itself imports only where it needs it."""
    return _all_imports(_functions(_step(step)).values())


def _step(name: str) -> str:
    return (FOOTY / "steps" / f"{name}.py").read_text(encoding="utf-8")


def _all_imports(functions: Iterable[ast.FunctionDef]) -> list[str]:
    return sorted({module for function in functions for module in _imports(function)})


def _needed(text: str, ports: dict[str, ast.FunctionDef]) -> set[str]:
    """The ports that are asked for, and those that these ask for."""
    needed = set[str]()
    waiting = re.findall(r"\bworld\.(\w+)", text)
    while waiting:
        name = waiting.pop()
        if name in ports and name not in needed:
            needed.add(name)
            waiting += re.findall(r"\bself\.(\w+)", ast.unparse(ports[name]))
    return needed


def _functions(text: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}


def _imports(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
