"""What a test that passes has measured is printed, also when it ran in another process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MEASURING = "tests/unit/goals/adapters/test_answer_battery.py"


def test_what_was_measured_is_printed() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", "--no-cov", MEASURING],
        cwd=ROOT,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    _, _, measured = found.stdout.partition(" measured ")
    assert f"{MEASURING}::" in measured
    assert "outcomes {" in measured
