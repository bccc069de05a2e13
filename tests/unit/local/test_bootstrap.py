import ast
from pathlib import Path

import pytest

from local import bootstrap


def test_an_old_python_is_told_what_to_install(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.check_python((3, 9, 2))
    told = capsys.readouterr().err
    assert stopped.value.code == 2
    assert told.count("\n") == 1
    assert "install Python >= 3.11" in told


def test_an_old_python_can_read_the_check() -> None:
    ast.parse(Path(bootstrap.__file__).read_text(), feature_version=(3, 6))


def test_a_new_python_passes() -> None:
    bootstrap.check_python((3, 11, 0))


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(bootstrap, "HERE", tmp_path / "file")
    with pytest.raises(SystemExit) as stopped:
        bootstrap.check_folder()
    assert stopped.value.code == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_change_of_requirements_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    (tmp_path / "requirements.txt").write_text("one==1")
    before = bootstrap.key_of("requirements.txt")
    stamp = tmp_path / "stamp"
    stamp.write_text(before)
    assert bootstrap.is_current(stamp, before)
    (tmp_path / "requirements.txt").write_text("one==2")
    assert not bootstrap.is_current(stamp, bootstrap.key_of("requirements.txt"))
