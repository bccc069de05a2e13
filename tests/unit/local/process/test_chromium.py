"""Search for a Chromium on this machine."""

from pathlib import Path

import pytest

from local.process import chromium as room
from local.process.chromium import ChromiumProgram, find_chromium
from local.process.errors import LocalError


def a_program(folder: Path, script: str = "") -> Path:
    program = folder / "my-chromium"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


def test_named_chromium_is_used(tmp_path: Path) -> None:
    program = a_program(tmp_path)
    assert find_chromium({"CHROMIUM": str(program)}, tmp_path / "ours") == ChromiumProgram(program)


def test_missing_named_chromium_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LocalError, match="which is no program"):
        find_chromium({"CHROMIUM": str(tmp_path / "gone")}, tmp_path / "ours")


@pytest.mark.parametrize(
    ("script", "why"), [("echo no libnss3.so >&2; exit 127", "no libnss3.so"), ("exec sleep 60", "gave no answer")]
)
def test_failing_chromium_is_refused_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    monkeypatch.setattr(room, "VERSION_SECONDS", 1 if "sleep" in script else room.VERSION_SECONDS)
    with pytest.raises(LocalError, match=why):
        find_chromium({"CHROMIUM": str(a_program(tmp_path, script))}, tmp_path / "ours")


def test_package_with_another_digest_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "chromium.tgz"
    archive.write_bytes(b"something else")
    with pytest.raises(LocalError, match="another digest"):
        room._check(archive)


def test_npm_reason_is_shown(tmp_path: Path) -> None:
    program = a_program(tmp_path, """printf '{\\n "error": {\\n "summary": "request failed" }\\n}\\n'; exit 1""")
    with pytest.raises(LocalError, match="request failed"):
        room._run(str(program))


@pytest.mark.parametrize(("folder", "text"), [("ours", "ours"), ("R&D", "R&amp;D")])
def test_fonts_follow_a_moved_checkout(tmp_path: Path, folder: str, text: str) -> None:
    created = tmp_path / "before"
    created.mkdir()
    room._write_font_configuration(created)
    moved = created.rename(tmp_path / folder)
    room._write_font_configuration(moved)
    assert f"<dir>{tmp_path}/{text}/fonts</dir>" in (moved / "fonts.conf").read_text()
