"""Budget of paid posts."""

from datetime import timedelta
from typing import Any

import pytest

from footy.goals.model.documents import EventDocument
from footy.goals.search.budget import (
    has_enough,
    known_videos,
    posts_to_read,
    posts_to_store,
    unread_since,
)
from footy.goals.settings import Rules
from tests.support.clips import stored
from tests.support.searches import NOON, after, attempt, goal, video

WORDS = "Messi Argentina"
RULES = Rules(posts_per_goal=100, enough_clips=3, enough_height=720)


def read(*counts: int, **changes: Any) -> EventDocument:
    """A goal whose attempts have paid for so many posts."""
    attempts = [attempt(n, read=count) for n, count in enumerate(counts, start=1)]
    return goal(_telemetry={"attempts": attempts}, **changes)


def clips(count: int, **facts: Any) -> list[Any]:
    return [stored(f"{n}", **{"width": 1280, "height": 720, **facts}) for n in range(count)]


@pytest.mark.parametrize(
    ("counts", "most"), [((), 33), ((33,), 22), ((33, 22), 15), ((60, 12), 10), ((90,), 10), ((91,), 0), ((200,), 0)]
)
def test_an_attempt_may_spend_a_third_of_the_rest(counts: tuple[int, ...], most: int) -> None:
    assert posts_to_read(read(*counts), RULES) == most


def test_nought_is_without_a_limit() -> None:
    assert posts_to_read(read(500), Rules(posts_per_goal=0)) == 200


@pytest.mark.parametrize(
    "facts",
    [{"height": 700}, {"width": 480}, {"timestamp_verified": False}, {"source_url": "https://x.com/i/status/1"}],
)
def test_small_unverified_or_equal_clips_are_not_enough(facts: dict[str, Any]) -> None:
    assert has_enough(read(_s3_videos=clips(3)), RULES)
    assert not has_enough(read(_s3_videos=clips(3, **facts)), RULES)


def test_without_a_number_a_goal_never_has_enough() -> None:
    assert not has_enough(read(_s3_videos=clips(9)), Rules(enough_clips=0))


def test_read_posts_are_not_requested_again() -> None:
    assert unread_since(goal(), WORDS, NOON, RULES) == NOON - timedelta(minutes=3)
    assert unread_since(read(1, 1), WORDS, after(180), RULES) == after(120 - RULES.index_seconds)
    assert unread_since(read(1), WORDS, after(600), RULES) == after(420)


@pytest.mark.parametrize("query", [f"{WORDS} has:videos -is:retweet", f"{WORDS} filter:videos"])
def test_what_other_words_have_found_was_not_read_with_these(query: str) -> None:
    searched = goal(_telemetry={"attempts": [attempt(1, query=query)]})
    assert unread_since(searched, WORDS, after(120), RULES) == after(60 - RULES.index_seconds)
    assert unread_since(searched, "Alvarez Argentina", after(120), RULES) == after(-60)


def test_what_was_read_can_still_be_chosen_while_it_is_recent() -> None:
    old, recent, undated = video(1, posted_at=after(-200)), video(2), video(3, posted_at=None)
    stored_posts = posts_to_store([old, recent, undated], after(-180), RULES)
    [post] = known_videos(goal(_found_videos=stored_posts))
    assert (post.tweet_id, post.duration, post.posted_at) == (
        recent.tweet_id,
        recent.duration,
        recent.posted_at,
    )
    assert [variant.url for variant in post.variants] == [variant.url for variant in recent.variants]
