"""Failures of commands: one line and an exit code."""

import argparse
import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from local import PROJECT
from local.cli.main import main
from local.process import disk
from local.process.errors import LocalError, StackEnded
from tests.integration.command import environment

Command = Callable[[argparse.Namespace], int]


@pytest.fixture
def run_failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[BaseException], int]:
    """Return a runner of a command that raises the given exception."""

    def run(failure: BaseException) -> int:
        def command(_: argparse.Namespace) -> int:
            raise failure

        monkeypatch.setattr("local.cli.main.status", command)
        return main(["status", "--home", str(tmp_path)])

    return run


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (LocalError("no such replay"), 2),
        (StackEnded("aws ended (killed by SIGKILL): continue with --resume"), 3),
        (OSError(errno.ENOSPC, "No space left on device"), 3),
    ],
)
def test_failure_is_one_line_and_an_exit_code(
    run_failing: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str], failure: BaseException, code: int
) -> None:
    assert run_failing(failure) == code
    error = capsys.readouterr().err
    assert error.startswith("found-footy: ")
    assert error.count("\n") == 1


def test_ctrl_c_exits_with_130(run_failing: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_failing(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""


def test_full_disk_is_found_in_causes(
    run_failing: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    failure = StackEnded("the stack does not answer")
    failure.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    run_failing(failure)
    assert "disk full" in capsys.readouterr().err


def test_full_disk_explains_an_ended_process(
    run_failing: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "MINIMUM_BYTES", 2**62)
    run_failing(StackEnded("mongodb ended (exit code 100)"))
    assert "disk full" in capsys.readouterr().err


def test_defects_keep_their_traceback(run_failing: Callable[[BaseException], int]) -> None:
    with pytest.raises(OSError, match="is a directory"):
        run_failing(OSError(errno.EISDIR, "is a directory"))


def test_closed_output_is_no_failure(tmp_path: Path) -> None:
    """`| head` closes the pipe before the first line."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "local", "status", "--home", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, env=environment(), stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_another_python_is_replaced_by_the_projects_own(tmp_path: Path) -> None:
    """`python -m local` of the README runs outside of the virtual environment, too."""
    python = Path(sys.base_prefix) / "bin" / Path(sys.executable).name
    variables = {name: text for name, text in environment().items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    command = [str(python), "-m", "local", "images", "list", "--home", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "start it with `make up`" in done.stderr
