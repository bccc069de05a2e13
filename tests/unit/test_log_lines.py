"""Log actions named in the operator's documents exist in the code."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPERATOR = ROOT / "docs" / "operator"
CODE = ("layers/footy/python/footy", "containers/clips/fetcher", "containers/browser/searcher")
# log groups that belong to containers instead of functions
CONTAINERS = {"browser", "clips"}
HEADS = ("| who | line | means |", "| line | means |")
NAME = re.compile(r"`([a-z]+(?:_[a-z]+)*)`")
COMMAND = re.compile(r"`lines ([a-z_]+) ([a-z_]+)`")


def rows_below(head: str) -> list[str]:
    """Return the rows of the table with that head."""
    lines = (OPERATOR / "log-lines.md").read_text(encoding="utf-8").splitlines()
    below = lines[lines.index(head) + 2 :]
    return below[: next(number for number, line in enumerate(below) if not line.startswith("|"))]


@cache
def constants_of_the_code() -> frozenset[str]:
    """Return every string constant of the code that logs."""
    files = [file for folder in CODE for file in (ROOT / folder).rglob("*.py")]
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


@pytest.mark.parametrize("head", HEADS)
def test_actions_of_the_log_lines_page_exist(head: str) -> None:
    column = head.split("|").index(" line ")
    actions = {name for row in rows_below(head) for name in NAME.findall(row.split("|")[column])}
    assert actions
    assert actions - constants_of_the_code() == set()


def test_commands_of_the_runbook_name_functions_and_actions() -> None:
    commands = COMMAND.findall((OPERATOR / "runbook.md").read_text(encoding="utf-8"))
    assert commands
    functions = {folder.name for folder in (ROOT / "lambdas").iterdir()} | CONTAINERS
    assert {function for function, _ in commands} - functions == set()
    assert {action for _, action in commands} - constants_of_the_code() == set()
