"""Change lines of the rules, one at a time, and print the changes that no test notices.

    python -m tests.mutants [--seed N] [--count 100] [--only fixtures/decide.py]

The same seed changes the same lines. Tests with the file's name run first, then those of its folder, then all.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.breaking import Mutant, chosen

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path("layers/footy/python/footy")
PACKAGES = ("goals/model", "goals/fixtures", "goals/search", "goals/clips", "goals/steps")
LINKED = (".venv", "node_modules", ".local")
ALL = ("tests/unit", "tests/stateful")
# a mutant that never ends counts as noticed
PATIENCE_SECONDS = 900


def main(arguments: list[str]) -> int:
    """Print the survivors; they are no failure, because some changes are equivalent."""
    options = _options(arguments)
    files = [
        file.relative_to(ROOT)
        for package in PACKAGES
        for file in (ROOT / PACKAGE / package).rglob("*.py")
        if not options.only or any(str(file).endswith(only) for only in options.only)
    ]
    mutants = chosen(files, ROOT, seed=options.seed, count=options.count)
    print(f"seed {options.seed}: {len(mutants)} mutants", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = checkout(Path(folder) / "checkout")
        check_unbroken(copy)
        survivors = [mutant for mutant in mutants if not noticed(mutant, copy)]
    print(f"{len(survivors)} of {len(mutants)} survived (seed {options.seed})")
    for mutant in survivors:
        print(f"  {mutant.describe((ROOT / mutant.file).read_bytes())}")
    return 0


def checkout(copy: Path) -> Path:
    """Copy the checkout and link what is installed."""
    listed = subprocess.run(
        [shutil.which("git") or "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    for name in LINKED:
        if (ROOT / name).exists() and not (copy / name).exists():
            (copy / name).symlink_to((ROOT / name).resolve())
    return copy


def check_unbroken(copy: Path) -> None:
    """Stop when a test fails before anything is changed."""
    for tests in ALL:
        if (copy / tests).exists() and not passes(tests, copy):
            sys.exit(f"refused: {tests} fails without a mutant; run make test ARGS={tests}")


def noticed(mutant: Mutant, copy: Path) -> bool:
    """Return whether a test fails with the mutant."""
    file, began = copy / mutant.file, time.monotonic()
    text = file.read_bytes()
    file.write_bytes(mutant.source(text))
    try:
        by = next((tests for tests in suites(mutant.file, copy) if not passes(tests, copy)), None)
    finally:
        file.write_bytes(text)
    verdict = f"noticed by {by}" if by else "NOT NOTICED"
    print(f"{mutant.describe(text)}  {verdict} ({time.monotonic() - began:.0f} s)", flush=True)
    return by is not None


def suites(file: Path, copy: Path) -> Iterator[str]:
    """Yield the tests that may notice, nearest first."""
    package = file.relative_to(PACKAGE).parent
    parents = [f"tests/unit/{folder}" for folder in (package, *package.parents) if folder.name]
    for nearest in (f"tests/unit/{package}/test_{file.stem}.py", *parents, *ALL):
        if (copy / nearest).exists():
            yield nearest


def passes(tests: str, copy: Path) -> bool:
    """Run tests and return whether they pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", tests]

    # import the copy, not the installed checkout
    paths = [copy, copy / PACKAGE.parent, copy / "containers" / "clips", copy / "containers" / "eyes"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=PATIENCE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="which lines are broken (default: the time)")
    parser.add_argument("--count", type=int, default=100, help="how many (default: %(default)s)")
    parser.add_argument("--only", action="append", default=[], metavar="FILE", help="only files that end so")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
