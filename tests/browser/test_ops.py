"""Operator console: sign-in, health, history of a goal, and confirmed, recorded actions."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from footy.api.credentials import Operators, hash_key
from footy.goals.adapters.mongo.leases import Leases
from footy.goals.model.ids import tick_of
from local.cli.page import open_page
from local.stack.home import Home
from local.stack.progress import ProgressLog
from tests.browser.conftest import Visit
from tests.browser.ground import COMMIT, Ground
from tests.support.containers import Unread
from tests.support.local_stack import Terminal
from tests.support.page_match import LINK, clip, goal
from tests.unit.api.steps.test_answer_operator import Letters, Machine, Orders

pytestmark = pytest.mark.xdist_group("browser")

KEY, GOAL = "a-long-key-of-anna", "979139_26_154_Goal_1"
DOWNLOAD = f"download1-{GOAL}"


@pytest.fixture
def console(ground: Ground, visit: Visit) -> Visit:
    """Open the console of a signed-in operator during a search."""
    ground.operators = Operators({"anna": hash_key(KEY)})
    machines = {name: Machine() for name in ("executions", "download_executions", "ingest_executions")}
    ground.ports = {**machines, "uploads": Letters(), "dead_letters": Letters(), "work": Orders()}
    ground.ports["takedowns"] = Unread()
    attempt = {"n": 1, "at": ground.clock.now(), "query": "(Messi) (Argentina)", "found": 9, "new": 9, "chosen": 5}
    telemetry = {
        "opened_at": ground.clock.now(),
        "executions": [f"goal-{GOAL}"],
        "attempts": [
            {**attempt, "seconds": 1.0, "skipped": {"seen": 3}},
            {**attempt, "n": 2, "query": "", "chosen": 0, "seconds": 0.1, "skipped": {}},
        ],
        "downloads": [],
    }
    ground.begin(goal(_s3_videos=[clip()], _download_workflows=[DOWNLOAD], _telemetry=telemetry))
    begun = ground.clock.now() - timedelta(minutes=20)
    Leases(ground.database).note_tick(tick_of(begun, 0), "finished")
    visit.tolerates |= {401, 404}  # a wrong key; the bucket has no poster
    visit.go("/ops").page.get_by_label("Operator key").fill("wrong key")
    visit.page.get_by_role("button", name="Enter").click()
    visit.see("This key is not valid.")
    visit.page.get_by_label("Operator key").fill(KEY)
    visit.page.get_by_role("button", name="Enter").click()
    visit.see("Goals not complete")
    return visit


def test_the_printed_link_signs_in(ground: Ground, visit: Visit, tmp_path: Path) -> None:
    keys, output = Home(tmp_path).keys, Terminal()
    ground.operators = Operators({"operator": hash_key(keys.operator)})
    ground.ports = {"uploads": Letters(), "dead_letters": Letters()}
    open_page(keys.links(ground.url), ProgressLog(output))
    [link] = [line.split()[1] for line in output.getvalue().splitlines() if line.startswith("console")]
    visit.page.goto(link)
    visit.see("Every goal is complete.")
    assert visit.page.url == f"{ground.url}/ops"
    visit.page.reload()
    visit.see("Every goal is complete.")


def test_a_link_replaces_the_key_of_an_open_console(console: Visit) -> None:
    console.page.evaluate("location.hash = 'key=another'")
    console.page.get_by_label("Operator key").wait_for()
    console.page.evaluate(f"location.hash = 'key={KEY}'")
    console.see("Goals not complete")
    assert "#" not in console.page.url


def test_the_console_shows_the_health(console: Visit) -> None:
    for text in ("Last tick", "none yet", "API-Football", "Posts read today", "Dead letters", "searching since"):
        console.see(text)
    assert console.violations() == []


def test_the_console_shows_commit_and_lost_ticks(console: Visit) -> None:
    def fact(name: str) -> Locator:
        return console.page.locator(".fact", has=console.page.get_by_text(name, exact=True))

    expect(fact("Deployed").locator("dd").first).to_have_text(COMMIT[:9])
    expect(fact("Ticks lost").locator("dd").first).to_have_text(re.compile(r"^\d\d of 3\d$"))
    expect(fact("Ticks lost")).to_have_attribute("data-severity", "bad")


def test_the_history_of_a_goal(console: Visit) -> None:
    console.page.get_by_role("button", name="L. Messi 23'").click()
    for text in ("attempt 1: 9 found, 5 chosen, skipped: 3 seen", "(Messi) (Argentina)", DOWNLOAD, f"goal-{GOAL}"):
        console.see(text)
    console.see("attempt 2: post budget used up, 0 chosen")
    assert console.violations() == []


def test_hiding_a_clip_is_confirmed_and_recorded(ground: Ground, console: Visit) -> None:
    console.page.get_by_role("button", name="L. Messi 23'").click()
    for sure in ("Cancel", "Confirm"):
        console.page.get_by_role("button", name="Hide").click()
        console.page.get_by_role("dialog").get_by_role("button", name=sure).click()
        expect(console.page.get_by_role("dialog")).to_be_hidden()
    console.see(f"anna: hide clip {LINK}: hidden")
    assert ground.database["actions"].count_documents({}) == 1
    console.go("/").see("L. Messi")
    assert console.page.get_by_role("button", name="Play").count() == 0


def does(console: Visit, button: str, done: str) -> None:
    """Press a button, confirm, and wait for the result in the list."""
    console.page.get_by_role("button", name=button, exact=True).click()
    console.page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    console.see(done)


def test_actions_on_monitor_and_queues(ground: Ground, console: Visit) -> None:
    does(console, "Pause", "anna: pause monitor: ticks rest")
    assert ground.container().operator_log.paused()
    does(console, "Resume", "anna: resume monitor: ticks go on")
    assert not ground.container().operator_log.paused()
    does(console, "Redrive dead letters", "anna: redrive dead letters: 1 sent again")
    for texts in ("2022-12-18", "979139, 979140"):
        console.page.get_by_label("Ingest a date, or fixture ids").fill(texts)
        does(console, "Ingest", f"anna: ingest {texts.replace(' ', '')}: started")
    started = [*ground.ports["ingest_executions"].started.values()]
    assert started == [{"date": "2022-12-18"}, {"fixture_ids": [979139, 979140]}]


def test_actions_on_a_goal(ground: Ground, console: Visit) -> None:
    console.page.get_by_role("button", name="L. Messi 23'").click()
    does(console, "Retry", f"anna: retry download {DOWNLOAD}: started {DOWNLOAD}-again-")
    does(console, "Search again", f"anna: search again {GOAL}: started goal-{GOAL}-r1")
    assert list(ground.ports["executions"].started) == [f"goal-{GOAL}-r1"]
    [again] = ground.ports["download_executions"].started
    assert again.startswith(f"{DOWNLOAD}-again-")


def test_the_console_recovers_when_the_api_returns(ground: Ground, console: Visit) -> None:
    console.tolerates.add(503)
    ground.refuses = True
    console.page.reload()
    expect(console.page.get_by_text("Offline since")).to_be_visible()
    ground.refuses = False
    console.page.get_by_role("button", name="L. Messi 23'").wait_for()


def test_the_console_works_without_session_storage(console: Visit) -> None:
    refused = "() => { throw new DOMException('no', 'SecurityError') }"
    console.page.add_init_script(f"Object.defineProperty(window, 'sessionStorage', {{ get: {refused} }})")
    console.go("/ops").page.get_by_label("Operator key").fill(KEY)
    console.page.get_by_role("button", name="Enter").click()
    console.see("Goals not complete")
