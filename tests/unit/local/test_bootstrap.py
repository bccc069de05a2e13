import ast
import errno
import os
import sys
from pathlib import Path

import pytest

from local import bootstrap


def test_old_python_is_refused_with_advice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.check_python((3, 9, 2))
    text = capsys.readouterr().err
    assert stopped.value.code == 2
    assert text.count("\n") == 1
    assert "install Python >= 3.11" in text


def test_old_python_can_parse_the_installer() -> None:
    ast.parse(Path(bootstrap.__file__).read_text(), feature_version=(3, 6))


def test_new_python_passes() -> None:
    bootstrap.check_python((3, 11, 0))


def test_unwritable_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(bootstrap, "HERE", tmp_path / "file")
    with pytest.raises(SystemExit) as stopped:
        bootstrap.check_folder()
    assert stopped.value.code == 2
    assert "cannot be written" in capsys.readouterr().err


def test_changed_requirements_are_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    (tmp_path / "requirements.txt").write_text("one==1")
    before = bootstrap.key_of("requirements.txt")
    stamp = tmp_path / "stamp"
    stamp.write_text(before)
    assert bootstrap.is_current(stamp, before)
    (tmp_path / "requirements.txt").write_text("one==2")
    assert not bootstrap.is_current(stamp, bootstrap.key_of("requirements.txt"))


DEBIAN = """The virtual environment was not created successfully because ensurepip is not
available.  On Debian/Ubuntu systems, you need to install the python3-venv
package using the following command.

    apt install python3.11-venv

You may need to use sudo with that command.  After installing the python3-venv
package, recreate your virtual environment.

Failing command: /src/.venv.draft/bin/python3
"""


class Machine:
    """Installers that only touch files, and are interrupted at one of their steps."""

    def __init__(self, checkout: Path, interrupted_at: int = 0) -> None:
        self.checkout = checkout
        self.steps = 0
        self.interrupted_at = interrupted_at

    def run(self, _what: str, command: list[str]) -> None:
        self.steps += 1
        if "venv" in command:
            folder = Path(command[-1])
            (folder / "bin").mkdir(parents=True, exist_ok=True)
            if not (folder / "bin" / "python").is_symlink():  # one that is there stays, wherever it leads
                (folder / "bin" / "python").symlink_to(sys.executable)
            (folder / "pyvenv.cfg").write_text(f"command = {' '.join(command)}\n")
        if self.steps == self.interrupted_at:
            raise KeyboardInterrupt
        if "install" in command:
            (Path(command[0]).parent / "uv").touch()
        if "sync" in command:
            assert Path(command[0]).exists(), "uv is called without an environment"
            (self.checkout / ".venv" / "packages").touch()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty one."""
    monkeypatch.setattr(bootstrap, "HERE", tmp_path)
    monkeypatch.setattr(bootstrap, "add_sources", lambda _: None)
    (tmp_path / "requirements.txt").write_text("uv==1.0")
    (tmp_path / "requirements-dev.txt").write_text("uv==1.0\npytest==1")
    return tmp_path


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_interrupted_installation_continues(checkout: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    monkeypatch.setattr(bootstrap, "run", Machine(checkout, step).run)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.install_python("requirements.txt")
    again = Machine(checkout)
    monkeypatch.setattr(bootstrap, "run", again.run)
    bootstrap.install_python("requirements.txt")
    assert (checkout / ".venv" / "packages").exists()
    assert again.steps, "nothing was taken for finished"
    assert sorted(path.name for path in checkout.glob(".venv*")) == [".venv"]


def test_incomplete_environment_is_replaced(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "python").touch()  # without pip, as Debian without python3-venv leaves it
    monkeypatch.setattr(bootstrap, "run", Machine(checkout).run)
    bootstrap.install_python("requirements.txt")
    assert (checkout / ".venv" / "packages").exists()


@pytest.fixture
def installed(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One in which everything is there."""
    monkeypatch.setattr(bootstrap, "run", Machine(checkout).run)
    bootstrap.install_python("requirements.txt")
    return checkout


