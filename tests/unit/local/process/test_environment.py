"""Virtual environments beside the project's own."""

from pathlib import Path

import pytest

from local.process.environment import python_of
from local.process.errors import LocalError


def test_failed_environment_is_one_line(tmp_path: Path) -> None:
    """The last lines of uv contain the reason."""
    expected = tmp_path / "requirements.txt"
    expected.write_text("six==\n")
    with pytest.raises(LocalError, match=r"^six cannot be installed: .*expected version") as refusal:
        python_of(tmp_path / "environment", expected, label="six")
    assert "\n" not in str(refusal.value)
