"""The service of containers/browser on a real Chromium, before simulated pages of X: what it finds, how it fails."""

import json
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    RateLimited,
    SessionExpired,
    UpstreamUnavailable,
)
from footy.goals.adapters.posts.browser import BrowserSession
from local.process.chromium import find_chromium
from local.process.errors import LocalError
from local.replay.model import Replay
from local.stack.browser import BrowserProcess
from local.upstreams.context import SESSION_TOKEN
from tests.local.browsing import Pages, a_clock, luring, pages, searched, service, session
from tests.local.served import served
from tests.support.waiting import FAILED_SECONDS, eventually
from tests.unit.local.replay.days import a_day, a_goal, after_goal

try:
    find_chromium()
    MISSING = ""
except LocalError as why:
    MISSING = str(why)
pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.skipif(bool(MISSING), reason=MISSING)]

EVERY = 10
POSTS = 120
FAULTS = (
    "rate_limited",
    "expired",
    "challenged",
    "server_error",
    "oversized",
    "other_layout",
    "other_shape",
    "silence",
)
WHOLE = 18  # posts of three minutes


def window(fault: str) -> float:
    """Seconds after the goal at which the trouble begins; it lasts a minute of the match."""
    return 240 + 120 * FAULTS.index(fault)


def the_day(folder: Path, *, posts: int = POSTS, faults: Sequence[str] = FAULTS) -> Replay:
    """A post every ten seconds, for twenty minutes by default, and one trouble after the other."""
    text = '[[fixture.row.post]]\nafter = {after}\nby = "fan{n}"\ntext = "Nine number {n}"\nclip = "c"\n'
    rows = "".join(text.format(n=n, after=n * EVERY) for n in range(1, posts + 1))
    troubles = "".join(
        f'[[outage]]\nservice = "x_web"\nkind = "{kind}"\nfrom = {after_goal(window(kind)).isoformat()}\n'
        f"until = {after_goal(window(kind) + 60).isoformat()}\n"
        for kind in faults
    )
    clip = '[[fixture.row.clip]]\nid = "c"\n'
    return a_day(folder, a_goal() + clip + rows, before=troubles)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    home = tmp_path_factory.mktemp("pages")
    with pages(the_day(home), home, after_first_goal=205) as site:
        yield site


@pytest.fixture(scope="module")
def running(site: Pages, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BrowserProcess, BrowserSession]]:
    accounts = {name: session(f"{SESSION_TOKEN}-{name}") for name in ("first", "second")}
    quick = {"session_scroll_seconds": "0.1", "session_grace_seconds": "2", "session_seconds": "15"}
    with service(site, tmp_path_factory.mktemp("service"), accounts, **quick) as both:
        yield both


@pytest.fixture
def server(running: tuple[BrowserProcess, BrowserSession]) -> BrowserProcess:
    return running[0]


@pytest.fixture
def client(running: tuple[BrowserProcess, BrowserSession], site: Pages) -> BrowserSession:
    """At a moment without trouble, with usable accounts."""
    site.clock.moment = after_goal(205)
    site.at()
    for lease in running[0].sessions.glob("*.lease"):
        lease.unlink()
    return running[1]


def test_search_reads_all_recent_posts_of_several_pages(
    client: BrowserSession, server: BrowserProcess, site: Pages
) -> None:
    videos = searched(client, site, "Nine", minutes=5).videos
    assert len(videos) == 20
    assert all(video.duration and len(video.variants) == 2 and len(video.tweet_id) >= 18 for video in videos)
    assert len(searched(client, site, "Nine", minutes=3).videos) == WHOLE
    assert httpx.get(f"{server.url}/health").json()["authenticated"] is True


@pytest.mark.parametrize("fault", ["", "other_layout"])
def test_quotes_reposts_photos_and_short_ids_are_ignored(client: BrowserSession, site: Pages, fault: str) -> None:
    """Neither in the answers nor on the page itself."""
    if fault:
        site.clock.moment = after_goal(window(fault) + 35)
        site.at()
    answer = searched(client, site, "Nine")
    assert len(answer.videos) == WHOLE
    assert answer.skipped == {"no_video": 2, "repost": 1, "truncated_id": 1}
    assert all(one.author.startswith("fan") and one.text.startswith("Nine number") for one in answer.videos)
    assert all(bool(one.variants) == (not fault) for one in answer.videos)


