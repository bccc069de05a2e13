"""The tests of the task once more, as a user without rights: root is exempt from limits that the task meets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.unprivileged import closed_folder, dropped, hand_over, may_drop
from tests.support.waiting import FAILED_SECONDS

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CLOSED = closed_folder(ROOT)
pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(CLOSED is not None, reason=f"other users may not enter {CLOSED}, where the checkout is"),
    pytest.mark.skipif(not may_drop(), reason="this user has no privileges to drop"),
]
# about names, addresses and texts, not processes, threads and limits; they would take a minute more
NO_MATTER_OF_RIGHTS = {
    "test_fetch_addresses.py",
    "test_hostile_urls.py",
    "test_log.py",
    "test_protection.py",
    "test_tweets.py",
    "test_views.py",
}
# it begins an embedded AWS, whose environment in this checkout that user may not lock; a match as anyone has workers
NEEDS_THE_CHECKOUT = {"test_worker_process.py"}
LEFT_OUT = {*NO_MATTER_OF_RIGHTS, *NEEDS_THE_CHECKOUT, Path(__file__).name}
FILES = sorted({file.name for file in HERE.glob("test_*.py")} - LEFT_OUT)


@pytest.mark.parametrize("name", FILES)
def test_the_task_works_for_a_user_without_rights(tmp_path: Path, name: str) -> None:
    hand_over(tmp_path)
    result = subprocess.run(
        dropped(
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "own")),
            str(HERE / name),
        ),
        cwd=ROOT,
        # plug-ins of the developer may write where that user cannot
        env={**os.environ, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=FAILED_SECONDS,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:]
