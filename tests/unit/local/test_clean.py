"""Files that `make clean` removes and keeps."""

import subprocess
from pathlib import Path

MAKEFILE = Path(__file__).parents[3] / "Makefile"


def clean(checkout: Path) -> str:
    """Run `make clean` and return its output."""
    command = ["make", "-f", str(MAKEFILE), "-C", str(checkout), "--no-print-directory", "clean"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_clean_keeps_real_matches(tmp_path: Path) -> None:
    for folder in (".build/layer", ".local/stack/mongo", ".local/real/mongo", "cdk.out"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".local" / "setup.lock").touch()
    told = clean(tmp_path)
    assert [str(remaining.relative_to(tmp_path)) for remaining in sorted(tmp_path.rglob("*"))] == [
        ".local",
        ".local/real",
        ".local/real/mongo",
    ]
    assert ".local/real" in told
    assert "--wipe real" in told


def test_clean_removes_everything_else(tmp_path: Path) -> None:
    (tmp_path / ".local" / "stack").mkdir(parents=True)
    assert (clean(tmp_path), clean(tmp_path)) == ("", "")
    assert list(tmp_path.iterdir()) == []
