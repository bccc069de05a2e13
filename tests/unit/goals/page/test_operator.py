"""Operator console: the story of one goal."""

from footy.goals.page.operator import story_of
from footy.goals.settings import Rules
from tests.support.page_match import goal, match


def test_story_sums_the_batches_of_a_download() -> None:
    batches = [{"id": "download1", "outcomes": one} for one in ({"new": 1}, {"new": 1, "too_long": 2}, {})]
    event = goal(_download_workflows=["download1", "download2"], _telemetry={"downloads": batches})
    story = story_of(match(event), event, {}, Rules())
    assert [one.outcomes for one in story.downloads] == [{"new": 2, "too_long": 2}, {}]
