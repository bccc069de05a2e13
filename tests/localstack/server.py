"""LocalStack from PyPI, in an environment of its own: installed, started and stopped here."""

import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from local.aws.folder import HOST, settle_port
from local.process.environment import python_of
from local.stack.home import PROJECT
from tests.support.waiting import FAILED_SECONDS

VERSION = "3.13"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
ENVIRONMENT = PROJECT / ".local" / "localstack"
SERVICES = "events,iam,lambda,logs,s3,secretsmanager,sqs,stepfunctions,sts"


def fitting_python(version: str = VERSION) -> str | None:
    """A Python of that version, if this machine has one that runs; LocalStack's pinned libraries are for one."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    candidates = [shutil.which(f"python{version}"), *map(str, kept)]
    return next((one for one in candidates if one and _version(one) == version), None)


def _version(python: str) -> str:
    asked = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


@contextmanager
def localstack(home: Path, base: str, *, scale: float) -> Iterator[str]:
    """Where it answers while the block lasts; its waits last that share of their time."""
    python = python_of(ENVIRONMENT, REQUIREMENTS, what="LocalStack", base=base)
    home.mkdir(parents=True, exist_ok=True)
    address = f"{HOST}:{settle_port(home, None)}"
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [str(python), "-m", "tests.localstack.launcher", str(scale)],
            cwd=PROJECT,
            env=_environment(home, address),
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _await_answer(f"http://{address}/_localstack/health", process, home / "log")
        yield f"http://{address}"
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait(FAILED_SECONDS)


def _environment(home: Path, address: str) -> dict[str, str]:
    """Nothing of it is outside its folder, and it asks nobody."""
    (home / "tmp").mkdir(exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(home / "tmp"),
        "FILESYSTEM_ROOT": str(home),
        "LOCALSTACK_VOLUME_DIR": str(home),
        "GATEWAY_LISTEN": address,
        "LOCALSTACK_HOST": address,
        "SERVICES": SERVICES,
        "DISABLE_EVENTS": "1",
        "DNS_ADDRESS": "0",
        "SKIP_SSL_CERT_DOWNLOAD": "1",
        "LS_LOG": "warning",
    }


def _await_answer(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    ask = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
    deadline = time.monotonic() + FAILED_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), ask(url, timeout=5):
            return
        time.sleep(0.2)
    raise AssertionError(f"LocalStack did not start: {log.read_text(errors='replace')[-2000:]}")
