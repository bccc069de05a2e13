"""Imports between the packages of `local/` point one way: `cli -> stack -> {replay, upstreams, footage}`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from local import PROJECT

LOCAL = PROJECT / "local"
MAY_IMPORT: dict[str, set[str]] = {
    "process": set(),
    "replay": set(),
    "footage": {"replay"},
    "upstreams": {"process", "replay", "footage"},
    "front": {"process"},
    "mongo": {"process"},
    "aws": {"process"},
    "stack": {"process", "aws", "front", "mongo", "replay", "upstreams", "footage"},
}
MAY_IMPORT["cli"] = {"stack", *MAY_IMPORT["stack"]}
# modules outside of the packages: the installer, which imports nothing, is a leaf
LEAVES = {"", "bootstrap"}


def imported_packages(file: Path) -> Iterator[str]:
    """Yield the packages of `local` that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            top, *rest = name.split(".")
            if top == "local":
                yield rest[0] if rest else ""


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_package_imports_only_what_it_may(package: str) -> None:
    allowed = MAY_IMPORT[package] | LEAVES | {package}
    files = (LOCAL / package).rglob("*.py")
    wrong = {(file.name, name) for file in files for name in imported_packages(file) if name not in allowed}
    assert wrong == set()


def test_every_package_has_its_arrows() -> None:
    assert {folder.name for folder in LOCAL.iterdir() if (folder / "__init__.py").exists()} == set(MAY_IMPORT)


def test_bootstrap_imports_nothing_of_the_project() -> None:
    assert not set(imported_packages(LOCAL / "bootstrap.py"))
