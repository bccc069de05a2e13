"""One running local stack: database, AWS, upstream services, and the app deployed into them."""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from pymongo.database import Database

from footy.api.credentials import hash_key
from footy.core.clock import MatchClock
from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.indexes import create_indexes
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Settings
from local.aws.choice import aws_for
from local.aws.client import REGION
from local.aws.engine import Aws
from local.front.server import FrontProcess
from local.mongo.server import MongoServer
from local.process.errors import LocalError, StackEnded
from local.process.service import ServiceProcess
from local.process.watch import Member, ended_members
from local.stack.browser import BrowserProcess
from local.stack.classifier_model import LITE2
from local.stack.deploy import Deployment, outputs
from local.stack.eyes import EyesProcess
from local.stack.home import Home, RunningStack
from local.stack.logs import save_function_logs
from local.stack.progress import ProgressLog
from local.stack.search_sources import SearchSource
from local.stack.services import ServiceAddresses, SimulatedServices, real_services, simulated_sessions

DATABASE, EMULATOR, SERVICES = "mongodb", "aws", "services"
RESTARTABLE = {SERVICES, "eyes", "front", "browser"}
# a process that ends more often within an hour is not restarted again
RESTARTS, HOUR = 5, 3_600.0
REAL_DATABASE = Settings.read({}).mongodb_database


