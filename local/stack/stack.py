"""One running local stack: database, AWS, foreign services, and the app deployed into them."""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from pymongo.database import Database

from footy.core.clock import MatchClock
from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.indexes import create_indexes
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Settings
from local.aws.choice import aws_for
from local.aws.engine import Aws
from local.aws.server import REGION
from local.cli.live_table import Screen
from local.cli.logs import keep
from local.front.server import FrontServer
from local.mongo.server import MongoServer
from local.process.errors import LocalError, StackEnded
from local.process.processes import Member, ended_of
from local.stack.browser import BrowserServer
from local.stack.classifier_model import LITE2
from local.stack.deploy import Deployment, outputs
from local.stack.eyes import EyesServer
from local.stack.home import Facts, Home
from local.stack.search_sources import Searching
from local.stack.services import Addresses, SimulatedServices, real_services, simulated_sessions

DATABASE_SERVER, EMULATOR, SERVICES, EYES, FRONT = "mongodb", "aws", "services", "eyes", "front"
BROWSER = "browser"
REPLACEABLE = {SERVICES, EYES, FRONT, BROWSER}
# who may act at /ops here: the page of a laptop is open to whoever sits before it
OPERATOR_KEY = "local-operator-key"
# as often within the hour; what dies once a week is no reason to end
TRIES, HOUR = 5, 3_600.0
REAL_DATABASE = Settings.read({}).mongodb_database


