"""The morning's look at the accounts, on a real Chromium: who is lost, who is about to be, who was not looked at."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest

from footy.core.errors import FootyError
from local.stack.browser import BrowserProcess
from local.upstreams.context import SESSION_TOKEN
from tests.local.browsing import QUICK, Pages, pages, searched, service, session
from tests.local.test_browser import MISSING, the_day, window
from tests.unit.local.replay.days import after_goal

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.skipif(bool(MISSING), reason=MISSING)]


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """At a moment without trouble."""
    home = tmp_path_factory.mktemp("pages")
    with pages(the_day(home), home, after_first_goal=205) as created:
        created.clock.moment = after_goal(205)
        created.at()
        yield created


def checked(site: Pages, home: Path, sessions: dict[str, Any], *options: str) -> tuple[int, dict[str, Any], str]:
    """The morning's look, of today: how it ended, what it found, and all it said."""
    folder = home / "sessions"
    folder.mkdir(exist_ok=True)
    for name, content in sessions.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    settings = {"x_web_url": site.url, "session_pace_seconds": "0", **QUICK}
    server = BrowserProcess(home, folder, settings)
    done = subprocess.run(
        [*server.command(), "--check", *options], env=server.variables(), capture_output=True, text=True, check=False
    )
    [results] = [json.loads(line) for line in done.stdout.splitlines() if '"sessions_checked"' in line]
    return done.returncode, results, done.stdout


def test_morning_check_finds_lost_and_expiring_sessions(site: Pages, tmp_path: Path) -> None:
    tomorrow = time() + 86_400
    accounts = {
        "ending": session(f"{SESSION_TOKEN}-ending", expires=tomorrow),
        "good": session(),
        "lost": session("stale"),
    }
    code, results, answer = checked(site, tmp_path, accounts)
    assert (code, results["lost"], results["ending"], results["unseen"]) == (1, ["lost"], ["ending"], [])
    assert answer.count('"SessionsLost":[1.0]') == 1


def test_failed_morning_check_does_not_report_success(site: Pages, tmp_path: Path) -> None:
    code, results, answer = checked(site, tmp_path, {"first": session()}, "--chromium", "/bin/false")
    assert (code, results["lost"], results["unseen"]) == (1, [], ["first"])
    assert '"SessionsUnchecked":[1.0]' in answer


def test_answered_challenge_ends_with_the_next_check(site: Pages, tmp_path: Path) -> None:
    site.clock.moment = after_goal(window("challenged") + 35)
    site.at()
    with service(site, tmp_path, None, **QUICK) as (_, client), pytest.raises(FootyError):
        searched(client, site, "Nine")
    note = tmp_path / "sessions" / "first.lease"
    assert json.loads(note.read_text())["why"] == "blocked"
    site.at(minutes=1)
    code, results, _ = checked(site, tmp_path, {"first": session()})
    assert (code, results["lost"], results["unseen"]) == (0, [], [])
    assert json.loads(note.read_text())["why"] == ""
