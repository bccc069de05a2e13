"""However a command ends before its time, it is one line, and the exit code says what kind of end it was."""

import argparse
import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from local.cli.main import main
from local.process import disk
from local.process.errors import LocalError, StackEnded

Command = Callable[[argparse.Namespace], int]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[BaseException], int]:
    """Runs a command that ends like this."""

    def run(end: BaseException) -> int:
        def command(_: argparse.Namespace) -> int:
            raise end

        monkeypatch.setattr("local.cli.main.status", command)
        return main(["status", "--home", str(tmp_path)])

    return run


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (LocalError("no such replay"), 2),
        (StackEnded("aws ended (killed by SIGKILL): go on with --resume"), 3),
        (OSError(errno.ENOSPC, "No space left on device"), 3),
    ],
)
def test_an_end_is_one_line_and_a_code_of_its_own(
    ending: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str], end: BaseException, code: int
) -> None:
    assert ending(end) == code
    told = capsys.readouterr().err
    assert told.startswith("found-footy: ")
    assert told.count("\n") == 1


def test_an_interruption_is_no_failure(
    ending: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ending(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""


def test_a_full_disk_is_called_that_however_deep_it_is_found(
    ending: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    end = StackEnded("the stack does not answer")
    end.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    ending(end)
    assert "disk full" in capsys.readouterr().err


def test_a_process_that_ended_on_a_full_disk_ended_because_of_it(
    ending: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "LITTLE", 2**62)
    ending(StackEnded("mongodb ended (exit code 100)"))
    assert "disk full" in capsys.readouterr().err


def test_a_defect_of_ours_keeps_its_traceback(ending: Callable[[BaseException], int]) -> None:
    with pytest.raises(OSError, match="is a directory"):
        ending(OSError(errno.EISDIR, "is a directory"))
