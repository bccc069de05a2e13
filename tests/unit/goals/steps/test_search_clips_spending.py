"""Posts that were paid for: reuse, budget and cost."""

from datetime import timedelta

from tests.support.goal_search import Search
from tests.support.searches import NOON, after, video


def test_unchosen_posts_are_chosen_by_the_next_attempt(
    opened: Search,
) -> None:
    opened.posts.videos = [video(n, 10 + n, posted_at=after(0)) for n in range(7)]
    first = opened.attempt(1)
    opened.posts.videos, opened.clock.moment = [], after(60)
    second = opened.attempt(2)
    assert [len(order["clips"]) for order in (first, second)] == [5, 2]
    assert {clip["video_url"] for clip in second["clips"]} == {
        "https://video.twimg.com/0.mp4",
        "https://video.twimg.com/1.mp4",
    }
    assert [query.unread_since for query in opened.posts.queries] == [NOON - timedelta(minutes=3), after(-60)]


def test_a_corrected_scorer_restarts_the_search_window(opened: Search) -> None:
    opened.attempt(1)
    opened.database["fixtures_active"].update_one({}, {"$set": {"events.0.player.name": "J. Alvarez"}})
    for number, second in ((2, 60), (3, 120)):
        opened.clock.moment = after(second)
        opened.attempt(number)
    since = [query.unread_since for query in opened.posts.queries]
    assert since == [after(-180), after(-120), after(0)]


def test_released_posts_are_chosen_again_while_recent(opened: Search) -> None:
    opened.posts.videos = [video(1, posted_at=after(0))]
    [released] = opened.attempt(1)["clips"]
    opened.database["fixtures_active"].update_one(
        {}, {"$pull": {"events.0._discovered_videos": {"tweet_id": released["tweet_id"]}}}
    )
    opened.posts.videos, opened.clock.moment = [], after(60)
    assert [clip["tweet_id"] for clip in opened.attempt(2)["clips"]] == [released["tweet_id"]]
    opened.database["fixtures_active"].update_one({}, {"$set": {"events.0._discovered_videos": []}})
    opened.clock.moment = after(240)
    assert opened.attempt(3)["clips"] == []


def test_posts_and_money_stand_on_the_goal(opened: Search) -> None:
    opened.posts.paid = 33
    opened.attempt(1)
    opened.posts.paid = 9
    opened.attempt(2)
    telemetry = opened.goal()["_telemetry"]
    assert (telemetry["posts_read"], telemetry["posts_usd"]) == (42, 0.21)
    assert [record["read"] for record in telemetry["attempts"]] == [33, 9]


def test_only_the_first_attempts_may_use_what_is_kept_back(opened: Search) -> None:
    for n in range(1, 5):
        opened.attempt(n)
    assert [query.first for query in opened.posts.queries] == [True, True, True, False]
