"""Common actions on the page: swipe, share, follow a team, filter, look at other days; and their address."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from footy.goals.model.documents import EventDocument
from tests.browser.conftest import Visit, visiting
from tests.browser.ground import Going, Ground
from tests.support.match import AWAY, FIXTURE, HOME
from tests.support.page_match import LINK, OTHER_LINK, clip, goal, match
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("browser")

SWIPE = """([from, to]) => {
  const stage = document.querySelector('.stage');
  const touch = (x) => new Touch({identifier: 1, target: stage, clientX: x, clientY: 200});
  stage.dispatchEvent(new TouchEvent('touchstart', {changedTouches: [touch(from)]}));
  stage.dispatchEvent(new TouchEvent('touchend', {changedTouches: [touch(to)]}));
}"""
WEEK = 7 * 24 * 3600
SHEET = "() => { navigator.share = async (given) => { window.shared = given } }"


@pytest.fixture
def fan(ground: Ground, visit: Visit) -> Visit:
    """Open a page with a goal with two angles and one without a clip."""
    angles = [clip(LINK), clip(OTHER_LINK, rank=2, timestamp_verified=False, extracted_minute=None)]
    late = goal(2, minute=31, team=AWAY, scorer="K. Mbappé", _score_after={"home": 1, "away": 1})
    ground.begin(goal(1, _s3_videos=angles), late)
    visit.tolerates.add(404)  # the bucket has no poster
    visit.go().see("L. Messi")
    return visit


def test_a_swipe_shows_the_next_angle_and_a_short_one_nothing(fan: Visit) -> None:
    fan.ask(SWIPE, [200, 180])
    fan.see("1 / 2")
    fan.ask(SWIPE, [200, 100])
    fan.see("2 / 2")
    fan.ask(SWIPE, [100, 200])
    fan.see("1 / 2")


def test_a_clip_is_shared_by_the_sheet_of_the_system(fan: Visit) -> None:
    fan.ask(SHEET)
    fan.page.get_by_role("button", name="Share this clip").click()
    given = fan.ask("() => window.shared")
    assert given == {"title": "L. Messi 23', Argentina 1–0 France", "url": f"{fan.url}/v/{LINK}"}


def test_filters_are_part_of_the_address(fan: Visit, browser: Browser) -> None:
    fan.page.get_by_role("button", name="With clip").click()
    fan.miss("K. Mbappé")
    fan.page.get_by_role("button", name="Verified").click()
    assert fan.page.url == f"{fan.url}/?verified=1"
    with visiting(browser, fan.url) as friend:
        friend.tolerates.add(404)
        friend.go(f"/?teams={HOME}&clip=1").see("L. Messi")
        friend.miss("K. Mbappé")
        friend.go("/?teams=40").see("Nothing with these filters")


def test_a_team_is_followed_by_its_star_and_remembered(fan: Visit) -> None:
    fan.go("/?view=matches").page.get_by_role("button", name="My team: France").click()
    fan.go().page.get_by_role("button", name="My teams").click()
    expect(fan.page).to_have_url(f"{fan.url}/?teams={AWAY}")
    fan.go("/?view=settings")
    expect(fan.page.get_by_role("link", name="Feed of France")).to_have_attribute("href", f"/feeds/teams/{AWAY}")
    fan.page.get_by_role("button", name="Stop following France").click()
    fan.see("Tap the star")


def test_a_timeline_mark_leads_to_its_goal(fan: Visit) -> None:
    fan.go("/?view=matches").page.get_by_role("button", name="2 goals, 2 clips").click()
    fan.see("K. Mbappé")
    fan.page.get_by_role("button", name="2 goals, 2 clips").click()
    fan.miss("K. Mbappé")
    fan.page.get_by_role("button", name="23' L. Messi, Argentina").click()
    expect(fan.page.get_by_role("button", name="Play the clip of L. Messi")).to_be_focused()


def test_days_without_a_match_are_skipped(ground: Ground, visit: Visit) -> None:
    ground.begin(goal())
    [played] = ground.database["fixtures_active"].find()
    begins = {"id": 1, "timestamp": played["fixture"]["timestamp"] + WEEK, "date": "2022-12-25T15:00:00+00:00"}
    fixture = {**played["fixture"], **begins}
    ground.database["fixtures_staging"].insert_one({**played, "_id": 1, "fixture": fixture, "events": []})
    visit.go("/?view=matches").see("Sunday, December 18")
    visit.page.get_by_role("button", name="Later day").click()
    visit.see("Sunday, December 25")
    visit.page.go_back()
    visit.see("Sunday, December 18")


def test_a_day_that_is_none_is_not_asked_for(fan: Visit) -> None:
    fan.go("/?view=matches&date=2022-19-45").see("Sunday, December 18")


AN_HOUR_LATER = "() => { const before = Date.now; Date.now = () => before() + 3_600_000 }"
LATE, MIDNIGHT = datetime(2022, 12, 18, 23, 15, tzinfo=UTC), datetime(2022, 12, 19, tzinfo=UTC)


def begins(ground: Ground, kickoff: datetime, *goals: EventDocument, fixture_id: int = FIXTURE, status: str) -> None:
    """Build a match of that day."""
    stored = match(*goals, status=status)
    moment = {"id": fixture_id, "timestamp": int(kickoff.timestamp()), "date": kickoff.isoformat()}
    document = {**stored, "_id": fixture_id, "fixture": {**stored["fixture"], **moment}}
    ground.database["fixtures_active"].insert_one({**document, "_stamped_at": datetime.now(UTC)})  # type: ignore[arg-type]


def test_a_match_over_midnight_stays_where_it_is_watched(ground: Ground, visit: Visit) -> None:
    begins(ground, LATE, goal(), status="1H")
    begins(ground, MIDNIGHT + timedelta(hours=15), fixture_id=1, status="NS")
    ground.clock = Going(MIDNIGHT - timedelta(minutes=30))
    visit.go("/?view=matches").page.get_by_role("button", name="1 goal, 0 clips").wait_for()
    ground.clock = Going(MIDNIGHT + timedelta(minutes=10))
    visit.ask(AN_HOUR_LATER)
    ground.write(goal(), goal(2, minute=31, team=AWAY, scorer="K. Mbappé", _score_after={"home": 1, "away": 1}))
    visit.page.get_by_role("button", name="2 goals, 0 clips").wait_for()
    visit.see("Sunday, December 18")


def test_late_goals_are_still_shown_after_midnight(ground: Ground, visit: Visit) -> None:
    begins(ground, LATE, goal(_first_seen=LATE + timedelta(minutes=23)), status="FT")
    kane = goal(3, scorer="H. Kane", _first_seen=MIDNIGHT + timedelta(minutes=90))
    begins(ground, MIDNIGHT + timedelta(hours=1), kane, fixture_id=1, status="1H")
    ground.clock = Going(MIDNIGHT + timedelta(hours=2))
    visit.go().see("H. Kane")
    visit.see("L. Messi")
    # the page was suspended meanwhile
    ground.database["fixtures_active"].update_one({"_id": FIXTURE}, {"$set": {"events.0.player.name": "L. Messi II"}})
    day = f"{visit.url}/api/v1/fixtures?date=2022-12-18"
    read = "(day) => fetch(day).then((answer) => answer.text())"
    eventually(lambda: "Messi II" in visit.ask(read, day), "the end of the browser's cached response")
    visit.ask("() => dispatchEvent(new Event('online'))")
    visit.see("L. Messi II")