def steps_of(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Number of packages to install."""
    machine = Machine(checkout)
    monkeypatch.setattr(bootstrap, "HERE", checkout)
    monkeypatch.setattr(bootstrap, "run", machine.run)
    bootstrap.install_python("requirements.txt")
    assert bootstrap.is_usable_environment(checkout / ".venv")
    return machine.steps


def test_installed_packages_are_not_installed_again(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_of(installed, monkeypatch) == 0


def test_moved_checkout_is_installed_again(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts contain the path of the old folder."""
    assert steps_of(installed.rename(installed.with_name("moved")), monkeypatch) == 4


def test_environment_without_python_is_replaced(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = installed / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(installed / "removed" / "python3")
    assert steps_of(installed, monkeypatch) == 4


def test_environment_of_another_python_is_replaced(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "VERSION", "print('(3, 10)')")
    assert not bootstrap.is_usable_environment(installed / ".venv")


def test_environment_of_another_checkout_is_kept(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = installed.with_name("other")
    other.mkdir()
    for name in ("requirements.txt", "requirements-dev.txt"):
        (other / name).write_bytes((installed / name).read_bytes())
    (other / ".venv").symlink_to(installed / ".venv")
    assert steps_of(other, monkeypatch) == 4
    assert steps_of(installed, monkeypatch) == 0


def test_incomplete_packages_are_noticed(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (installed / "requirements.txt").read_text()
    (installed / "requirements.txt").write_text("uv==2.0")
    monkeypatch.setattr(bootstrap, "run", Machine(installed, interrupted_at=2).run)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.install_python("requirements.txt")
    (installed / "requirements.txt").write_text(before)
    assert steps_of(installed, monkeypatch) == 2


def test_installer_hint_is_one_line() -> None:
    text = bootstrap.hint(DEBIAN)
    assert "apt install python3.11-venv" in text
    assert "\n" not in text


def test_unwritable_home_is_replaced(checkout: Path) -> None:
    assert bootstrap.with_home({"HOME": str(checkout)})["HOME"] == str(checkout)
    for home in ("/nonexistent", ""):
        own = Path(bootstrap.with_home({"HOME": home})["HOME"])
        assert own.is_relative_to(checkout)
        assert own.is_dir()


def test_interruption_is_one_line(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "run", Machine(checkout, 1).run)
    with pytest.raises(SystemExit) as stopped:
        bootstrap.main()
    assert stopped.value.code == 130
    assert capsys.readouterr().err.count("\n") == 1
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("error: Failed to install: cv2.so\n  Caused by: No space left on device (os error 28)", 1),
        ("npm error code ENOSPC\nnpm error syscall write\nnpm error A log was written to /home/log", 1),
        ("npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n\nadded 37 packages in 55s", 0),
    ],
)
def test_full_disk_during_an_installation_is_named(
    checkout: Path, capsys: pytest.CaptureFixture[str], answer: str, code: int
) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.run("installing", [sys.executable, "-c", f"print({answer!r}); raise SystemExit({code})"])
    text = capsys.readouterr().err
    assert stopped.value.code == 2
    assert text.count("\n") == 1
    assert f"about a gigabyte where {checkout} is" in text


def test_npm_errors_are_shown(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "package-lock.json").touch()
    npm = checkout / "npm"
    npm.write_text('#!/bin/sh\ncase "$*" in *--silent*) exit 1; esac\necho npm error code E401; exit 1\n')
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{checkout}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(SystemExit):
        bootstrap.install_node()
    assert "npm error code E401" in capsys.readouterr().err


def test_full_disk_is_named_anywhere(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_requirements: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bootstrap, "check_node", lambda: None)
    monkeypatch.setattr(bootstrap, "install_python", fail)
    with pytest.raises(SystemExit):
        bootstrap.main()
    assert f"about a gigabyte where {checkout} is" in capsys.readouterr().err
