"""What the end of a match day says of each published clip, by the replay."""

from typing import Any

from local.cli.truth import Footage, footage_of, truth_of
from local.replay.model import Replay

EARLY, LATE = (979139, "80", "K. Mbappé"), (979139, "81", "K. Mbappé")
FINAL = footage_of(Replay.load("world-cup-final-2022"))
MEANT = {
    "1": Footage(tells=True, goal=EARLY),
    "2": Footage(tells=True, goal=LATE),
    "3": Footage(tells=False, goal=None),
    "4": Footage(tells=True, goal=EARLY, copied="filmed"),
    "5": Footage(tells=True, goal=EARLY),
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
    truth = truth_of([fixture([clip("1", "5"), clip("3")], [clip("2")])], MEANT)
    assert (truth.right, truth.untold, truth.wrong, truth.lost) == (2, 1, (), {"filmed": 1})


def test_one_under_another_goal_is_wrong() -> None:
    truth = truth_of([fixture([clip("1"), clip("2")], [])], MEANT)
    assert truth.wrong == ("clip 2 under K. Mbappé 80' of fixture 979139 shows K. Mbappé 81'",)
    assert truth.lost["under another goal"] == 1


def test_right_posts_that_were_lost_are_told_with_the_reason() -> None:
    waiting = fixture([], [clip("2")], discovered=("1",))
    waiting["events"][0]["_waiting_videos"] = [clip("5")]
    truth = truth_of([waiting], MEANT)
    assert truth.lost == {"not published": 1, "still waiting": 1, "filmed": 1}
    assert truth.text == (
        "1 of 1 clips whose picture tells their goal stand under it; "
        "3 of 4 right posts lost (1 filmed, 1 not published, 1 still waiting)"
    )


def test_what_a_replay_means_is_known_by_the_footage_and_not_by_the_post() -> None:
    goals = {footage.goal for footage in FINAL.values() if footage.goal}
    assert {EARLY, LATE} <= goals
    assert len(goals) == 6
    assert not any(footage.goal for footage in FINAL.values() if not footage.tells)
    assert sum(footage.copied == "filmed" for footage in FINAL.values()) == 6


def test_footage_of_a_goal_that_does_not_stand_tells_none_that_does() -> None:
    meant = footage_of(Replay.load("var"))
    assert [one for one in meant.values() if one.tells and one.goal is None]