def test_known_posts_are_left_out(client: BrowserSession, site: Pages) -> None:
    entries = [video.tweet_id for video in searched(client, site, "Nine").videos]
    assert searched(client, site, "Nine", *entries).videos == ()
    assert searched(client, site, "Unknown").videos == ()


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("rate_limited", RateLimited),
        ("expired", SessionExpired),
        ("challenged", AccessDenied),
        ("server_error", UpstreamUnavailable),
        ("oversized", MalformedAnswer),
        ("silence", UpstreamUnavailable),
    ],
)
def test_each_fault_has_its_error_until_it_ends(
    client: BrowserSession, server: BrowserProcess, site: Pages, fault: str, error: type[FootyError]
) -> None:
    site.clock.moment = after_goal(window(fault) + 35)
    site.at()
    with pytest.raises(FootyError) as caught:
        searched(client, site, "Nine")
    assert type(caught.value) is error
    for account in ("first", "second"):
        stored = server.sessions / f"{account}.json"
        stored.write_text(json.dumps(session(f"{SESSION_TOKEN}-{account}-renewed-after-{fault}")))
    site.at(minutes=17 if fault == "rate_limited" else 1)
    assert searched(client, site, "Nine", minutes=20).videos


@pytest.mark.parametrize("fault", ["other_layout", "other_shape"])
def test_page_without_answers_gives_posts_without_files(client: BrowserSession, site: Pages, fault: str) -> None:
    site.clock.moment = after_goal(window(fault) + 35)
    site.at()
    videos = searched(client, site, "Nine").videos
    assert len(videos) == WHOLE
    assert all(video.posted_at and not video.variants for video in videos)
    assert videos[0].url.startswith("https://x.com/fan")


def test_rate_limit_stops_requests_until_its_reset(client: BrowserSession, site: Pages) -> None:
    site.clock.moment = after_goal(window("rate_limited") + 35)
    site.at()
    with pytest.raises(RateLimited) as first:
        searched(client, site, "Nine")
    site.at(minutes=2)
    with pytest.raises(RateLimited) as second:
        searched(client, site, "Nine")
    assert first.value.retry_after - second.value.retry_after == pytest.approx(120, abs=2)


def test_dead_browser_costs_no_search(client: BrowserSession, server: BrowserProcess, site: Pages) -> None:
    searched(client, site, "Nine")
    before = httpx.get(f"{server.url}/health").json()["browser"]
    os.kill(before["pid"], signal.SIGKILL)
    assert len(searched(client, site, "Nine").videos) == WHOLE
    after = httpx.get(f"{server.url}/health").json()["browser"]
    assert after["starts"] == before["starts"] + 1


def test_frozen_browser_ends_only_one_search(client: BrowserSession, server: BrowserProcess, site: Pages) -> None:
    searched(client, site, "Nine")
    pid = httpx.get(f"{server.url}/health").json()["browser"]["pid"]
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(UpstreamUnavailable):
        searched(client, site, "Nine")
    assert len(searched(client, site, "Nine").videos) == WHOLE


def test_invalid_search_is_refused_before_a_request(server: BrowserProcess) -> None:
    for odd in (b"", b"[]", b'{"query": ""}', b'{"query": "x", "max_age_minutes": -1}', b'"' * 300_000):
        assert httpx.post(f"{server.url}/search", content=odd, timeout=FAILED_SECONDS).status_code == 422


def test_page_reaches_no_other_host(tmp_path: Path) -> None:
    """By a request of the page, by a redirect that no request announces, or by a socket."""
    reached: list[str] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reached.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    elsewhere = HTTPServer(("127.0.0.2", 0), Elsewhere)
    threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
    address = f"127.0.0.2:{elsewhere.server_port}"
    with served(luring(address)) as url:
        site = Pages(url, a_clock(), tmp_path / "clock.json")
        site.at()
        with service(site, tmp_path, session_seconds="6") as (_, client), pytest.raises(FootyError):
            searched(client, site, "Nine")
    elsewhere.shutdown()
    elsewhere.server_close()
    assert reached == []


def test_stopped_service_releases_its_account(site: Pages, tmp_path: Path) -> None:
    with service(site, tmp_path) as (server, client):
        searched(client, site, "Nine")
        lease = tmp_path / "sessions" / "first.lease"
        assert json.loads(lease.read_text())["owner"]
        pid = httpx.get(f"{server.url}/health").json()["browser"]["pid"]
        server.stop()
        assert json.loads(lease.read_text())["owner"] == ""
        eventually(lambda: not Path(f"/proc/{pid}/exe").exists(), "the browser ended with its service")
