"""One lock: each list is exported from `uv.lock`, and each package declares what it imports."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXPORTS = re.findall(r"([a-z-]+):(\S+\.txt)", (ROOT / "Makefile").read_text(encoding="utf-8"))
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
FUNCTIONS = ("layer-deps", "layer-images", "layer-numpy", "layer-runtime")
OWN = {
    "app",
    "bench",
    "cdk",
    "eyes",
    "fetcher",
    "footy",
    "lambdas",
    "local",
    "operations",
    "proxy",
    "searcher",
    "tests",
}
# import name -> distribution, where they differ or the distribution brings a library that is imported directly
DISTRIBUTIONS = {
    "aws_cdk": "aws-cdk-lib",
    "bson": "pymongo",
    "botocore": "boto3",
    "cfnlint": "cfn-lint",
    "cv2": "opencv-python-headless",
    "httpcore": "httpx",
    "jsonata": "jsonata-python",
    "PIL": "pillow",
    "pydantic_core": "pydantic",
}
ONLY_TYPES = re.compile(r"mypy_boto3_\w+|_typeshed")


def test_every_group_is_exported() -> None:
    assert {group for group, _ in EXPORTS} == set(GROUPS)


@pytest.mark.parametrize(("group", "file"), EXPORTS)
def test_a_list_matches_the_lock(group: str, file: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "uv", "export", "--quiet", "--frozen", "--no-default-groups", "--no-annotate"]
    output = ["--group", group, "--output-file", str(tmp_path / "exported.txt")]
    subprocess.run([*command, *output], cwd=ROOT, check=True)
    assert _pins(tmp_path / "exported.txt") == _pins(ROOT / file)


@pytest.mark.parametrize(
    ("folder", "groups"),
    [
        ("layers/footy/python", FUNCTIONS),
        ("lambdas", FUNCTIONS),
        ("containers/clips", ("clips", *FUNCTIONS)),
        ("containers/eyes", ("eyes",)),
        ("containers/browser", ("browser",)),
        ("containers/vision", ("vision",)),
        ("cdk", ("app",)),
        ("operations", ("app",)),
        ("local", ("app",)),
    ],
)
def test_direct_imports_are_declared(folder: str, groups: tuple[str, ...]) -> None:
    # the emulator's patches run in its environment
    declared = {name for group in (*groups, "emulator") for name in _declared(group)}
    assert _imported(ROOT / folder) - declared == set()


def _pins(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def _declared(group: str) -> Iterator[str]:
    for requirement in GROUPS[group]:
        if isinstance(requirement, dict):
            yield from _declared(requirement["include-group"])
        else:
            yield _normalized(re.split(r"[\[=<>]", requirement)[0])


def _imported(folder: Path) -> set[str]:
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in folder.rglob("*.py")]
    modules = [name for tree in trees for node in ast.walk(tree) for name in _modules(node)]
    names = {module.split(".")[0] for module in modules} - set(sys.stdlib_module_names) - OWN
    return {_normalized(DISTRIBUTIONS.get(name, name)) for name in names if not ONLY_TYPES.match(name)}


def _normalized(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
