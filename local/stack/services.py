"""The foreign services of a stack: simulated from a replay, or the real ones when keys are given."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from footy.core.errors import AccessDenied, FootyError
from footy.core.http.client import HttpClient
from footy.goals.adapters.football.api_football import LARGEST, SECONDS, SERVICE, ApiFootballClient
from local.process.errors import LocalError
from local.process.processes import ending_of
from local.process.timeouts import START_SECONDS, STOP_SECONDS
from local.stack.home import PROJECT, Home
from local.stack.search_sources import given

SIMULATED_KEY = "local-api-football-key"
SIMULATED_TOKEN = "local-x-bearer-token"  # noqa: S105 - what the simulated service accepts
SIMULATED_SESSION = "local-x-session"


@dataclass(frozen=True, slots=True)
class Addresses:
    """What a deployment has to know of the foreign services: settings and secrets."""

    settings: dict[str, str]
    secrets: dict[str, dict[str, str]] = field(repr=False)

    @property
    def can_see(self) -> bool:
        """Whether there is a vision model among them."""
        return bool(self.settings.get("vision_url"))

    def told(self, settings: Mapping[str, str]) -> "Addresses":
        """The same services with what has been found out since."""
        return replace(self, settings={**self.settings, **settings})


def real_services(environment: Mapping[str, str]) -> Addresses | None:
    """The real services, when there are keys in the environment for fixtures and for posts; None without any."""
    key, searched = environment.get("API_FOOTBALL_KEY"), given(environment)
    if not key and not searched:
        return None
    if not key or not searched:
        raise LocalError(
            "set both API_FOOTBALL_KEY and X_BEARER_TOKEN, TWITTER_SERVICE_URL or X_SESSIONS for the real services, "
            "or none of them for a replay"
        )
    url = environment.get("API_FOOTBALL_URL", "https://v3.football.api-sports.io")
    _check_key(url, key)
    named = ("X_API_URL", "X_WEB_URL", "VISION_URL", "CONTACT")
    told = {name.lower(): environment[name] for name in named if name in environment}
    token = environment.get("X_BEARER_TOKEN")
    keys = {"api_football": {"key": key}, **({"x": {"bearer_token": token}} if token else {})}
    return Addresses(settings={"api_football_url": url, **told}, secrets=keys)


def _check_key(url: str, key: str) -> None:
    """Asks the API for nothing much, so that a bad key is told now and not on the first tick."""
    try:
        http = HttpClient(SERVICE, seconds=SECONDS, largest=LARGEST)
        ApiFootballClient(http, url, key).by_date(datetime.now(UTC).date())
    except AccessDenied as refusal:
        raise LocalError(f"API-Football refuses the key in API_FOOTBALL_KEY: {refusal}") from refusal
    except FootyError as failure:
        raise LocalError(f"API-Football at {url} does not answer: {failure}") from failure


class SimulatedServices:
    """The foreign services of a replay, as one process with a server each."""

    def __init__(self, home: Home, replay: Path) -> None:
        self._home = home
        self._replay = replay
        self._process: subprocess.Popen[bytes] | None = None
        self._addresses: Addresses | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def ending(self) -> str | None:
        """How it ended, when nobody stopped it."""
        return ending_of(self._process)

    def start(self) -> Addresses:
        """Starts the servers, on the ports they had last time where those are still free.

        Functions that were deployed with these ports need the same again.
        """
        addresses = self._start()
        if self._addresses is not None and self._addresses != addresses:
            self.stop()
            raise LocalError("a port of the simulated services has been taken by somebody else")
        self._addresses = addresses
        return addresses

    def _start(self) -> Addresses:
        ports_file = self._home.addresses
        known = _known_ports(ports_file)
        ports_file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "local.upstreams", "--replay", str(self._replay)]
        command += ["--clock", str(self._home.clock), "--home", str(self._home.media)]
        command += ["--ports-file", str(ports_file)]
        command += ["--ports", ",".join(f"{name}={port}" for name, port in known.items())] if known else []
        with (self._home.logs / "upstreams.log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=PROJECT, stdout=log, stderr=log, env=_environment())
        return _addresses(self._wait_for(ports_file, self._process))

    def stop(self) -> None:
        """Ends the process by its own id."""
        process, self._process = self._process, None
        if process and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _wait_for(self, ports_file: Path, process: subprocess.Popen[bytes]) -> dict[str, int]:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            if ports_file.exists():
                ports: dict[str, int] = json.loads(ports_file.read_text())
                return ports
            time.sleep(0.05)
        raise LocalError(f"the simulated services did not start: see {self._home.logs / 'upstreams.log'}")


def simulated_sessions(home: Home, web_url: str) -> Path:
    """A session that the simulated pages of X take for logged in."""
    folder = home.root / "sessions"
    folder.mkdir(exist_ok=True)
    tokens = {"auth_token": SIMULATED_SESSION, "ct0": "local-x-csrf"}
    host = urlsplit(web_url).hostname
    cookies = [{"name": name, "value": token, "domain": host, "secure": False} for name, token in tokens.items()]
    (folder / "demo.json").write_text(json.dumps({"cookies": cookies}))
    return folder


def _known_ports(file: Path) -> dict[str, int]:
    """The ports of last time; any others do where that file is damaged."""
    try:
        return TypeAdapter(dict[str, int]).validate_json(file.read_bytes())
    except (OSError, ValueError):
        return {}


def _environment() -> dict[str, str]:
    paths = [str(PROJECT), str(PROJECT / "layers" / "footy" / "python"), str(PROJECT / "containers" / "eyes")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _addresses(ports: Mapping[str, int]) -> Addresses:
    at = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
    return Addresses(
        settings={
            "api_football_url": at["api_football"],
            "x_api_url": f"{at['x']}/2",
            "x_web_url": at["x_web"],
            "syndication_url": at["syndication"],
            "wikidata_search_url": f"{at['wikidata']}/w/api.php",
            "wikidata_sparql_url": f"{at['wikidata']}/sparql",
            "media_origins": at["media"],
        },
        secrets={"api_football": {"key": SIMULATED_KEY}, "x": {"bearer_token": SIMULATED_TOKEN}},
    )
