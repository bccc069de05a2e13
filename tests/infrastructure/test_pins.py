"""What is installed is what was looked at: every library has one version, and the digests of its files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("", "layers/*", "containers/*", "local/*", "tests/*")
WISHES = sorted(file for folder in FOLDERS for file in ROOT.glob(f"{folder}/*.in".lstrip("/")))
PIN = re.compile(r"[a-z0-9.-]+(\[[a-z0-9,-]+\])?==[^ ]+( ; .+?)?( --hash=sha256:[0-9a-f]{64})+")


@pytest.mark.parametrize("wish", WISHES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_wish_is_resolved_to_pins_with_digests(wish: Path) -> None:
    text = wish.with_suffix(".txt").read_text(encoding="utf-8")
    pins = [line for line in re.sub(r" \\\n +", " ", text).splitlines() if not line.startswith("#")]
    assert [pin for pin in pins if not PIN.fullmatch(pin)] == []
    assert pins


def test_make_lock_resolves_every_wish() -> None:
    [names] = re.findall(r"^\t@for file in (.+); do", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(names.split()) == sorted(str(wish.relative_to(ROOT).with_suffix("")) for wish in WISHES)
