import ast
import errno
import os
import sys
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
            assert Path(command[0]).exists(), "uv is called where there is none"
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
def test_a_set_up_that_was_interrupted_anywhere_is_gone_on_with(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr(bootstrap, "run", Machine(checkout, step).run)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.install_python("requirements.txt")
    again = Machine(checkout)
    monkeypatch.setattr(bootstrap, "run", again.run)
    bootstrap.install_python("requirements.txt")
    assert (checkout / ".venv" / "packages").exists()
    assert again.steps, "nothing was taken for finished"
    assert sorted(path.name for path in checkout.glob(".venv*")) == [".venv"]


def test_half_an_environment_of_an_earlier_version_is_made_anew(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    """How much there is to install."""
    machine = Machine(checkout)
    monkeypatch.setattr(bootstrap, "HERE", checkout)
    monkeypatch.setattr(bootstrap, "run", machine.run)
    bootstrap.install_python("requirements.txt")
    assert bootstrap.is_usable_environment(checkout / ".venv")
    return machine.steps


def test_what_is_installed_is_not_installed_again(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_of(installed, monkeypatch) == 0


def test_in_a_checkout_that_was_moved_all_is_made_anew(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it holds names the old folder: its scripts do, and where the project's own packages are."""
    assert steps_of(installed.rename(installed.with_name("moved")), monkeypatch) == 4


def test_an_environment_whose_python_is_gone_is_made_anew(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = installed / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(installed / "removed" / "python3")
    assert steps_of(installed, monkeypatch) == 4


def test_an_environment_of_another_python_is_made_anew(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "VERSION", "print('(3, 10)')")
    assert not bootstrap.is_usable_environment(installed / ".venv")


def test_the_environment_of_another_checkout_is_left_alone(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = installed.with_name("other")
    other.mkdir()
    for name in ("requirements.txt", "requirements-dev.txt"):
        (other / name).write_bytes((installed / name).read_bytes())
    (other / ".venv").symlink_to(installed / ".venv")
    assert steps_of(other, monkeypatch) == 4
    assert steps_of(installed, monkeypatch) == 0


def test_half_of_other_packages_is_told_from_the_whole(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (installed / "requirements.txt").read_text()
    (installed / "requirements.txt").write_text("uv==2.0")
    monkeypatch.setattr(bootstrap, "run", Machine(installed, interrupted_at=2).run)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.install_python("requirements.txt")
    (installed / "requirements.txt").write_text(before)
    assert steps_of(installed, monkeypatch) == 2


def test_the_whole_hint_of_an_installer_is_shown_on_one_line() -> None:
    told = bootstrap.hint(DEBIAN)
    assert "apt install python3.11-venv" in told
    assert "\n" not in told


def test_a_home_that_cannot_be_written_is_replaced_by_one_in_the_checkout(checkout: Path) -> None:
    assert bootstrap.with_home({"HOME": str(checkout)})["HOME"] == str(checkout)
    for home in ("/nonexistent", ""):
        own = Path(bootstrap.with_home({"HOME": home})["HOME"])
        assert own.is_relative_to(checkout)
        assert own.is_dir()


def test_an_interruption_is_told_in_one_line(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "run", Machine(checkout, 1).run)
    with pytest.raises(SystemExit) as stopped:
        bootstrap.main()
    assert stopped.value.code == 130
    assert capsys.readouterr().err.count("\n") == 1
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("error: Failed to install: cv2.so\n  Caused by: No space left on device (os error 28)", 1),
        ("npm error code ENOSPC\nnpm error syscall write\nnpm error A log was written to /home/log", 1),
        ("npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n\nadded 37 packages in 55s", 0),
    ],
)
def test_a_disk_without_room_is_called_that_while_things_are_installed(
    checkout: Path, capsys: pytest.CaptureFixture[str], said: str, code: int
) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.run("installing", [sys.executable, "-c", f"print({said!r}); raise SystemExit({code})"])
    told = capsys.readouterr().err
    assert stopped.value.code == 2
    assert told.count("\n") == 1
    assert f"about a gigabyte where {checkout} is" in told


def test_npm_is_asked_for_its_reasons(
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


def test_a_disk_without_room_is_called_that_wherever_the_set_up_finds_it(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_requirements: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bootstrap, "check_node", lambda: None)
    monkeypatch.setattr(bootstrap, "install_python", fail)
    with pytest.raises(SystemExit):
        bootstrap.main()
    assert f"about a gigabyte where {checkout} is" in capsys.readouterr().err
