"""Import graph of the footy packages: `python -m tests.support.import_graph [--tree PATH]`."""

import argparse
import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path("layers/footy/python")

UNDIVIDED = {"core", "api"}
# the container of a pipeline has parts in several modules, and a small model is several modules
ALIASES = {
    **{f"goals.{part}": "goals.container" for part in ("stores", "queues", "notices")},
    "goals.settings": "goals.model",
    **{f"images.{part}": "images.model" for part in ("ids", "keys", "settings")},
}

Graph = Mapping[str, set[str]]


@dataclass(frozen=True, slots=True)
class Import:
    """One import: `footy.goals.clips.copies.dedup` of `footy.goals.clips.ranking`, or of `numpy`."""

    importer: str
    imported: str

    @property
    def inside(self) -> bool:
        """Return whether it imports a module of this project."""
        return self.imported.split(".")[0] in {"footy", "lambdas"}


def imports(tree: Path = ROOT) -> list[Import]:
    """Return every import in footy and in the functions, local and type-only ones included."""
    modules = {**_modules(tree / PACKAGE, "footy"), **_modules(tree, "lambdas")}
    return sorted(
        {Import(name, imported) for name, file in modules.items() for imported in _imports_of(file, modules)},
        key=lambda line: (line.importer, line.imported),
    )


def package(module: str) -> str:
    """Return the package of a module: `core` and `api` whole, `goals.steps`, `images.rules` ..., `lambdas`."""
    top, *below = module.split(".")
    if top != "footy" or not below:
        return top
    if below[0] in UNDIVIDED or len(below) == 1:
        return below[0]
    name = ".".join(below[:2])
    return ALIASES.get(name, name)


def graph(pairs: Iterable[tuple[str, str]]) -> Graph:
    """Build the graph, without arrows from a node to itself."""
    arrows: dict[str, set[str]] = {}
    for start, end in pairs:
        if start != end:
            arrows.setdefault(start, set()).add(end)
    return arrows


def circles(pointing: Graph) -> list[list[str]]:
    """Return the cycles: groups in which each node reaches each other."""
    reach = {start: set(_reached(pointing, start)) for start in pointing}
    groups = {frozenset(other for other in reach[one] if one in reach.get(other, ())) for one in reach}
    return sorted(sorted(group) for group in groups if group)


def _reached(pointing: Graph, start: str) -> Iterator[str]:
    reached, pending = set[str](), [start]
    while pending:
        for end in pointing.get(pending.pop(), set()) - reached:
            reached.add(end)
            pending.append(end)
            yield end


def _modules(folder: Path, package: str) -> dict[str, Path]:
    files = (folder / package).rglob("*.py")
    return {".".join(file.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def _imports_of(file: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level or not node.module:
                raise ValueError(f"{file}:{node.lineno}: use an absolute import")
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in modules else node.module for name in names)


def main() -> None:
    """Print the graph of a tree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, default=ROOT)
    inside = [line for line in imports(parser.parse_args().tree) if line.inside]
    pairs = [(package(line.importer), package(line.imported)) for line in inside]
    counts = Counter((start, end) for start, end in pairs if start != end)
    for start in sorted({start for start, _ in counts}):
        ends = (f"{end} {times}" for (one, end), times in sorted(counts.items()) if one == start)
        print(f"{start:>12} -> {', '.join(ends)}")
    modules = [(line.importer, line.imported) for line in inside]
    for kind, ways in (("packages", list(counts)), ("modules", modules)):
        print(f"{len(ways)} arrows between {kind}, cycles: {circles(graph(ways)) or 'none'}")


if __name__ == "__main__":
    main()
