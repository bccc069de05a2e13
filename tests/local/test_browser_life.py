"""Life of the browser service on a real Chromium: crashes, leaks, refusals."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import JSONResponse

from footy.core.errors import MalformedAnswer, UpstreamUnavailable
from local.stack.browser import BrowserProcess
from local.upstreams.context import SESSION_TOKEN
from tests.local.browsing import QUICK, Pages, Watched, pages, searched, service, session
from tests.local.test_browser import MISSING, WHOLE, the_day, window
from tests.support.waiting import eventually
from tests.unit.local.replay.days import after_goal

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.skipif(bool(MISSING), reason=MISSING)]

SCROLLING = {**QUICK, "session_scroll_seconds": "1.0"}
# for what comes in any case, however busy the machine
PATIENT = {**QUICK, "session_grace_seconds": "30", "session_seconds": "60"}
ALL, PAGE = 60, 20  # posts of ten minutes, on three pages


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Pages, Watched]]:
    """The pages, and what was asked of them."""
    home = tmp_path_factory.mktemp("pages")
    watch = Watched()
    with pages(the_day(home), home, after_first_goal=205, seen_by=watch) as site:
        yield site, watch


@pytest.fixture
def watch(watched: tuple[Pages, Watched]) -> Watched:
    """Nothing asked for yet, and nothing done to answers."""
    watched[1].begin()
    return watched[1]


@pytest.fixture
def site(watched: tuple[Pages, Watched], watch: Watched) -> Pages:
    """At a moment without trouble."""
    del watch
    watched[0].clock.moment = after_goal(205)
    watched[0].at()
    return watched[0]


def health(server: BrowserProcess) -> dict[str, Any]:
    text: dict[str, Any] = httpx.get(f"{server.url}/health").json()
    return text


def at_a_long_search(site: Pages) -> None:
    site.clock.moment = after_goal(window("silence") - 55)
    site.at()


def test_accounts_are_reported_before_the_first_search(site: Pages, tmp_path: Path) -> None:
    ends = site.clock.moment.timestamp() + 86_400
    accounts = {"first": session(expires=ends), "second": {"cookies": []}}
    with service(site, tmp_path, accounts) as (server, _):
        text = health(server)
    assert (text["authenticated"], text["expires_in"]) == (True, 86_400)
    assert {name: one["state"] for name, one in text["accounts"].items()} == {"first": "ready", "second": "expired"}
    assert not list(tmp_path.glob("sessions/*.lease"))


def test_logged_out_account_is_replaced_by_the_next(site: Pages, tmp_path: Path) -> None:
    accounts = {"first": session("stale"), "second": session(f"{SESSION_TOKEN}-second")}
    with service(site, tmp_path, accounts, **QUICK) as (server, client):
        assert len(searched(client, site, "Nine").videos) == WHOLE
        assert {name: one["state"] for name, one in health(server)["accounts"].items()} == {
            "first": "expired",
            "second": "ready",
        }


def test_search_scrolls_beyond_the_first_page(site: Pages, tmp_path: Path) -> None:
    at_a_long_search(site)
    with service(site, tmp_path, None, **PATIENT) as (_, client):
        assert len(searched(client, site, "Nine", minutes=10).videos) == ALL


def test_browser_death_during_a_search_loses_no_posts(site: Pages, watch: Watched, tmp_path: Path) -> None:
    at_a_long_search(site)
    with service(site, tmp_path, None, **SCROLLING) as (server, client), ThreadPoolExecutor(1) as beside:
        searched(client, site, "Unknown")
        begun = health(server)["browser"]
        watch.begin()
        search = beside.submit(searched, client, site, "Nine", minutes=10)
        eventually(lambda: watch.asked("/SearchTimeline"), "the first page was asked for")
        os.kill(begun["pid"], signal.SIGKILL)
        assert len(search.result().videos) == ALL
        assert health(server)["browser"]["starts"] == begun["starts"] + 1


@pytest.mark.parametrize(("status", "error"), [(401, "SessionExpired"), (429, "RateLimited")])
def test_posts_read_before_a_refusal_are_returned(
    site: Pages, watch: Watched, tmp_path: Path, status: int, error: str
) -> None:
    at_a_long_search(site)
    state = {401: "expired", 429: "rate limited"}[status]
    watch.later_pages = JSONResponse({"errors": [{"message": "no"}]}, status)
    with service(site, tmp_path, None, **PATIENT) as (server, client):
        assert len(searched(client, site, "Nine", minutes=10).videos) == PAGE
        assert health(server)["accounts"]["first"]["state"] == state
        assert f'"cut_by":"{error}"' in (tmp_path / "browser.log").read_text()


def test_posts_read_before_the_time_limit_are_returned(site: Pages, watch: Watched, tmp_path: Path) -> None:
    async def silence(*_: object) -> None:
        await asyncio.sleep(60)

    at_a_long_search(site)
    watch.later_pages = silence
    with service(site, tmp_path, None, **QUICK | {"session_grace_seconds": "30", "session_seconds": "8"}) as (
        server,
        client,
    ):
        assert len(searched(client, site, "Nine", minutes=10).videos) == PAGE
        assert health(server)["accounts"]["first"]["state"] == "ready"
        assert '"cut_by":"UpstreamUnavailable"' in (tmp_path / "browser.log").read_text()


def test_dead_driver_is_replaced(site: Pages, tmp_path: Path) -> None:
    with service(site, tmp_path, None, **QUICK) as (server, client):
        searched(client, site, "Nine")
        pid = health(server)["browser"]["pid"]
        driver = int(subprocess.run(["ps", "-o", "ppid=", "-p", str(pid)], capture_output=True, check=True).stdout)
        assert driver not in (server.pid, 1)
        os.kill(driver, signal.SIGKILL)
        assert len(searched(client, site, "Nine").videos) == WHOLE
        assert health(server)["browser"]["failed_starts"] == 0


def test_browser_that_never_starts_is_unhealthy(site: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ]\n')
    broken.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(broken))
    with service(site, tmp_path, None, **QUICK) as (server, client):
        assert httpx.get(f"{server.url}/health").status_code == 200
        for _ in range(2):
            with pytest.raises(UpstreamUnavailable):
                searched(client, site, "Nine")
        ill = httpx.get(f"{server.url}/health")
    assert (ill.status_code, ill.json()["browser"]["failed_starts"]) == (503, 4)


def test_large_browser_is_restarted(site: Pages, tmp_path: Path) -> None:
    with service(site, tmp_path, None, **QUICK, session_megabytes="20") as (server, client):
        for starts in (1, 2):
            assert len(searched(client, site, "Nine").videos) == WHOLE
            assert health(server)["browser"]["starts"] == starts
            assert not health(server)["browser"]["running"]
            assert health(server)["browser"]["megabytes"] > 20, "reported although the browser is gone"


def test_context_is_replaced_after_its_searches(site: Pages, watch: Watched, tmp_path: Path) -> None:
    """One context speaks over one connection for as long as that is open, and two never over the same."""
    with service(site, tmp_path, None, **QUICK, session_searches="2") as (server, client):
        for _ in range(3):
            searched(client, site, "Nine")
        assert health(server)["browser"]["starts"] == 1
    _, second, third = watch.lines("/search")
    assert second != third


def test_unwritable_cookies_cost_no_search(site: Pages, watch: Watched, tmp_path: Path) -> None:
    secret = tmp_path / "sessions" / "first.json"
    with service(site, tmp_path, None, **QUICK) as (server, client):
        watch.prolongs = True
        searched(client, site, "Nine")
        assert json.loads(secret.read_text())["cookies"][0]["expires"] > 0
        pid = health(server)["browser"]["pid"]

        # an operator is writing it at this moment
        secret.write_text("")
        assert len(searched(client, site, "Nine").videos) == WHOLE

        # no answer
        secret.unlink()
        os.mkfifo(secret)
        assert len(searched(client, site, "Nine").videos) == WHOLE
        secret.write_text("")
        secret.unlink()
        secret.mkdir()
        assert len(searched(client, site, "Nine").videos) == WHOLE

        assert health(server)["browser"]["pid"] == pid
        assert health(server)["accounts"]["first"]["state"] == "ready"


def test_shutdown_finishes_a_search_and_refuses_new_ones(site: Pages, watch: Watched, tmp_path: Path) -> None:
    at_a_long_search(site)
    with service(site, tmp_path, None, **SCROLLING) as (server, client), ThreadPoolExecutor(2) as beside:
        searched(client, site, "Unknown")
        watch.begin()
        search = beside.submit(searched, client, site, "Nine", minutes=10)
        eventually(lambda: watch.asked("/SearchTimeline"), "the first page was asked for")
        ending = beside.submit(server.stop)
        eventually(lambda: client.health() == "down", "unhealthy")
        with pytest.raises(UpstreamUnavailable):
            searched(client, site, "Nine")
        assert len(search.result().videos) == ALL
        ending.result()


def test_oversized_answer_without_length_is_refused(site: Pages, watch: Watched, tmp_path: Path) -> None:
    site.clock.moment = after_goal(window("oversized") + 35)
    site.at()
    watch.says_lengths = False
    with service(site, tmp_path, None, **QUICK) as (_, client), pytest.raises(MalformedAnswer):
        searched(client, site, "Nine")


def test_pictures_are_not_requested(site: Pages, watch: Watched, tmp_path: Path) -> None:
    with service(site, tmp_path, None, **QUICK) as (_, client):
        assert searched(client, site, "Nine").videos
    assert watch.asked("/search")
    assert not watch.asked(".jpg")
