"""A match and the image pipeline on an external AWS endpoint."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.command import MATCH_SECONDS, ROOT, environment
from tests.support.waiting import FAILED_SECONDS

pytestmark = [
    pytest.mark.xdist_group("endpoint"),
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.embedded("it starts the endpoint itself"),
]

PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "soak or not soak")
PLAYED = ("test_image_checklist.py", "test_images.py", "test_uploads.py", "test_var.py")


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[str]:
    """Start the emulator as a separate process and return its address."""
    command = [sys.executable, "-m", "local.aws", str(tmp_path / "aws")]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            assert process.wait(FAILED_SECONDS) == 0


def test_matches_and_images_work_on_an_external_endpoint(
    endpoint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [f"tests/integration/{name}" for name in PLAYED]
    inherited = {name: value for name, value in environment().items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [*PYTEST, *files, f"--basetemp={tmp_path / 'played'}"],
        cwd=ROOT,
        env={**inherited, "FOOTY_ENDPOINT": endpoint},
        capture_output=True,
        text=True,
        timeout=MATCH_SECONDS,
        check=False,
    )
    assert done.returncode == os.EX_OK, done.stdout[-6000:] + done.stderr[-2000:]
    assert not [*tmp_path.glob("played/**/emulator.log")], "an embedded one was started"
    skipped = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED")]
    assert all("only on the embedded AWS: processes of its functions are killed" in line for line in skipped), skipped
    with capsys.disabled():
        sys.stdout.write(f"\nat an endpoint: {done.stdout.splitlines()[-1]}\n")
