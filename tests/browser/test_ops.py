"""The operator's desk: opened by a key, read at one glance, each action asked about twice and written down."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

from footy.api.credentials import Credentials
from footy.goals.adapters.mongo.leases import Leases
from footy.goals.model.ids import tick_of
from tests.browser.conftest import Visit
from tests.browser.ground import COMMIT, Ground
from tests.unit.api.steps.test_answer_operator import Letters, Machine, Orders
from tests.unit.goals.page.matchday import LINK, clip, goal

pytestmark = pytest.mark.xdist_group("browser")

KEY, GOAL = "a-long-key-of-anna", "979139_26_154_Goal_1"
DOWNLOAD = f"download1-{GOAL}"


@pytest.fixture
def desk(ground: Ground, visit: Visit) -> Visit:
    """An operator who has signed in, while a goal is being searched for."""
    ground.credentials = Credentials({"anna": KEY}, timedelta(days=1))
    machines = {name: Machine() for name in ("executions", "download_executions", "ingest_executions")}
    ground.ports = {**machines, "uploads": Letters(), "dead_letters": Letters(), "work": Orders()}
    attempt = {"n": 1, "at": ground.clock.now(), "query": "(Messi) (Argentina)", "found": 9, "new": 9, "chosen": 5}
    told = {
        "opened_at": ground.clock.now(),
        "executions": [f"goal-{GOAL}"],
        "attempts": [
            {**attempt, "seconds": 1.0, "skipped": {"seen": 3}},
            {**attempt, "n": 2, "query": "", "chosen": 0, "seconds": 0.1, "skipped": {}},
        ],
        "downloads": [],
    }
    ground.begin(goal(_s3_videos=[clip()], _download_workflows=[DOWNLOAD], _telemetry=told))
    begun = ground.clock.now() - timedelta(minutes=20)
    Leases(ground.database).note_tick(tick_of(begun, 0), "finished")
    visit.tolerates |= {401, 404}  # another's key; no poster lies in the bucket
    visit.go("/ops").page.get_by_label("The operator’s key").fill("somebody's key")
    visit.page.get_by_role("button", name="Enter").click()
    visit.see("That key does not fit.")
    visit.page.get_by_label("The operator’s key").fill(KEY)
    visit.page.get_by_role("button", name="Enter").click()
    visit.see("Goals not complete")
    return visit


def test_the_state_of_things_at_one_glance(desk: Visit) -> None:
    for text in ("Last tick", "none yet", "API-Football", "Posts read today", "Set aside", "searching since"):
        desk.see(text)
    assert desk.violations() == []


def test_what_is_deployed_and_how_many_ticks_were_lost(desk: Visit) -> None:
    def fact(name: str) -> Locator:
        return desk.page.locator(".fact", has=desk.page.get_by_text(name, exact=True))

    expect(fact("Deployed").locator("dd").first).to_have_text(COMMIT[:9])
    expect(fact("Ticks lost").locator("dd").first).to_have_text(re.compile(r"^\d\d of 3\d$"))
    expect(fact("Ticks lost")).to_have_attribute("data-mood", "bad")


def test_the_story_of_a_goal(desk: Visit) -> None:
    desk.page.get_by_role("button", name="L. Messi 23'").click()
    for text in ("attempt 1: 9 found, 5 chosen, skipped: 3 seen", "(Messi) (Argentina)", DOWNLOAD, f"goal-{GOAL}"):
        desk.see(text)
    desk.see("attempt 2: its posts are used up, 0 chosen")
    assert desk.violations() == []


def test_a_clip_is_hidden_only_by_who_is_sure_and_that_is_written_down(ground: Ground, desk: Visit) -> None:
    desk.page.get_by_role("button", name="L. Messi 23'").click()
    for sure in ("Leave it", "Do it"):
        desk.page.get_by_role("button", name="Hide").click()
        desk.page.get_by_role("dialog").get_by_role("button", name=sure).click()
        expect(desk.page.get_by_role("dialog")).to_be_hidden()
    desk.see(f"anna: hide clip {LINK}: hidden")
    assert ground.database["actions"].count_documents({}) == 1
    desk.go("/").see("L. Messi")
    assert desk.page.get_by_role("button", name="Play").count() == 0


def does(desk: Visit, button: str, done: str) -> None:
    """A button is pressed by somebody who is sure, and what came of it stands in the list."""
    desk.page.get_by_role("button", name=button, exact=True).click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Do it").click()
    desk.see(done)


def test_whatever_an_operator_can_do_about_the_whole(ground: Ground, desk: Visit) -> None:
    does(desk, "Pause", "anna: pause monitor: ticks rest")
    assert ground.container().operator_log.paused()
    does(desk, "Resume", "anna: resume monitor: ticks go on")
    assert not ground.container().operator_log.paused()
    does(desk, "Redrive what was set aside", "anna: redrive dead letters: 1 sent again")
    for wanted in ("2022-12-18", "979139, 979140"):
        desk.page.get_by_label("Ingest a date, or fixtures by their ids").fill(wanted)
        does(desk, "Ingest", f"anna: ingest {wanted.replace(' ', '')}: started")
    started = [*ground.ports["ingest_executions"].started.values()]
    assert started == [{"date": "2022-12-18"}, {"fixture_ids": [979139, 979140]}]


def test_whatever_an_operator_can_do_about_a_goal(ground: Ground, desk: Visit) -> None:
    desk.page.get_by_role("button", name="L. Messi 23'").click()
    does(desk, "Retry", f"anna: retry download {DOWNLOAD}: started {DOWNLOAD}-again-")
    does(desk, "Search again", f"anna: search again {GOAL}: started goal-{GOAL}-r1")
    assert list(ground.ports["executions"].started) == [f"goal-{GOAL}-r1"]
    [again] = ground.ports["download_executions"].started
    assert again.startswith(f"{DOWNLOAD}-again-")


def test_a_desk_that_was_opened_while_the_api_was_away_fills_by_itself(ground: Ground, desk: Visit) -> None:
    desk.tolerates.add(503)
    ground.refuses = True
    desk.page.reload()
    expect(desk.page.get_by_text("Offline since")).to_be_visible()
    ground.refuses = False
    desk.page.get_by_role("button", name="L. Messi 23'").wait_for()


def test_a_desk_opens_in_a_browser_that_keeps_nothing(desk: Visit) -> None:
    refused = "() => { throw new DOMException('no', 'SecurityError') }"
    desk.page.add_init_script(f"Object.defineProperty(window, 'sessionStorage', {{ get: {refused} }})")
    desk.go("/ops").page.get_by_label("The operator’s key").fill(KEY)
    desk.page.get_by_role("button", name="Enter").click()
    desk.see("Goals not complete")
