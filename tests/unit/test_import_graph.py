"""Imports point one way: core <- goals, core <- images, goals and images <- api."""

from pathlib import Path

import pytest

from tests.support.import_graph import PACKAGE, Import, circles, graph, imports, package

RULES = {f"goals.{name}" for name in ("capacity", "clips", "fixtures", "page", "search")}
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "goals.model": {"core"},
    "goals.capacity": {"core", "goals.model"},
    "goals.clips": {"core", "goals.model"},
    "goals.fixtures": {"core", "goals.model"},
    "goals.search": {"core", "goals.model", "goals.fixtures", "goals.clips"},
    "goals.page": {"core", "goals.model", "goals.fixtures", "goals.clips"},
    "goals.adapters": {"core", "goals.model", *RULES},
    "goals.container": {"core", "goals.model", *RULES, "goals.adapters"},
    "goals.services": {"core", "goals.model", *RULES, "goals.adapters", "goals.container"},
    "goals.steps": {"core", "goals.model", *RULES, "goals.adapters", "goals.container", "goals.services"},
    "images.model": {"core"},
    "images.rules": {"core", "images.model"},
    "images.adapters": {"core", "images.model", "images.rules"},
    "images.container": {"core", "images.model", "images.rules", "images.adapters"},
    "images.services": {"core", "images.model", "images.rules", "images.adapters", "images.container"},
}
MAY_IMPORT["images.steps"] = {*MAY_IMPORT["images.services"], "images.services"}
MAY_IMPORT["api"] = {name for name in MAY_IMPORT if not name.endswith("stores")}
MAY_IMPORT["lambdas"] = {*MAY_IMPORT["api"], "api"}
# the standard library without files, network, processes and time
PURE = {"collections", "dataclasses", "datetime", "functools", "hashlib", "hmac", "html", "itertools", "json", "math"}
PURE |= {"numpy", "operator", "re", "typing", "unicodedata", "uuid"}
PURE_PACKAGES = {*RULES, "goals.model", "images.model", "images.rules"}
PURE_CORE = {"footy.core.errors", "footy.core.executions", "footy.core.settings", "footy.core.text"}

INSIDE = [line for line in imports() if line.inside]


def allowed(line: Import) -> bool:
    importer, imported = package(line.importer), package(line.imported)
    if importer in PURE_PACKAGES and not line.inside:
        return line.imported.split(".")[0] in PURE
    if importer in PURE_PACKAGES and imported == "core":
        return line.imported in PURE_CORE
    if not line.inside:
        return True
    if importer == imported:
        return not importer.endswith(".steps")
    return imported in MAY_IMPORT[importer]


def test_imports_point_one_way() -> None:
    assert {(line.importer, line.imported) for line in imports() if not allowed(line)} == set()


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("footy.goals.clips.copies.dedup", "footy.goals.adapters.storage.work"),
        ("footy.goals.search.loop", "footy.core.clock"),
        ("footy.goals.fixtures.lifecycle.tick", "time"),
        ("footy.goals.fixtures.decide", "footy.goals.clips.ranking"),
        ("footy.goals.model.ids", "footy.goals.search.names"),
        ("footy.goals.adapters.storage.work", "footy.goals.container"),
        ("footy.goals.steps.plan_tick", "footy.goals.steps.sweep_objects"),
        ("footy.goals.steps.plan_tick", "lambdas.plan_tick.handler"),
        ("footy.images.rules.identity", "footy.goals.model.ids"),
        ("footy.core.aws.sqs", "footy.goals.model.ids"),
    ],
)
def test_other_imports_are_refused(importer: str, imported: str) -> None:
    assert not allowed(Import(importer, imported))


@pytest.mark.parametrize("line", ["from .. import adapters", "from . import loop", "from ..adapters.work import Work"])
def test_relative_imports_are_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / PACKAGE / "footy" / "search" / "query.py"
    file.parent.mkdir(parents=True)
    file.write_text(line)
    with pytest.raises(ValueError, match=r"query\.py:1"):
        imports(tmp_path)


def test_there_is_no_import_cycle() -> None:
    assert circles(graph((line.importer, line.imported) for line in INSIDE)) == []
    assert circles(graph((package(line.importer), package(line.imported)) for line in INSIDE)) == []
