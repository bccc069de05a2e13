"""Process of the embedded AWS."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from local import PROJECT
from local.aws.client import CREDENTIALS, REGION, client_at, is_emulator, scale_waits_at
from local.aws.folder import HOST, choose_port, wait_for_lock
from local.process.child import ChildProcess
from local.process.environment import python_of
from local.process.errors import LocalError

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
INHERITED = (
    *("PATH", "HOME", "USER", "LANG", "LC_ALL", "LOG_FORMAT"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"),
)


@dataclass(slots=True)
class Ministack(ChildProcess):
    """One emulator, whose whole state is in `home`."""

    home: Path
    port: int | None = None
    workers: int = 12
    idle_seconds: int = 60
    container: Mapping[str, str] = field(default_factory=dict)
    environment: Path = PROJECT / ".local" / "ministack"
    _clients: dict[str, Any] = field(default_factory=dict, init=False)

    @property
    def url(self) -> str:
        """Address of the emulator."""
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> Path:
        """Log of the emulator."""
        return self.home / "emulator.log"

    @property
    def _temporary(self) -> Path:
        """Folder for temporary files of the emulator, its functions and tasks."""
        return self.home.resolve() / "tmp"

    @property
    def scales(self) -> bool:
        """Support for Wait states that follow the replay clock."""
        return True

    def start(self) -> Self:
        """Start the emulator on its previous port and return when it answers."""
        python = python_of(self.environment, REQUIREMENTS, label="the embedded AWS")
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            wait_for_lock(self.home)
            self.stop()
            self.port = choose_port(self.home, self.port)
            self.log.unlink(missing_ok=True)
        except OSError as refusal:
            raise LocalError(f"the folder {self.home} cannot be written ({refusal.strerror}): choose another") from None
        self.launch(
            "the embedded AWS",
            [str(python), "-m", "local.aws.launcher", str(self.home), "--workers", str(self.workers)],
            log=self.log,
            environment=self._environment(),
            is_ready=lambda: is_emulator(self.url),
            cwd=PROJECT,
            stdin=subprocess.PIPE,  # the launcher saves the state and ends when this pipe closes
            start_new_session=True,
        )
        (self.home / "pid").write_text(str(self.pid))
        return self

    def stop(self) -> None:
        """End the emulator with everything it runs, and remove its temporary files."""
        if self._process is not None:
            ChildProcess.stop(self)
            (self.home / "pid").unlink(missing_ok=True)
            shutil.rmtree(self._temporary, ignore_errors=True)  # half of what a match writes to the disk

    def client(self, service: str) -> Any:
        """Return a boto3 client of the service in this emulator."""
        if service not in self._clients:
            self._clients[service] = client_at(self.url, service)
        return self._clients[service]

    def scale_waits(self, factor: float) -> None:
        """Multiply all Wait states and retry pauses."""
        scale_waits_at(self.url, factor)

    def make_ready(self, addresses: Sequence[str]) -> None:
        """Do nothing: its functions are processes of this machine, and its state is that of its home."""

    def _environment(self) -> dict[str, str]:
        """Return what functions may inherit: nothing of the user's AWS, Python or emulator settings."""
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        no_proxy = [os.environ.get("NO_PROXY", os.environ.get("no_proxy", "")), HOST, "localhost"]
        exceptions = ",".join(filter(None, no_proxy))
        inherited |= {"TMPDIR": str(self._temporary), "NO_PROXY": exceptions, "no_proxy": exceptions}
        container = inherited | CREDENTIALS | {"AWS_DEFAULT_REGION": REGION, "AWS_ENDPOINT_URL": self.url}
        return {
            **inherited,
            "AWS_SECRET_ACCESS_KEY": CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
            "BIND_HOST": HOST,
            "GATEWAY_PORT": str(self.port),
            "MINISTACK_REGION": REGION,
            "LAMBDA_ACCOUNT_CONCURRENCY": "1000",
            "LAMBDA_WARM_TTL_SECONDS": str(self.idle_seconds),
            "LOCAL_CONTAINER_ENVIRONMENT": json.dumps({**container, **self.container}),
            "NODE_PATH": str(PROJECT / "node_modules"),
            "PERSIST_STATE": "1",
            "STATE_DIR": str(self.home / "state"),
            "S3_PERSIST": "1",
            "S3_DATA_DIR": str(self.home / "s3"),
            "SFTP_ENABLED": "0",
            "IOT_MTLS_ENABLED": "0",
        }


def container_environment() -> dict[str, str]:
    """Return what runs the tasks of containers/clips with the project's own interpreter."""
    sources = (PROJECT / "containers" / "clips", PROJECT / "layers" / "footy" / "python")
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
    }
