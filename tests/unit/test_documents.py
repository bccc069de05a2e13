"""Paths, links and make targets named in the documents."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("containers/*/README.md")])
PAGES += [ROOT / "models" / "README.md"]
TOP = "app.py|bench|cdk|containers|docs|lambdas|layers|local|models|operations|statemachines|tests|web"
PATH = re.compile(rf"(?<![\w./<-])((?:{TOP})/[\w./-]*\w)")
INSIDE_LAYER = re.compile(r"(?<![\w./<-])(footy/[\w/]+(?:\.py)?)")
MODULE = re.compile(r"python -m ((?:bench|local|operations|tests)[\w.]*)")
BENCH = re.compile(r"python -m bench ([a-z_]+)")
TARGET = re.compile(r"(?:`|^)make ([a-z]+)", re.MULTILINE)
LAYER = ROOT / "layers" / "footy" / "python"


def linked_files(page: Path) -> Iterator[Path]:
    """Yield the targets of a page's relative links."""
    for address in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in address and not address.startswith("#"):
            yield (page.parent / address.partition("#")[0]).resolve()


def exists(path: str) -> bool:
    """Return whether the path exists, or begins the name of something that does."""
    return (ROOT / path).exists() or any(ROOT.glob(f"{path}*"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
class TestPage:
    def test_links_lead_to_files(self, page: Path) -> None:
        assert [file for file in linked_files(page) if not file.exists()] == []

    def test_named_paths_exist(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        assert [path for path in PATH.findall(text) if not exists(path)] == []
        assert [path for path in INSIDE_LAYER.findall(text) if not (LAYER / path).exists()] == []

    def test_named_modules_exist(self, page: Path) -> None:
        files = [name.rstrip(".").replace(".", "/") for name in MODULE.findall(page.read_text(encoding="utf-8"))]
        files += [f"bench/{name}" for name in BENCH.findall(page.read_text(encoding="utf-8"))]
        assert [file for file in files if not ((ROOT / file).is_dir() or (ROOT / f"{file}.py").exists())] == []

    def test_make_targets_exist(self, page: Path) -> None:
        targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
        assert set(TARGET.findall(page.read_text(encoding="utf-8"))) - targets == set()
