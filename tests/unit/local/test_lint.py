"""What `make lint` makes of the end of mypy."""

import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[3] / "Makefile"
# with helpers it ends as it is told, alone with 0
MYPY = '#!/bin/sh\necho "$@" >> asked\ncase "$*" in *"--num-workers 0"*) exit 0; esac\nexit {code}\n'


@pytest.mark.parametrize(("code", "asked", "good"), [(0, 1, True), (1, 1, False), (2, 2, True)])
def test_helpers_that_did_not_start_in_time_are_done_without(
    tmp_path: Path,
    code: int,
    asked: int,
    good: bool,  # noqa: FBT001 - a column of the table
) -> None:
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, text in (("ruff", "#!/bin/sh\n"), ("mypy", MYPY.format(code=code))):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    command = ["make", "-f", str(MAKEFILE), "-C", str(tmp_path), "PYTHON=true", "lint"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode == 0) is good
    assert len((tmp_path / "asked").read_text().splitlines()) == asked
