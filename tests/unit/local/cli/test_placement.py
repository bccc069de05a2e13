"""Placement of clips: whether each is under the goal that it shows."""

from typing import Any

from local.cli.placement import PostFootage, compare_placement, footage_of
from local.replay.model import Replay

EARLY, LATE = (979139, "80", "K. Mbappé"), (979139, "81", "K. Mbappé")
EXPECTED = {
    "1": PostFootage(identifies=True, goal=EARLY),
    "2": PostFootage(identifies=True, goal=LATE),
    "3": PostFootage(identifies=False, goal=None),
    "4": PostFootage(identifies=True, goal=EARLY, copy_kind="filmed"),
    "5": PostFootage(identifies=True, goal=EARLY),
}


def fixture(early: list[Any], late: list[Any], discovered: tuple[str, ...] = ()) -> Any:
    goals = [
        {
            "time": {"elapsed": minute, "extra": None},
            "player": {"name": "K. Mbappé"},
            "_s3_videos": videos,
            "_discovered_videos": [{"tweet_id": tweet} for tweet in discovered],
        }
        for minute, videos in ((80, early), (81, late))
    ]
    return {"_id": 979139, "events": goals}


def clip(tweet: str, *copies: str) -> Any:
    return {"source_url": f"https://x.com/i/status/{tweet}", "posts": dict.fromkeys((tweet, *copies), "goal")}


def test_clips_under_their_goals_are_counted() -> None:
    report = compare_placement([fixture([clip("1", "5"), clip("3")], [clip("2")])], EXPECTED)
    assert (report.right, report.unidentified, report.wrong, report.losses) == (2, 1, (), {"filmed": 1})


def test_clip_under_another_goal_is_wrong() -> None:
    report = compare_placement([fixture([clip("1"), clip("2")], [])], EXPECTED)
    assert report.wrong == ("clip 2 under K. Mbappé 80' of fixture 979139 shows K. Mbappé 81'",)
    assert report.losses["under another goal"] == 1


def test_lost_posts_have_a_reason() -> None:
    document = fixture([], [clip("2")], discovered=("1",))
    document["events"][0]["_waiting_videos"] = [clip("5")]
    report = compare_placement([document], EXPECTED)
    assert report.losses == {"not published": 1, "not assigned yet": 1, "filmed": 1}
    assert report.text == (
        "1 of 1 clips that identify a goal are under it; "
        "3 of 4 right posts lost (1 filmed, 1 not assigned yet, 1 not published)"
    )


def test_posts_of_the_final_show_its_six_goals() -> None:
    footage = footage_of(Replay.load("world-cup-final-2022")).values()
    goals = {post.goal for post in footage if post.goal}
    assert {EARLY, LATE} <= goals
    assert len(goals) == 6
    assert not any(post.goal for post in footage if not post.identifies)
    assert sum(post.copy_kind == "filmed" for post in footage) == 6


def test_footage_of_a_removed_goal_identifies_no_goal() -> None:
    footage = footage_of(Replay.load("var")).values()
    assert [post for post in footage if post.identifies and post.goal is None]
