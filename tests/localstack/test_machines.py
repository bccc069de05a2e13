"""Every test of the state machines, and the comparison with moto's interpreter, once more on LocalStack."""

import subprocess
import sys

import pytest

from local.stack.home import PROJECT
from tests.localstack.__main__ import MISSING
from tests.localstack.server import fitting_python


@pytest.mark.soak
@pytest.mark.long
def test_the_machines_mean_the_same_to_localstack(capsys: pytest.CaptureFixture[str]) -> None:
    if fitting_python() is None:
        pytest.skip(MISSING)
    played = [sys.executable, "-m", "tests.localstack", "-q"]
    done = subprocess.run(played, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    with capsys.disabled():
        sys.stdout.write(f"\non LocalStack: {done.stdout.splitlines()[-1]}\n")
