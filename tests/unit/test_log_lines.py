"""What the runbook calls the lines of the log is what the code says."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("layers/footy/python/footy", "containers/clips/fetcher")
HEADS = ("| who | line | means |", "| line | means |")
NAME = re.compile(r"`([a-z]+(?:_[a-z]+)*)`")


def table(head: str) -> list[str]:
    """The rows below that head, in the runbook."""
    lines = (ROOT / "docs" / "operator" / "log-lines.md").read_text(encoding="utf-8").splitlines()
    below = lines[lines.index(head) + 2 :]
    return below[: next(n for n, line in enumerate(below) if not line.startswith("|"))]


def words_of_the_code() -> set[str]:
    files = [file for room in CODE for file in (ROOT / room).rglob("*.py")]
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("head", HEADS)
def test_each_line_that_the_runbook_names_is_said(head: str) -> None:
    column = head.split("|").index(" line ")
    named = {name for row in table(head) for name in NAME.findall(row.split("|")[column])}
    assert named
    assert named - words_of_the_code() == set()