@dataclass(slots=True)
class Stack:
    """All processes of a stack: started in order, stopped in reverse order."""

    home: Home
    progress: ProgressLog
    replay: Path | None
    rate: float
    rules: Mapping[str, str] = field(default_factory=dict)
    port: int | None = None
    search: SearchSource = field(default_factory=SearchSource)
    database_name: str = REAL_DATABASE
    # how to continue after an unexpected end
    advice: str = "continue with --resume"
    uptime: Callable[[], float] = time.monotonic
    members: dict[str, Member] = field(init=False, default_factory=dict)
    _ends: defaultdict[str, list[float]] = field(init=False, default_factory=lambda: defaultdict(list))
    _exit: ExitStack = field(init=False, default_factory=ExitStack)
    aws: Aws = field(init=False)
    front: FrontProcess = field(init=False)
    mongo_uri: str = field(init=False)
    database: Database[FixtureDocument] = field(init=False)

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException as failure:
            ended = ended_members(self.members)
            self._exit.close()
            if ended and isinstance(failure, Exception):
                raise StackEnded(self.exit_message(ended)) from failure
            raise
        return self

    def __exit__(self, *failure: object) -> None:
        with self.progress.step("stopping"):
            self._exit.close()

    @property
    def links(self) -> dict[str, str]:
        """The sign-in links by what they open."""
        return self.home.keys.links(self.front.url)

    @property
    def clock(self) -> MatchClock:
        return MatchClock(self.home.clock)

    def restart(self, ended: Mapping[str, str]) -> None:
        """Start the ended members again at their addresses; raise `StackEnded` where one stores the state."""
        if not ended.keys() <= RESTARTABLE:
            raise StackEnded(self.exit_message(ended))
        for name, reason in ended.items():
            if (times := self._count_end(name)) > RESTARTS:
                raise StackEnded(self.exit_message({name: f"{reason}, for the {times}th time within an hour"}))
            self.progress.write(f"{name} ended ({reason}): the clock is paused until it runs again")
            try:
                self.members[name].start()
            except LocalError as failure:
                raise StackEnded(f"{self.exit_message({name: reason})}; it does not restart: {failure}") from failure
            self._write_running()
            self.progress.write(f"{name} runs again")

    def _count_end(self, name: str) -> int:
        """Return how often a member ended within the last hour, this time included."""
        now = self.uptime()
        self._ends[name] = [*(at for at in self._ends[name] if now - at < HOUR), now]
        return len(self._ends[name])

    def exit_message(self, ended: Mapping[str, str]) -> str:
        """Return what ended, and how to continue."""
        members = " and ".join(f"{name} ended ({reason})" for name, reason in ended.items())
        return f"{members}: {self.advice}"

    def _start(self) -> None:
        with self.progress.step("starting MongoDB"):
            mongo = MongoServer(self.home.mongo)
            self._launch(DATABASE, mongo)
            self.mongo_uri = mongo.uri
            self.database = connect(mongo.uri, self.database_name)
            self._exit.callback(self.database.client.close)
            create_indexes(self.database)
            self.home.keys.admit_organization(self.database)
        with self.progress.step("starting AWS"):
            self.aws = aws_for(self.home.aws, self.port)
            self._launch(EMULATOR, self.aws)
            self._exit.callback(save_function_logs, self.home, self.aws.url)
        with self.progress.step("starting the services around it"):
            addresses = self._services()
            self.home.origins.unlink(missing_ok=True)
            self.front = FrontProcess(self.home.logs, self.home.origins, port=self.home.port_of("front"))
            self._launch_service(self.front)
        self._exit.callback(self.home.running.unlink, missing_ok=True)
        self._write_running()
        with self.progress.step("deploying"):
            Deployment(self.home, self.aws, self._overlay(addresses)).run()
            self.front.set_origins(self._origins())

    def _launch(self, name: str, member: Member) -> None:
        """Start a member that ends with the stack, and watch it from then on."""
        self._exit.callback(member.stop)
        member.start()
        self.members[name] = member

    def _launch_service(self, service: ServiceProcess) -> None:
        self._launch(service.name, service)
        self.home.note_port(service.name, service.port)

    def _write_running(self) -> None:
        self.home.write_running(
            RunningStack(
                stack=os.getpid(),
                endpoint=self.aws.url,
                region=REGION,
                page=self.front.url,
                mongodb=self.mongo_uri,
                database=self.database_name,
                pids={name: member.pid for name, member in self.members.items()},
            )
        )

    def _services(self) -> ServiceAddresses:
        addresses = self._real() if self.replay is None else self._simulated(self.replay)
        addresses = addresses.with_settings(self._search_settings(addresses))
        if addresses.has_vision:
            return addresses
        eyes = EyesProcess(self.home.logs, port=self.home.port_of("eyes"))
        self._launch_service(eyes)
        return addresses.with_settings({"vision_url": eyes.url})

    def _search_settings(self, addresses: ServiceAddresses) -> dict[str, str]:
        """Return the settings of the search; start a browser service where it needs one."""
        search = self.search
        if search.wants_a_browser:
            sessions = search.sessions or simulated_sessions(self.home, addresses.settings["x_web_url"])
            settings = {**addresses.settings, **self.rules, "clock_file": str(self.home.clock)}
            browser = BrowserProcess(self.home.logs, sessions, settings, port=self.home.port_of("browser"))
            self._launch_service(browser)
            search = replace(search, url=browser.url)
        return search.settings

    def _real(self) -> ServiceAddresses:
        real = real_services(os.environ)
        if real is None:
            raise LocalError("there is neither a replay nor a key for the real services")
        return real

    def _simulated(self, replay: Path) -> ServiceAddresses:
        services = SimulatedServices(self.home, replay)
        self._launch(SERVICES, services)
        return services.addresses

    def _origins(self) -> dict[str, str]:
        """Return the origins of the front, from the outputs of the deployment."""
        names = {**outputs(self.aws, "page"), **outputs(self.aws, "data")}
        return {
            "api": f"{self.aws.url}/_aws/execute-api/{names['ApiId']}/$default",
            "media": f"{self.aws.url}/{names['MediaBucket']}",
            "uploads": self.aws.url,
        }

    def _overlay(self, addresses: ServiceAddresses) -> dict[str, Any]:
        settings = {
            "clock_file": str(self.home.clock),
            "mongodb_database": self.database_name,
            "image_model": LITE2,
            "page": "open",
            "page_url": self.front.url,
        }
        keys = {
            "mongodb": {"uri": self.mongo_uri},
            "operators": {"operator": hash_key(self.home.keys.operator)},
            "media": {"key": self.home.keys.naming},
        }
        return {
            "settings": {**addresses.settings, **settings},
            "rules": dict(self.rules),
            "secrets": {**addresses.secrets, **keys},
        }
