"""Commands in README.md and the user's documents: each one exists, and its options are accepted."""

import importlib.util
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from local import PROJECT
from local.cli.main import _parser

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs" / "user").glob("*.md"))]
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
COMMAND = re.compile(r"(?:make [a-z]|(?:\.venv/bin/)?python -m )")


def commands_in(page: Path) -> Iterator[str]:
    """Yield the commands of code blocks and code spans, without comments."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    for line in [*lines, *INLINE.findall(BLOCK.sub("", text))]:
        if COMMAND.match(line):
            yield re.sub(r"\s+#.*|\s*\[.*\]|\.\.\.", "", line)


COMMANDS = sorted({command for page in PAGES for command in commands_in(page)})


def python_commands(command: str) -> Iterator[list[str]]:
    """Yield module and arguments of the Python programs that a command starts."""
    lines = [command]
    if command.startswith("make "):
        make = [shutil.which("make") or "make", "-n", "--no-print-directory", *shlex.split(command)[1:]]
        done = subprocess.run(make, cwd=PROJECT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
    for line in lines:
        if results := re.search(r"python -m ((?:local|operations)\b.*)", line):
            yield shlex.split(results[1])


def test_commands_are_found() -> None:
    assert "make demo" in COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_documented_command_is_accepted(command: str) -> None:
    for module, *arguments in python_commands(command):
        assert importlib.util.find_spec(module), module
        if module == "local" and "--help" not in arguments:
            _parser().parse_args(arguments)
