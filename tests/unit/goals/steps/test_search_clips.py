"""One search attempt: query, choice, download and pause (S3, S10, S14, S16)."""

from datetime import timedelta

import pytest

from footy.core.errors import RateLimited, UpstreamUnavailable, WriteConflict
from tests.support.goal_search import Search
from tests.support.searches import EVENT_ID, NOON, after, tweet_id, video


def test_a_query_and_its_filter_stay_within_the_length_limit(opened: Search) -> None:
    phrases = [f"{letter * 19} {letter * 20}" for letter in "ABCDEFGHIJKL"]
    for width in range(1, 41):
        opened.put(_monitor_complete=True, _twitter_aliases=["Z" * width, *phrases], _telemetry={"opened_at": NOON})
        opened.attempt(1)
    texts = [query.text for query in opened.posts.queries]
    assert all(text.endswith("has:videos -is:retweet") for text in texts)
    assert (len(texts), max(map(len, texts))) == (40, 512)


def test_a_failed_download_start_is_repeated_without_a_query(opened: Search) -> None:
    opened.posts.videos = [video(1), video(2)]
    first = opened.attempt(1)
    opened.clock.moment = after(60)
    again = opened.attempt(2, started=0)
    assert again == {**first, "attempt": 2, "wait_seconds": 60}
    assert len(opened.posts.queries) == 1


def test_an_attempt_orders_the_download_of_what_it_chose(opened: Search) -> None:
    opened.posts.videos = [video(1, 30), video(2, 50, variants=())]
    assert opened.attempt(1) == {
        "outcome": "found",
        "attempt": 1,
        "order": 1,
        "download": f"download1-{EVENT_ID}",
        "clips": [
            {
                "url": f"https://x.com/i/status/{tweet_id(2)}",
                "tweet_id": tweet_id(2),
                "attempt": 1,
                "video_url": None,
                "duration": 50.0,
            },
            {
                "url": f"https://x.com/i/status/{tweet_id(1)}",
                "tweet_id": tweet_id(1),
                "attempt": 1,
                "video_url": "https://video.twimg.com/1.mp4",
                "duration": 30.0,
            },
        ],
        "wait_seconds": 58,
    }


def test_it_asks_for_scorer_and_team_in_the_last_three_minutes(opened: Search) -> None:
    opened.attempt(1)
    [query] = opened.posts.queries
    assert query.text == "Messi (Argentina OR Albiceleste) has:videos -is:retweet"
    assert query.posted_after == NOON - timedelta(minutes=3)


def test_only_what_was_chosen_is_kept_from_later_attempts(opened: Search) -> None:
    opened.posts.videos = [video(n, 10 + n) for n in range(7)]
    first = opened.attempt(1)
    second = opened.attempt(2)
    assert len(first["clips"]) == 5
    assert [clip["tweet_id"] for clip in second["clips"]] == [tweet_id(1), tweet_id(0)]
    assert opened.posts.queries[1].seen_ids == {clip["tweet_id"] for clip in first["clips"]}


def test_an_attempt_is_recorded(opened: Search) -> None:
    opened.posts.videos = [video(n, 10 + n) for n in range(7)]
    opened.posts.skipped = {"no_video": 3}
    opened.attempt(1)
    assert opened.goal()["_telemetry"]["attempts"] == [
        {
            "n": 1,
            "at": NOON,
            "query": "Messi (Argentina OR Albiceleste) has:videos -is:retweet",
            "found": 7,
            "new": 7,
            "chosen": 5,
            "seconds": 2.0,
            "skipped": {"no_video": 3},
            "read": 0,
        }
    ]


@pytest.mark.parametrize(("patience", "waited"), [(300.2, 301), (5, 58)])
def test_a_rate_limit_is_an_answer_with_a_pause(opened: Search, patience: float, waited: int) -> None:
    opened.posts.failure = RateLimited("X wants patience", retry_after=patience)
    assert opened.attempt(1) == {
        "outcome": "rate_limited",
        "attempt": 1,
        "order": 0,
        "download": "",
        "clips": [],
        "wait_seconds": waited,
    }
    [failure] = opened.goal()["_telemetry"]["failed_searches"]
    assert (failure["n"], failure["error"]) == (1, "RateLimited")


def test_a_failed_attempt_can_succeed_when_it_is_tried_again(opened: Search) -> None:
    opened.posts.failure = UpstreamUnavailable("down")
    with pytest.raises(UpstreamUnavailable):
        opened.attempt(1)
    opened.posts.failure, opened.posts.videos = None, [video(1)]
    assert len(opened.attempt(1)["clips"]) == 1


def test_nothing_is_searched_for_a_goal_that_is_gone(opened: Search) -> None:
    opened.drop()
    assert opened.attempt(4)["outcome"] == "gone"
    assert opened.posts.queries == []


def test_a_goal_dropped_during_its_search_orders_nothing(opened: Search) -> None:
    opened.posts.videos, opened.posts.meanwhile = [video(1)], opened.drop
    with pytest.raises(WriteConflict):
        opened.attempt(1)
    assert opened.attempt(1)["outcome"] == "gone"
