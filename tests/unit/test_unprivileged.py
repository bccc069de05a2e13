"""Folders that other users may not enter."""

from pathlib import Path

from tests.support.unprivileged import closed_folder


def test_a_closed_parent_folder_is_named(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "checkout").mkdir(parents=True)
    closed.chmod(0o700)
    assert closed_folder(closed / "checkout") == closed


def test_an_open_folder_is_accepted() -> None:
    assert closed_folder(Path("/usr")) is None
