"""Forty goals of an hour through instances of the browser service, and hundreds of searches of one: the memory."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from footy.adapters.browser import BrowserSession
from footy.errors import FootyError
from footy.settings import Rules
from local.browser import BrowserServer
from local.status import memory_of
from local.upstreams.world import SESSION_TOKEN
from tests.examples import examples
from tests.local.browsing import Pages, pages, searched, service, session
from tests.local.test_browser import MISSING, WHOLE, the_day
from tests.unit.replays.days import after_goal

pytestmark = [
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
]

ATTEMPTS, MOST_INSTANCES, GOALS_EACH = 10, 8, 5
# X lets an account search fifty times in fifteen minutes: another quarter of an hour begins before that
EACH_QUARTER = 40
QUARTERS = (205, 1165)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    home = tmp_path_factory.mktemp("pages")
    with pages(the_day(home), home, after_first_goal=205) as site:
        yield site


def quarter(site: Pages, number: int) -> None:
    """The one or the other of two moments without trouble, more than fifteen minutes apart."""
    site.clock.moment = after_goal(QUARTERS[number % 2])
    site.at()


def test_a_browser_stays_below_its_bound_over_many_searches(site: Pages, tmp_path: Path) -> None:
    searches, held = examples(13), list[int]()
    with service(site, tmp_path, session_scroll_seconds="0.1") as (server, client):
        for number in range(searches):
            if number % EACH_QUARTER == 0:
                quarter(site, number // EACH_QUARTER)
            assert len(searched(client, site, "Nine").videos) == WHOLE
            if number % 20 == 0:
                held.append(memory_of(_health(server)["pid"]))
        browser = _health(server)
    with_driver = f"{max(held)} MB at most, {held[0]} at first, {held[-1]} at last"
    print(f"\n{searches} searches, {browser['starts']} browsers started: {with_driver}")
    assert max(held) <= Rules().session_megabytes


def test_the_goals_of_an_hour_lose_no_attempt(site: Pages, tmp_path: Path) -> None:
    """Each goal searches ten times; half of the instances lose their browser on the way."""
    goals, seconds, lost = examples(1), list[float](), list[str]()
    instances = max(1, min(MOST_INSTANCES, goals // GOALS_EACH))
    with ExitStack() as running:
        both = [running.enter_context(_instance(site, tmp_path / f"{n}", f"account{n}")) for n in range(instances)]
        with ThreadPoolExecutor(instances * 2) as side_by_side:
            for attempt in range(ATTEMPTS):
                if attempt % 5 == 0:
                    quarter(site, attempt // 5)
                if attempt == ATTEMPTS // 2:
                    for server, _ in both[::2]:
                        os.kill(_health(server)["pid"], signal.SIGKILL)
                clients = [both[goal % instances][1] for goal in range(goals)]
                list(side_by_side.map(lambda client: _attempt(client, site, seconds, lost), clients))
    seconds.sort()
    print(f"\n{goals} goals, {goals * ATTEMPTS} searches, {instances} instances: {len(lost)} lost {sorted(set(lost))}")
    print(f"a search took {seconds[len(seconds) // 2]:.1f} s in the middle, {seconds[-1]:.1f} s at most")
    assert lost == []


def _health(server: BrowserServer) -> dict[str, Any]:
    browser: dict[str, Any] = httpx.get(f"{server.url}/health").json()["browser"]
    return browser


def _instance(site: Pages, home: Path, account: str) -> AbstractContextManager[tuple[BrowserServer, BrowserSession]]:
    home.mkdir()
    return service(site, home, {account: session(f"{SESSION_TOKEN}-{account}")}, session_scroll_seconds="0.1")


def _attempt(client: BrowserSession, site: Pages, seconds: list[float], lost: list[str]) -> None:
    """Tried again as the state machine does it, twice."""
    began = time.monotonic()
    for last in (False, False, True):
        try:
            searched(client, site, "Nine")
        except FootyError as failure:
            if last:
                lost.append(type(failure).__name__)
        else:
            seconds.append(time.monotonic() - began)
            return
