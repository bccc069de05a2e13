"""One running local stack: database, AWS, foreign services, and the app deployed into them."""

import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from pymongo.database import Database

from footy.adapters.mongo.database import connect
from footy.adapters.mongo.indexes import create_indexes
from footy.clock import MatchClock
from footy.model.documents import FixtureDocument
from footy.settings import Settings
from local.aws.server import REGION, Ministack
from local.deploy import Deployment
from local.errors import LocalError
from local.eyes import EyesServer
from local.home import PROJECT, Home
from local.mongo.server import MongoServer
from local.screen import Screen
from local.services import Addresses, SimulatedServices, real_services

TARGET = "local"
DATABASE = Settings.read({}).mongodb_database


@dataclass(slots=True)
class Stack:
    """Starts everything in order and stops it in the opposite one, whatever happens in between."""

    home: Home
    screen: Screen
    replay: Path | None
    rate: float
    rules: Mapping[str, str] = field(default_factory=dict)
    port: int | None = None
    _ending: ExitStack = field(init=False, default_factory=ExitStack)
    aws: Ministack = field(init=False)
    mongo_uri: str = field(init=False)
    database: Database[FixtureDocument] = field(init=False)

    def __enter__(self) -> Self:
        refuse_second(self.home)
        try:
            self._start()
        except BaseException:
            self._ending.close()
            raise
        return self

    def __exit__(self, *failure: object) -> None:
        with self.screen.working("stopping"):
            self._ending.close()

    @property
    def clock(self) -> MatchClock:
        return self.clock_of(self.home)

    @staticmethod
    def clock_of(home: Home) -> MatchClock:
        """The clock of the stack that lives in a folder."""
        return MatchClock(home.clock)

    def _start(self) -> None:
        with self.screen.working("starting MongoDB"):
            mongo = MongoServer(self.home.mongo).start()
            self._ending.callback(mongo.stop)
            self.mongo_uri = mongo.uri
            self.database = connect(mongo.uri, DATABASE)
            self._ending.callback(self.database.client.close)
            create_indexes(self.database)
        with self.screen.working("starting AWS"):
            self.aws = Ministack(self.home.aws, self.port, container=_container()).start()
            self._ending.callback(self.aws.stop)
        with self.screen.working("starting the services around it"):
            addresses, pids = self._services()
        pids |= {"aws": self.aws.pid, "mongodb": mongo.pid}
        self.home.remember(
            {
                "stack": os.getpid(),
                "endpoint": self.aws.url,
                "region": REGION,
                "mongodb": self.mongo_uri,
                "pids": pids,
            }
        )
        self._ending.callback(self.home.running.unlink, missing_ok=True)
        with self.screen.working("deploying"):
            Deployment(self.home, self.aws, self._overlay(addresses)).run()
        self.aws.scale_waits(1 / self.rate)

    def _services(self) -> tuple[Addresses, dict[str, int | None]]:
        addresses, pids = self._real() if self.replay is None else self._simulated(self.replay)
        if addresses.can_see:
            return addresses, pids
        eyes = EyesServer(self.home.logs)
        self._ending.callback(eyes.stop)
        eyes.start()
        return addresses.seen_by(eyes.url), {**pids, "eyes": eyes.pid}

    def _real(self) -> tuple[Addresses, dict[str, int | None]]:
        real = real_services(os.environ)
        if real is None:
            raise LocalError("there is neither a replay nor a key for the real services")
        return real, {}

    def _simulated(self, replay: Path) -> tuple[Addresses, dict[str, int | None]]:
        services = SimulatedServices(self.home, replay)
        self._ending.callback(services.stop)
        return services.start(), {"services": services.pid}

    def _overlay(self, addresses: Addresses) -> dict[str, Any]:
        return {
            "settings": {**addresses.settings, "clock_file": str(self.home.clock)},
            "rules": dict(self.rules),
            "secrets": {**addresses.secrets, "mongodb": {"uri": self.mongo_uri}},
        }


def _container() -> dict[str, str]:
    """What makes `python -m fetcher` the task of containers/clips, run by the project's own interpreter."""
    sources = (PROJECT / "containers" / "clips", PROJECT / "layers" / "footy" / "python")
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join(map(str, sources)),
    }


def refuse_second(home: Home) -> None:
    """Two stacks in one folder would share a database and a clock."""
    if is_running(home):
        raise LocalError(f"a stack already runs from {home.root}: stop it with `python -m local down`, or use --home")


def is_running(home: Home) -> bool:
    """Whether the process that wrote itself down is still there."""
    facts = home.recall()
    if facts is None:
        return False
    try:
        os.kill(facts["stack"], 0)
    except ProcessLookupError:
        return False
    return True
