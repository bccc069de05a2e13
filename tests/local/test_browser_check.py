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
    with pages(the_day(home), home, after_first_goal=205) as made:
        made.clock.moment = after_goal(205)
        made.at()
        yield made


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
    [found] = [json.loads(line) for line in done.stdout.splitlines() if '"sessions_checked"' in line]
    return done.returncode, found, done.stdout


def test_the_morning_look_finds_who_is_lost_and_who_is_about_to_be(site: Pages, tmp_path: Path) -> None:
    tomorrow = time() + 86_400
    accounts = {
        "ending": session(f"{SESSION_TOKEN}-ending", expires=tomorrow),
        "good": session(),
        "lost": session("stale"),
    }
    code, found, said = checked(site, tmp_path, accounts)
    assert (code, found["lost"], found["ending"], found["unseen"]) == (1, ["lost"], ["ending"], [])
    assert said.count('"SessionsLost":[1.0]') == 1


def test_a_morning_look_that_could_not_look_does_not_say_that_all_is_well(site: Pages, tmp_path: Path) -> None:
    code, found, said = checked(site, tmp_path, {"first": session()}, "--chromium", "/bin/false")
    assert (code, found["lost"], found["unseen"]) == (1, [], ["first"])
    assert '"SessionsUnchecked":[1.0]' in said


def test_a_challenge_that_a_person_has_answered_is_over_with_the_next_look(site: Pages, tmp_path: Path) -> None:
    site.clock.moment = after_goal(window("challenged") + 35)
    site.at()
    with service(site, tmp_path, None, **QUICK) as (_, client), pytest.raises(FootyError):
        searched(client, site, "Nine")
    note = tmp_path / "sessions" / "first.lease"
    assert json.loads(note.read_text())["why"] == "blocked"
    site.at(minutes=1)
    code, found, _ = checked(site, tmp_path, {"first": session()})
    assert (code, found["lost"], found["unseen"]) == (0, [], [])
    assert json.loads(note.read_text())["why"] == ""
