"""Cache of cloud assemblies."""

import os
import time
from pathlib import Path

import pytest

from cdk import assembly as module
from cdk.assembly import assembly
from cdk.settings import TargetError

TWO_DAYS = 2 * 24 * 3600


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the synthesis by a minimal one, and return its runs."""
    runs: list[str] = []

    def run(target: str, settings: str, folder: Path) -> None:
        runs.append(settings or target)
        folder.mkdir()
        (folder / "manifest.json").write_text("{}", encoding="utf-8")

    monkeypatch.setattr(module, "_synthesise", run)
    return runs


def test_an_unchanged_app_is_synthesised_once(tmp_path: Path, counted: list[str]) -> None:
    first = assembly("local", build=tmp_path)
    assert assembly("local", build=tmp_path) == first
    assert counted == ["local"]
    assert (first / "manifest.json").exists()


def test_each_settings_file_has_its_assembly(tmp_path: Path, counted: list[str]) -> None:
    settings = tmp_path / "settings.json"
    folders = set()
    for text in ("a", "b", "a"):
        settings.write_text(text, encoding="utf-8")
        folders.add(assembly("local", settings, build=tmp_path))
    assert counted == ["a", "b"]
    assert len(folders) == 2


def test_old_assemblies_are_deleted(tmp_path: Path, counted: list[str]) -> None:
    old = tmp_path / "assembly-local-0"
    old.mkdir()
    os.utime(old, (time.time() - TWO_DAYS,) * 2)
    assembly("local", build=tmp_path)
    assert not old.exists()
    assert counted == ["local"]


@pytest.mark.usefixtures("counted")
def test_assemblies_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text('{"secrets": {"x": {"bearer_token": "t"}}}', encoding="utf-8")
    assert assembly("local", settings, build=tmp_path).stat().st_mode & 0o077 == 0


def test_an_invalid_target_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match=r"^cdk.json has no target 'nowhere'\."):
        assembly("nowhere", build=tmp_path)


def test_the_last_used_assemblies_are_kept(tmp_path: Path, counted: list[str]) -> None:
    hours = 5 * 3600
    for n in range(6):
        (tmp_path / f"assembly-local-{n}").mkdir()
        os.utime(tmp_path / f"assembly-local-{n}", (time.time() - hours + n,) * 2)
    made_now = assembly("local", build=tmp_path)
    assert sorted(tmp_path.glob("assembly-*")) == sorted(
        [made_now, tmp_path / "assembly-local-4", tmp_path / "assembly-local-5"]
    )
    assert counted == ["local"]


def test_use_renews_an_assembly(tmp_path: Path, counted: list[str]) -> None:
    used = assembly("local", build=tmp_path)
    os.utime(used, (time.time() - TWO_DAYS,) * 2)
    assembly("local", build=tmp_path)
    assert time.time() - used.stat().st_mtime < TWO_DAYS / 2
    assert counted == ["local"]
