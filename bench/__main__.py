"""Runs the measurements of this package, or those that are named, and prints what came of them."""

import argparse
import importlib
import json
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

import bench
from bench.line import Line

# what all measurements said when they were last taken: `make model` goes by it
WRITTEN = Path(".build") / "bench.json"
MARKS = {True: "[green]yes[/]", False: "[red]no[/]", None: ""}


def measurements(named: Iterable[str]) -> Iterator[Callable[[], list[Line]]]:
    """The `measure` of every module that has one."""
    wanted = set(named)
    modules = sorted(found.name for found in pkgutil.iter_modules(bench.__path__))
    for module in (module for module in modules if not wanted or module in wanted):
        measure = getattr(importlib.import_module(f"{bench.__name__}.{module}"), "measure", None)
        if measure:
            yield measure


def table(lines: Iterable[Line]) -> Table:
    """The lines for people."""
    shown = Table("work", "measured", "target", "holds")
    for line in lines:
        shown.add_row(line.work, line.measured, line.target, MARKS[line.holds])
    return shown


def main() -> int:
    """Ends with 1 when a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="modules of bench; all without")
    parser.add_argument("--json", type=Path, help="where to write the same as JSON")
    asked = parser.parse_args()
    lines = [line for measure in measurements(asked.names) for line in measure()]
    Console().print(table(lines))
    file = asked.json or (None if asked.names else WRITTEN)
    if file:
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps([asdict(line) for line in lines], indent=2))
    return int(any(line.holds is False for line in lines))


if __name__ == "__main__":
    sys.exit(main())
