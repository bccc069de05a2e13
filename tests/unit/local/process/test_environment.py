"""Virtual environments beside the project's own."""

from pathlib import Path

import pytest

from local.process.environment import python_of
from local.process.errors import LocalError


def test_why_one_cannot_be_made_is_told_whole_and_on_one_line(tmp_path: Path) -> None:
    """What uv says first is that it failed; the reason, an address that is not let through, stands below."""
    wanted = tmp_path / "requirements.txt"
    wanted.write_text("six==\n")
    with pytest.raises(LocalError, match=r"^six cannot be installed: .*expected version") as refusal:
        python_of(tmp_path / "environment", wanted, label="six")
    assert "\n" not in str(refusal.value)
