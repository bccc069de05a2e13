"""The tests of the decoder once more, as a user without rights: root is exempt from limits that the task meets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import FAILED_SECONDS
from tests.rights import dropped, hand_over, may_drop

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = ("test_cage.py", "test_decode.py", "test_decoder.py", "test_hostile_files.py", "test_task.py")


@pytest.mark.skipif(not may_drop(), reason="nobody has rights here that could be dropped")
def test_the_decoder_works_for_a_user_without_rights(tmp_path: Path) -> None:
    hand_over(tmp_path)
    found = subprocess.run(
        dropped(
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "own")),
            *(str(HERE / name) for name in FILES),
        ),
        cwd=ROOT,
        # what somebody adds to his own pytest may lie where that user cannot write
        env={**os.environ, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=FAILED_SECONDS,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-3000:]