@dataclass(slots=True)
class Stack:
    """Starts everything in order and stops it in the opposite one, whatever happens in between."""

    home: Home
    screen: Screen
    replay: Path | None
    rate: float
    rules: Mapping[str, str] = field(default_factory=dict)
    port: int | None = None
    searching: Searching = field(default_factory=Searching)
    database_name: str = REAL_DATABASE
    # how to go on after an end that nobody wanted
    onward: str = "go on with --resume"
    uptime: Callable[[], float] = time.monotonic
    members: dict[str, Member] = field(init=False, default_factory=dict)
    _deaths: defaultdict[str, list[float]] = field(init=False, default_factory=lambda: defaultdict(list))
    _ending: ExitStack = field(init=False, default_factory=ExitStack)
    aws: Aws = field(init=False)
    front: FrontServer = field(init=False)
    mongo_uri: str = field(init=False)
    database: Database[FixtureDocument] = field(init=False)

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException as failure:
            ended = ended_of(self.members)
            self._ending.close()
            if ended and isinstance(failure, Exception):
                raise StackEnded(self.obituary(ended)) from failure
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

    def mend(self, ended: Mapping[str, str]) -> None:
        """Starts again what has ended, where it was; without what keeps the state of things all ends."""
        if not ended.keys() <= REPLACEABLE:
            raise StackEnded(self.obituary(ended))
        for name, how in ended.items():
            if (times := self._count(name)) > TRIES:
                raise StackEnded(self.obituary({name: f"{how}, for the {times}th time within an hour"}))
            self.screen.say(f"[yellow]{name} ended[/] ({how}): the clock stands until it is back")
            try:
                self.members[name].start()
            except LocalError as failure:
                raise StackEnded(f"{self.obituary({name: how})}; it does not start again: {failure}") from failure
            self._remember()
            self.screen.say(f"[green]{name} runs again[/]")

    def _count(self, name: str) -> int:
        """How often it ended in the last hour."""
        now = self.uptime()
        self._deaths[name] = [*(at for at in self._deaths[name] if now - at < HOUR), now]
        return len(self._deaths[name])

    def obituary(self, ended: Mapping[str, str]) -> str:
        """What ended, and how to go on."""
        what = " and ".join(f"{name} ended ({how})" for name, how in ended.items())
        return f"{what}: {self.onward}"

    def _start(self) -> None:
        with self.screen.working("starting MongoDB"):
            mongo = MongoServer(self.home.mongo)
            self._launch(DATABASE_SERVER, mongo)
            self.mongo_uri = mongo.uri
            self.database = connect(mongo.uri, self.database_name)
            self._ending.callback(self.database.client.close)
            create_indexes(self.database)
        with self.screen.working("starting AWS"):
            self.aws = aws_for(self.home.aws, self.port)
            self._launch(EMULATOR, self.aws)
            self._ending.callback(keep, self.home, self.aws.url)
        with self.screen.working("starting the services around it"):
            addresses = self._services()
            self.front = FrontServer(self.home.logs, self.home.origins, port=self.home.port_of(FRONT))
            self.home.origins.unlink(missing_ok=True)
            self._launch(FRONT, self.front)
            self.home.note_port(FRONT, self.front.port)
        self._ending.callback(self.home.running.unlink, missing_ok=True)
        self._remember()
        with self.screen.working("deploying"):
            Deployment(self.home, self.aws, self._overlay(addresses)).run()
            self.front.lead_to(self._origins())

    def _launch(self, name: str, member: Member) -> Any:
        """Starts a member, sees to it that it ends with the stack, and misses it from then on when it has ended."""
        self._ending.callback(member.stop)
        answer = member.start()
        self.members[name] = member
        return answer

    def _remember(self) -> None:
        self.home.remember(
            Facts(
                stack=os.getpid(),
                endpoint=self.aws.url,
                region=REGION,
                page=self.front.url,
                mongodb=self.mongo_uri,
                database=self.database_name,
                pids={name: member.pid for name, member in self.members.items()},
            )
        )

    def _services(self) -> Addresses:
        addresses = self._real() if self.replay is None else self._simulated(self.replay)
        addresses = addresses.told(self._searched(addresses))
        if addresses.can_see:
            return addresses
        eyes = EyesServer(self.home.logs, port=self.home.port_of(EYES))
        self._launch(EYES, eyes)
        self.home.note_port(EYES, eyes.port)
        return addresses.told({"vision_url": eyes.url})

    def _searched(self, addresses: Addresses) -> dict[str, str]:
        """By whom, and where the session's service is, which is started here when there is none elsewhere."""
        searching = self.searching
        if searching.wants_a_browser:
            sessions = searching.sessions or simulated_sessions(self.home, addresses.settings["x_web_url"])
            known = {**addresses.settings, **self.rules, "clock_file": str(self.home.clock)}
            browser = BrowserServer(self.home.logs, sessions, known, port=self.home.port_of(BROWSER))
            self._launch(BROWSER, browser)
            self.home.note_port(BROWSER, browser.port)
            searching = replace(searching, url=browser.url)
        return searching.settings

    def _real(self) -> Addresses:
        real = real_services(os.environ)
        if real is None:
            raise LocalError("there is neither a replay nor a key for the real services")
        return real

    def _simulated(self, replay: Path) -> Addresses:
        addresses: Addresses = self._launch(SERVICES, SimulatedServices(self.home, replay))
        return addresses

    def _origins(self) -> dict[str, str]:
        """Where the page's paths lead, from what the deployment tells of itself."""
        told = {**outputs(self.aws, "page"), **outputs(self.aws, "data")}
        return {
            "api": f"{self.aws.url}/_aws/execute-api/{told['ApiId']}/$default",
            "media": f"{self.aws.url}/{told['MediaBucket']}",
            "uploads": self.aws.url,
        }

    def _overlay(self, addresses: Addresses) -> dict[str, Any]:
        ours = {
            "clock_file": str(self.home.clock),
            "mongodb_database": self.database_name,
            "image_model": LITE2,
        }
        keys = {"mongodb": {"uri": self.mongo_uri}, "page": {"operator": OPERATOR_KEY}}
        return {
            "settings": {**addresses.settings, **ours, "page": "open", "page_url": self.front.url},
            "rules": dict(self.rules),
            "secrets": {**addresses.secrets, **keys},
        }
