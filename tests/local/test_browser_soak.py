"""Hundreds of searches of one instance of the browser service: what its browser holds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from footy.goals.settings import Rules
from local.stack.browser import BrowserProcess
from tests.local.browsing import Pages, pages, searched, service
from tests.local.test_browser import MISSING, WHOLE, the_day
from tests.support.examples import examples
from tests.unit.local.replay.days import after_goal

pytestmark = [
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
]

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


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="this system does not tell what it holds")
def test_browser_memory_stays_bounded(site: Pages, tmp_path: Path) -> None:
    searches, used = examples(13), list[int]()
    with service(site, tmp_path, session_scroll_seconds="0.1") as (server, client):
        for number in range(searches):
            if number % EACH_QUARTER == 0:
                quarter(site, number // EACH_QUARTER)
            assert len(searched(client, site, "Nine").videos) == WHOLE
            browser = _health(server)
            used.append(browser["megabytes"])
    print(f"\n{searches} searches, {browser['starts']} browsers started: {max(used)} MB at most, {used[0]}, {used[-1]}")
    assert 0 < min(used) <= max(used) <= Rules().session_megabytes
    assert browser["starts"] == 1


def _health(server: BrowserProcess) -> dict[str, Any]:
    browser: dict[str, Any] = httpx.get(f"{server.url}/health").json()["browser"]
    return browser
