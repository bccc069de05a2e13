"""Page of a fan in a real browser: goals come, clips play, ranks change, the VAR takes back."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from footy.api.settings import ApiSettings
from footy.goals.model.documents import EventDocument
from tests.browser.conftest import DESK, Visit, visiting
from tests.browser.footage import draw
from tests.browser.ground import Ground
from tests.support.match import AWAY
from tests.support.page_match import LINK, OTHER_LINK, clip, goal, tombstone

pytestmark = pytest.mark.xdist_group("browser")

WIDE, SMALL = (320, 180), (256, 144)
PLAYS = "() => { const video = document.querySelector('video'); return video && video.currentTime > 0.3 }"
SIZE = "() => { const video = document.querySelector('video'); return [video.videoWidth, video.videoHeight] }"
MARKUP = '<img src=x onerror="document.title=1">'


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two clips, drawn once."""
    folder = tmp_path_factory.mktemp("reel")
    for name, size in (("wide", WIDE), ("small", SMALL)):
        draw(folder / f"{name}.mp4", *size)
    return folder


@pytest.fixture
def messi(ground: Ground, reel: Path) -> EventDocument:
    """Build a goal with a verified clip and another angle."""
    for name in ("wide", "small"):
        for kind in ("mp4", "jpg"):
            (ground.folder / f"{name}.{kind}").write_bytes((reel / f"{name}.{kind}").read_bytes())
    first = clip(LINK, _s3_key="979139/wide.mp4", poster_key="979139/wide.jpg", width=WIDE[0], height=WIDE[1])
    side = clip(
        OTHER_LINK,
        _s3_key="979139/small.mp4",
        poster_key="979139/small.jpg",
        width=SMALL[0],
        height=SMALL[1],
        rank=2,
        timestamp_verified=False,
        extracted_minute=None,
    )
    return goal(1, scorer="L. Messi", _s3_videos=[first, side], _download_complete=True)


def equaliser(**facts: object) -> EventDocument:
    return goal(2, minute=31, team=AWAY, scorer="K. Mbappé", _score_after={"home": 1, "away": 1}, **facts)


