"""Starts and stops the embedded AWS."""

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self

import boto3
import botocore.session
from botocore.config import Config

from local.aws.environment import emulator_python
from local.aws.folder import HOST, await_departure, settle_port
from local.process.errors import LocalError
from local.process.processes import ending_of
from local.process.timeouts import START_SECONDS, STOP_SECONDS
from local.stack.home import PROJECT

REGION = "eu-west-1"
ACCOUNT = "000000000000"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": REGION}
KEPT = (
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "LOG_FORMAT",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
)
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


@dataclass(slots=True)
class Ministack:
    """One emulator, whose whole state lives in `home`."""

    home: Path
    port: int | None = None
    workers: int = 12
    idle_seconds: int = 60
    container: Mapping[str, str] = field(default_factory=dict)
    environment: Path = PROJECT / ".local" / "ministack"
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _clients: dict[str, Any] = field(default_factory=dict, init=False)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> Path:
        """What the emulator says."""
        return self.home / "emulator.log"

    @property
    def _temporary(self) -> Path:
        """Where the launcher, and whatever it starts, keeps what nobody needs afterwards."""
        return self.home.resolve() / "tmp"

    @property
    def scales(self) -> bool:
        """Its waits follow the match clock."""
        return True

    @property
    def pid(self) -> int | None:
        """Its process while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def ending(self) -> str | None:
        """How it ended, when nobody stopped it."""
        return ending_of(self._process)

    def start(self) -> Self:
        """Starts it and returns when it answers."""
        python = emulator_python(self.environment)
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            await_departure(self.home)
            self.stop()  # what is left of one that was killed
            self.port = settle_port(self.home, self.port)
            log = self.log.open("wb")
        except OSError as refusal:
            raise LocalError(f"the folder {self.home} cannot be written ({refusal.strerror}): choose another") from None
        with log:
            self._process = subprocess.Popen(
                [str(python), "-m", "local.aws.launcher", str(self.home), "--workers", str(self.workers)],
                cwd=PROJECT,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._await_answer()
        (self.home / "pid").write_text(str(self._process.pid))
        return self

    def stop(self) -> None:
        """Lets go of the leash: the emulator writes its state and ends with all it runs."""
        if self._process is None:
            return
        process, self._process = self._process, None
        if process.stdin:
            with suppress(BrokenPipeError):
                process.stdin.close()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        (self.home / "pid").unlink(missing_ok=True)
        shutil.rmtree(self._temporary, ignore_errors=True)  # half of all that a match leaves on the disk

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def client(self, service: str) -> Any:
        """A boto3 client of the service in this emulator."""
        if service not in self._clients:
            self._clients[service] = client_at(self.url, service)
        return self._clients[service]

    def scale_waits(self, factor: float) -> None:
        """Makes Wait states and pauses between retries last that share of their time."""
        scale_waits_at(self.url, factor)

    def make_ready(self, places: Sequence[str]) -> None:
        """It is: its functions are processes of this machine, and it holds what its home holds."""

    def _environment(self) -> dict[str, str]:
        """What functions may inherit: nothing of the user's AWS, Python or emulator settings."""
        inherited = {name: os.environ[name] for name in (*KEPT, *PROXIES) if name in os.environ}
        inherited["TMPDIR"] = str(self._temporary)  # what functions and tasks leave there goes with the emulator
        excepted = ",".join(
            filter(None, [os.environ.get("NO_PROXY", os.environ.get("no_proxy", "")), HOST, "localhost"])
        )
        proxy = {"NO_PROXY": excepted, "no_proxy": excepted}
        container = inherited | proxy | CREDENTIALS | {"AWS_DEFAULT_REGION": REGION, "AWS_ENDPOINT_URL": self.url}
        return {
            **inherited,
            **proxy,
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

    def _await_answer(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.pid is None:
                self.stop()
                raise LocalError(f"the embedded AWS did not start: {self._last_words()}")
            if is_emulator(self.url):
                return
            time.sleep(0.05)
        self.stop()
        raise LocalError(f"the embedded AWS did not answer within {START_SECONDS:.0f} s: see {self.log}")

    def _last_words(self) -> str:
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        refusals = [line.removeprefix("refused: ") for line in lines if line.startswith("refused: ")]
        return (refusals or lines[-1:] or ["it said nothing"])[-1]


def client_at(url: str, service: str, config: Config | None = None) -> Any:
    """A boto3 client of the service in the emulator there, whatever the user's own AWS and proxy are."""
    connect: Callable[..., Any] = _session().client
    ours = Config(
        s3={"addressing_style": "path"},
        proxies={},
        max_pool_connections=20,
        read_timeout=120,
        retries={"total_max_attempts": 2},
    )
    return connect(
        service,
        endpoint_url=url,
        region_name=REGION,
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
        config=ours.merge(config) if config else ours,
    )


def is_emulator(url: str) -> bool:
    """Whether an emulator of this kind answers there."""
    with suppress(OSError), loopback().open(f"{url}/_ministack/health", timeout=2) as answer:
        return bool(answer.status == HTTPStatus.OK)
    return False


def scale_waits_at(url: str, factor: float) -> None:
    """Makes Wait states and pauses between retries of the emulator there last that share of their time."""
    body = json.dumps({"stepfunctions._SFN_WAIT_SCALE": factor}).encode()
    request = urllib.request.Request(f"{url}/_ministack/config", body, method="POST")
    with loopback().open(request, timeout=STOP_SECONDS) as answer:
        if not json.load(answer)["applied"]:
            raise ValueError(f"the emulator refuses to scale waits by {factor}")


def loopback() -> urllib.request.OpenerDirector:
    """Asks what is on this machine, which is never behind a proxy."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _session() -> boto3.Session:
    """Deaf to the user's own profile and configuration, which are about another AWS."""
    nothing = (None, None, os.devnull, None)
    own = {"profile": (None, None, None, None), "config_file": nothing, "credentials_file": nothing}
    return boto3.Session(botocore_session=botocore.session.Session(session_vars=own))
