"""Forty goals of one hour, searched for through as many instances of the browser service as the pool decides."""

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

import httpx
import pytest

from footy.core.errors import FootyError, UpstreamUnavailable
from footy.core.http.client import HttpClient
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.capacity.pool import PoolState, instances_needed, next_size, pool_of
from footy.goals.settings import Rules
from local.stack.browser import BrowserProcess
from local.upstreams.context import SESSION_TOKEN
from tests.local.browsing import PATIENT, Pages, pages, searched, session
from tests.local.test_browser import MISSING, the_day
from tests.support.examples import examples

pytestmark = [
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
]

RATE = 8.0
"""Match seconds in a real one: a search takes as long as at X then, measured by the pace of its account."""
RULES = Rules()
HOUR = timedelta(hours=1)
SEARCHED = timedelta(seconds=RULES.searches_per_goal * RULES.attempt_seconds)
POSTS = 450  # one in ten seconds, until after the hour
PAUSES = (1.0, 2.0, None)
"""The longest pause after each try, as the state machine makes them; after the third the attempt is lost."""


@dataclass(slots=True)
class Fleet:
    """Running instances; a client gets any of them, as by the names of the VPC."""

    site: Pages
    home: Path
    _running: list[BrowserProcess] = field(default_factory=list)
    _begun: int = 0
    history: list[int] = field(default_factory=list)
    killed: int = 0

    def stand(self, size: int) -> None:
        """So many from now on; those that leave are found no more and end what they are doing."""
        self.history.append(size)
        for _ in range(size - len(self._running)):
            self._begun += 1
            home = self.home / f"instance{self._begun}"
            home.mkdir()
            rules = {"x_web_url": self.site.url, "clock_file": str(self.site.file)}
            self._running.append(BrowserProcess(home, self.home / "sessions", rules).start())
        leaving, self._running = self._running[size:], self._running[:size]
        for server in leaving:
            server.stop()

    def lose_browsers(self) -> None:
        """Every other instance loses its browser."""
        for server in self._running[::2]:
            if pid := httpx.get(f"{server.url}/health").json()["browser"]["pid"]:
                os.kill(pid, signal.SIGKILL)
                self.killed += 1

    def any(self, random: Random) -> BrowserSession:
        """The client of one of them."""
        if not self._running:
            raise UpstreamUnavailable("no instance is ready yet")
        return BrowserSession(
            HttpClient("browser", seconds=PATIENT), url=random.choice(self._running).url, id_digits=18
        )


@dataclass(slots=True)
class Search:
    """Of one goal: ten attempts, a minute apart."""

    fleet: Fleet
    begins: timedelta
    random: Random
    # real seconds until each attempt was answered
    took: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    tries: int = 0

    def make(self) -> None:
        """Each attempt at its time, the next at once when one took longer."""
        for attempt in range(RULES.searches_per_goal):
            until = self.begins + timedelta(seconds=attempt * RULES.attempt_seconds)
            while (remaining := until - played(self.fleet.site)) > timedelta():
                time.sleep(min(remaining.total_seconds() / RATE, 1.0))
            self._attempt()

    def _attempt(self) -> None:
        began = time.monotonic()
        for pause in PAUSES:
            self.tries += 1
            try:
                results = searched(self.fleet.any(self.random), self.fleet.site, "Nine").videos
            except UpstreamUnavailable as failure:
                if pause is None:
                    self.lost.append(str(failure))
                else:
                    time.sleep(self.random.uniform(0, pause))
            except FootyError as failure:
                self.lost.append(f"{type(failure).__name__}: {failure}")
                return
            else:
                assert results
                self.took.append(time.monotonic() - began)
                return


def played(site: Pages) -> timedelta:
    """Of the hour."""
    return site.now() - site.clock.moment


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Pages]:
    with pages(the_day(tmp_path, posts=POSTS, faults=()), tmp_path, after_first_goal=205) as site:
        yield site


@pytest.fixture
def fleet(site: Pages, tmp_path: Path) -> Iterator[Fleet]:
    """With an account for each instance that may be, none of which exists yet."""
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    for number in range(RULES.browser_pool_most):
        content = session(f"{SESSION_TOKEN}-account{number}")
        (sessions / f"account{number}.json").write_text(json.dumps(content))
    fleet = Fleet(site, tmp_path)
    yield fleet
    fleet.stand(0)


def follow(fleet: Fleet, searches: list[Search]) -> None:
    """Decides every minute of the hour, as `set_capacity` does; browsers die in the middle of it."""
    pool, standing = pool_of("browser", RULES), PoolState()
    for minute in range(int(HOUR.total_seconds() // 60)):
        while (now := played(fleet.site)) < timedelta(minutes=minute):
            time.sleep(0.1)
        goals = sum(search.begins <= now < search.begins + SEARCHED for search in searches)
        standing = next_size(standing, instances_needed(goals, pool, is_open=True), fleet.site.now(), pool)
        fleet.stand(standing.size)
        if minute == HOUR.total_seconds() // 120:
            fleet.lose_browsers()


def test_no_attempt_is_lost_while_instances_restart(fleet: Fleet) -> None:
    """Accounts keep their own pace, and X lets each search fifty times in fifteen minutes of the match."""
    random = Random(6)  # an hour that is calm at first and needs all instances in its middle
    latest = (HOUR - SEARCHED).total_seconds()
    begins = sorted(timedelta(seconds=random.triangular(0, latest)) for _ in range(examples(1)))
    searches = [Search(fleet, begin, Random(number)) for number, begin in enumerate(begins)]
    fleet.site.run(RATE)
    with ThreadPoolExecutor(len(searches)) as side_by_side:
        created = [side_by_side.submit(search.make) for search in searches]
        follow(fleet, searches)
        for one in created:
            one.result()
    report(fleet, searches)
    assert [reason for search in searches for reason in search.lost] == []


def report(fleet: Fleet, searches: list[Search]) -> None:
    took = sorted(one for search in searches for one in search.took)
    lost = [one for search in searches for one in search.lost]
    tries, hours = sum(search.tries for search in searches), sum(fleet.history) / 60
    print(f"\n{len(searches)} goals in an hour: {len(took)} attempts made, {len(lost)} lost {sorted(set(lost))}")
    print(f"{tries - len(took) - len(lost)} tried again, {fleet.killed} browsers killed")
    print(f"instances {fleet.history}: {hours:.1f} instance hours")
    middle, most = took[len(took) // 2], took[int(len(took) * 0.95)]
    print(f"answered after {middle:.1f} s, 95 % within {most:.1f} s of a clock on the wall")
