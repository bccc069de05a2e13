"""Run the measurements of this package, or the named ones, and print them as a table."""

import argparse
import importlib
import json
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

import bench
from bench.result import Result

# `make model` reads the times of the last complete run here
DEFAULT_OUTPUT = Path(".build") / "bench.json"
BENCHMARKS = "docs/contributor/benchmarks.md"
# targets that are missed, and the document that says so and why; any other miss fails the run
KNOWN_MISSES = {
    "an idle local stack": BENCHMARKS,
    "a tick over 1000 fixtures, 3000 goals": BENCHMARKS,
    "strangers of one match with the same lead or end": BENCHMARKS,
    "kind: tactical camera, strangers of one match": BENCHMARKS,
    "kind: pans, strangers of one match": BENCHMARKS,
}


def measurements(names: Iterable[str]) -> Iterator[Callable[[], list[Result]]]:
    """Yield the `measure` function of each named module that has one, or of all."""
    selection = set(names)
    for module in sorted(module.name for module in pkgutil.iter_modules(bench.__path__)):
        if not selection or module in selection:
            measure = getattr(importlib.import_module(f"{bench.__name__}.{module}"), "measure", None)
            if measure:
                yield measure


def is_failure(result: Result) -> bool:
    """Return whether a target is missed that no document admits."""
    return result.holds is False and result.work not in KNOWN_MISSES


def table(results: Iterable[Result], previous: Mapping[str, str]) -> Table:
    """Build the table that people read; `previous` adds the values of an earlier run."""
    columns = ["work", "measured", "target", "holds", *(["previous run"] if previous else [])]
    built = Table(*columns)
    for result in results:
        built.add_row(
            result.work,
            result.measured,
            result.target,
            _mark(result),
            *([previous.get(result.work, "")] * bool(previous)),
        )
    return built


def read_previous(file: Path | None) -> dict[str, str]:
    """Return the measured values of an earlier run by their work."""
    if file is None or not file.exists():
        return {}
    return {result["work"]: result["measured"] for result in json.loads(file.read_text())}


def main() -> int:
    """Return 1 when a target is missed that no document admits."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="modules of bench; default: all")
    parser.add_argument("--json", type=Path, help="write the results to this file as JSON")
    parser.add_argument("--previous", type=Path, help="compare with the JSON of an earlier run")
    arguments = parser.parse_args()
    results = [result for measure in measurements(arguments.names) for result in measure()]
    Console().print(table(results, read_previous(arguments.previous)))
    output = arguments.json or (None if arguments.names else DEFAULT_OUTPUT)
    if output:
        output.parent.mkdir(exist_ok=True)
        output.write_text(json.dumps([asdict(result) for result in results], indent=2))
    return int(any(map(is_failure, results)))


def _mark(result: Result) -> str:
    if result.holds is None:
        return ""
    if result.holds:
        return "[green]yes[/]"
    return "[red]no[/]" if is_failure(result) else f"[yellow]no: see {KNOWN_MISSES[result.work]}[/]"


if __name__ == "__main__":
    sys.exit(main())