def test_a_new_goal_appears_without_reload(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin()
    visit.go().see("No goals yet")
    visit.ask("() => { window.untouched = true }")
    waiting = {**messi, "_s3_videos": [], "_download_complete": False, "_download_workflows": ["1", "2", "3"]}
    ground.write(waiting)  # type: ignore[arg-type]
    visit.see("L. Messi")
    visit.see("Looking for clips (3 of 10)")
    ground.write(messi)
    visit.see("23' verified")
    assert visit.ask("() => window.untouched")


def test_a_tap_plays_the_clip_and_the_next_angle_follows(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin(messi)
    visit.go().see("L. Messi")
    before = visit.page.locator("article.goal").bounding_box()
    visit.page.get_by_role("button", name="Play the clip of L. Messi").click()
    visit.page.wait_for_function(PLAYS)
    assert visit.ask(SIZE) == [*WIDE]
    assert visit.ask(
        "() => { const {muted, playsInline} = document.querySelector('video'); return muted && playsInline }"
    )
    assert visit.page.locator("article.goal").bounding_box() == before
    visit.page.get_by_role("button", name="Next angle").click()
    visit.see("minute not shown")
    visit.page.wait_for_function(PLAYS)
    assert visit.ask(SIZE) == [*SMALL]


def test_ranks_change_under_a_clip_that_plays_on(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin(messi)
    visit.go().page.get_by_role("button", name="Play the clip of L. Messi").click()
    visit.page.wait_for_function(PLAYS)
    visit.ask("() => { document.querySelector('video').loop = true; document.querySelector('video').mark = 7 }")
    first, side = messi["_s3_videos"]
    first["rank"] = 2
    side |= {"rank": 1, "timestamp_verified": True, "extracted_minute": 23, "popularity": 9}
    ground.write({**messi, "_s3_videos": [side, first]})
    visit.see("2 / 2")
    assert visit.ask("() => { const {mark, paused} = document.querySelector('video'); return mark === 7 && !paused }")


def test_what_comes_while_somebody_watches_waits_above(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin(messi)
    visit.go().page.get_by_role("button", name="Play the clip of L. Messi").click()
    visit.page.wait_for_function(PLAYS)
    visit.ask("() => { document.querySelector('video').loop = true }")
    ground.write(messi, equaliser())
    visit.page.get_by_role("button", name="1 new goal").click()
    visit.see("K. Mbappé")


def test_the_var_strikes_a_goal_through_and_takes_its_clips(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    visit.tolerates |= {404, 410}  # its poster may be asked for while it is being taken away
    ground.begin(messi, equaliser())
    visit.go().see("K. Mbappé")
    ground.take_back(tombstone(messi), equaliser())
    visit.see("Disallowed by the VAR")
    struck = visit.page.locator("article.goal.removed h3")
    assert struck.evaluate("(title) => getComputedStyle(title).textDecorationLine") == "line-through"
    assert visit.page.get_by_role("button", name="Play").count() == 0


def test_what_strangers_wrote_is_text(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    messi["player"]["name"] = MARKUP
    messi["_s3_videos"][0]["source_url"] = "javascript:document.title=1"
    ground.begin(messi)
    visit.go().see(MARKUP)
    assert visit.page.title() == "found footy"
    assert visit.page.locator("main a[href^='javascript']").count() == 0
    assert visit.page.get_by_role("link", name="source").count() == 0


def test_hidden_scores_are_nowhere_until_they_are_asked_for(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin(messi, equaliser())
    visit.go("/?view=settings").page.get_by_role("switch", name="Hide scores").check()
    for path in ("/", "/?view=matches", "/?view=search&q=messi"):
        visit.go(path).see("Argentina")
        fields = visit.ask("() => document.documentElement.outerHTML + document.title")
        assert not [
            secret
            for secret in ("Messi", "Mbapp", "1–1", "1–0", "23'", "/poster", "1 goal", "2 goals")
            if secret in fields.replace("q=messi", "")
        ]
    visit.page.get_by_role("button", name="Show").first.click()
    visit.go("/").page.get_by_role("button", name="Show Argentina v France").click()
    visit.see("L. Messi")


def test_offline_is_said_and_what_was_missed_is_there_afterwards(
    ground: Ground, visit: Visit, messi: EventDocument
) -> None:
    ground.begin(messi)
    visit.go().see("L. Messi")
    visit.page.context.set_offline(True)
    visit.see("Offline since", "#offline")
    ground.write(messi, equaliser())
    visit.page.context.set_offline(False)
    visit.see("K. Mbappé")
    visit.page.locator("#offline").wait_for(state="hidden")


def test_a_share_link_opens_in_a_fresh_profile_and_plays(
    ground: Ground, browser: Browser, messi: EventDocument
) -> None:
    ground.begin(messi)
    with visiting(browser, ground.url) as stranger:
        stranger.go(f"/v/{LINK}").see("L. Messi")
        stranger.page.wait_for_function(PLAYS)
        assert stranger.ask(SIZE) == [*WIDE]
        assert stranger.page.locator("meta[property='og:image']").get_attribute("content")


def test_whom_to_tell_of_a_clip_that_should_not_be_here(ground: Ground, visit: Visit) -> None:
    ground.begin()
    visit.go().page.locator(f"footer a[href='{ApiSettings().contact}']").wait_for()


def test_a_keyboard_is_enough(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin(messi)
    visit.go().see("L. Messi")
    visit.page.keyboard.press("Tab")
    assert visit.ask("() => document.activeElement.className") == "skip"
    visit.page.keyboard.press("j")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_function(PLAYS)
    visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("messi")
    visit.see("23' verified")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_there_is_no_barrier_on_any_view(ground: Ground, browser: Browser, messi: EventDocument, scheme: str) -> None:
    taken = goal(3, minute=12, scorer="A. Griezmann")
    ground.begin(messi, equaliser(), _removed_events=[tombstone(taken, ground.clock.now())])
    with visiting(browser, ground.url, color_scheme=scheme, reduced_motion="reduce") as visitor:
        for path in ("/", "/?view=matches", "/?view=search&q=mess", "/?view=settings"):
            visitor.go(path).see("My teams" if "settings" in path else "Argentina")
            assert visitor.violations() == [], path


def test_nothing_is_wider_than_the_screen(ground: Ground, browser: Browser, messi: EventDocument) -> None:
    messi["player"]["name"] = "Maximilian-Alexander von und zu Hohenlohe-Langenburg"
    ground.begin(messi)
    for viewport in ({"width": 360, "height": 740}, DESK):
        with visiting(browser, ground.url, viewport=viewport) as visitor:
            for path in ("/", "/?view=matches"):
                visitor.go(path).see("Argentina")
                assert visitor.ask("() => document.documentElement.scrollWidth <= innerWidth")


def test_data_is_saved_where_that_is_asked_for(ground: Ground, visit: Visit, messi: EventDocument) -> None:
    ground.begin(messi)
    visit.go("/?view=settings").page.get_by_role("switch", name="Save data").check()
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    with visit.page.expect_request("**/stream"):
        visit.go("/").see("L. Messi")
    assert [url for url in asked if "poster" in url or "media" in url] == []
