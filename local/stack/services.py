"""Upstream services of a stack: simulated from a replay, or the real ones where keys are set."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from footy.core.errors import AccessDenied, FootyError
from footy.core.http.client import HttpClient
from footy.goals.adapters.football.api_football import LARGEST, SECONDS, SERVICE, ApiFootballClient
from local import PROJECT
from local.process.child import ChildProcess
from local.process.errors import LocalError
from local.stack.home import Home
from local.stack.search_sources import configured_providers
from local.upstreams.context import API_KEY, BEARER_TOKEN, SESSION_TOKEN

PATHS = (PROJECT, PROJECT / "layers" / "footy" / "python", PROJECT / "containers" / "eyes")


@dataclass(frozen=True, slots=True)
class ServiceAddresses:
    """Settings and secrets of a deployment that concern the upstream services."""

    settings: dict[str, str]
    secrets: dict[str, dict[str, str]] = field(repr=False)

    @property
    def has_vision(self) -> bool:
        """Return whether they include a vision model."""
        return bool(self.settings.get("vision_url"))

    def with_settings(self, settings: Mapping[str, str]) -> "ServiceAddresses":
        """Return the same services with more settings."""
        return replace(self, settings={**self.settings, **settings})


def real_services(environment: Mapping[str, str]) -> ServiceAddresses | None:
    """Return the real services where keys for fixtures and posts are set; None without any key."""
    key, providers = environment.get("API_FOOTBALL_KEY"), configured_providers(environment)
    if not key and not providers:
        return None
    if not key or not providers:
        raise LocalError(
            "set both API_FOOTBALL_KEY and X_BEARER_TOKEN, TWITTER_SERVICE_URL or X_SESSIONS for the real services, "
            "or none of them for a replay"
        )
    url = environment.get("API_FOOTBALL_URL", "https://v3.football.api-sports.io")
    _check_key(url, key)
    names = ("X_API_URL", "X_WEB_URL", "VISION_URL", "CONTACT")
    settings = {name.lower(): environment[name] for name in names if name in environment}
    token = environment.get("X_BEARER_TOKEN")
    keys = {"api_football": {"key": key}, **({"x": {"bearer_token": token}} if token else {})}
    return ServiceAddresses(settings={"api_football_url": url, **settings}, secrets=keys)


def _check_key(url: str, key: str) -> None:
    """Make one cheap request, so that a bad key is reported before the first tick."""
    try:
        http = HttpClient(SERVICE, seconds=SECONDS, largest=LARGEST)
        ApiFootballClient(http, url, key).by_date(datetime.now(UTC).date())
    except AccessDenied as refusal:
        raise LocalError(f"API-Football refuses the key in API_FOOTBALL_KEY: {refusal}") from refusal
    except FootyError as failure:
        raise LocalError(f"API-Football at {url} does not answer: {failure}") from failure


@dataclass(slots=True)
class SimulatedServices(ChildProcess):
    """Upstream services of a replay: one process with a server each."""

    home: Home
    replay: Path
    _ports: dict[str, int] = field(init=False, default_factory=dict)

    def start(self) -> Self:
        """Start the servers on their previous ports where those are free.

        Restarted services must get the same ports again, because deployed functions know them.
        """
        ports_file = self.home.addresses
        previous = _previous_ports(ports_file)
        ports_file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "local.upstreams", "--replay", str(self.replay)]
        command += ["--clock", str(self.home.clock), "--home", str(self.home.media)]
        command += ["--ports-file", str(ports_file)]
        command += ["--ports", ",".join(f"{name}={port}" for name, port in previous.items())] if previous else []
        self.launch(
            "the simulated services",
            command,
            log=self.home.logs / "upstreams.log",
            environment={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS))},
            is_ready=ports_file.exists,
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
        )
        ports: dict[str, int] = json.loads(ports_file.read_text())
        if self._ports and ports != self._ports:
            self.stop()
            raise LocalError("another process has taken a port of the simulated services")
        self._ports = ports
        return self

    @property
    def addresses(self) -> ServiceAddresses:
        """Addresses of the servers, with the keys that they accept."""
        at = {name: f"http://127.0.0.1:{port}" for name, port in self._ports.items()}
        return ServiceAddresses(
            settings={
                "api_football_url": at["api_football"],
                "x_api_url": f"{at['x']}/2",
                "x_web_url": at["x_web"],
                "syndication_url": at["syndication"],
                "wikidata_search_url": f"{at['wikidata']}/w/api.php",
                "wikidata_sparql_url": f"{at['wikidata']}/sparql",
                "media_origins": at["media"],
            },
            secrets={"api_football": {"key": API_KEY}, "x": {"bearer_token": BEARER_TOKEN}},
        )


def simulated_sessions(home: Home, web_url: str) -> Path:
    """Write a browser session that the simulated pages of X accept, and return its folder."""
    folder = home.root / "sessions"
    folder.mkdir(exist_ok=True)
    tokens = {"auth_token": SESSION_TOKEN, "ct0": "local-x-csrf"}
    host = urlsplit(web_url).hostname
    cookies = [{"name": name, "value": token, "domain": host, "secure": False} for name, token in tokens.items()]
    (folder / "demo.json").write_text(json.dumps({"cookies": cookies}))
    return folder


def _previous_ports(file: Path) -> dict[str, int]:
    try:
        return TypeAdapter(dict[str, int]).validate_json(file.read_bytes())
    except (OSError, ValueError):
        return {}
