"""Deduplication of a batch against the clips of a goal (D5, U4 to U6, U8 to U11)."""

from collections.abc import Sequence
from functools import partial
from itertools import count, permutations
from typing import Any

import pytest

from footy.core.errors import MalformedHash
from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.clips.copies.dedup import Merge, merge
from footy.goals.clips.copies.join import best_of
from footy.goals.model.documents import Hiding, Video
from footy.goals.settings import Rules
from tests.support.clips import arrival, file_of, stored
from tests.support.goals import NOON
from tests.support.readings import frames

HIDDEN: Hiding = {"by": "anna", "at": NOON}
SHARE = Rules().same_duration_share


def merged(videos: Sequence[Video], *arrivals: Video) -> Merge:
    minted = count(1)
    return merge(
        videos, arrivals, match=partial(similar_clips, rules=Rules()), mint=lambda: f"new-{next(minted)}", rules=Rules()
    )


def only(merge_of_one: Merge) -> Video:
    (video,) = merge_of_one.videos
    return video


def read_in(video: Video, read: str, *, compilation: bool) -> Video:
    decision = {**video["goal_decision"], "why": "score_change", "compilation": compilation}
    return {**video, "frames_read": frames(read), "goal_decision": decision}  # type: ignore[typeddict-item]


def test_a_new_clip_carries_every_field_of_a_video() -> None:
    video = only(merged([], arrival("a", copies=2, width=1920, height=1080)))
    assert video == {
        **stored("a"),
        "popularity": 2,
        "width": 1920,
        "height": 1080,
        "resolution_score": 1920 * 1080,
        "share_id": "new-1",
    }


@pytest.mark.parametrize("verified", [True, False])
def test_a_copy_of_a_hidden_clip_is_hidden(verified: bool) -> None:  # noqa: FBT001
    clips = [stored("a", scene="goal", verified=not verified, hidden=HIDDEN), stored("x", verified=not verified)]
    result = merged(clips, arrival("b", scene="goal", verified=verified), arrival("y", verified=verified))
    hidden = {video["md5"]: "hidden" in video for video in result.videos}
    assert hidden == {file_of("a"): True, file_of("b"): True, file_of("x"): False, file_of("y"): False}


def test_a_published_clip_stays_when_a_copy_arrives() -> None:
    clips = [stored("a", scene="goal", verified=False, hidden=HIDDEN), stored("b", scene="goal")]
    result = merged(clips, arrival("c", scene="goal", file_size=9000))
    assert {video["md5"]: "hidden" in video for video in result.videos} == {file_of("a"): True, file_of("c"): False}


def test_the_same_file_again_only_counts() -> None:
    result = merged([stored("a", popularity=3)], arrival("a", copies=2))
    assert result.outcomes == {"duplicate": 1}
    assert only(result)["popularity"] == 5


def test_the_same_file_counts_without_a_readable_clock() -> None:
    video = only(merged([stored("a", verified=True)], arrival("a", verified=False)))
    assert video["timestamp_verified"]
    assert video["popularity"] == 2


def test_the_same_file_is_verified_once_its_clock_could_be_read() -> None:
    result = merged([stored("a", verified=False)], arrival("a", verified=True))
    assert only(result)["timestamp_verified"]
    assert only(result)["share_id"] == "share-a"


def test_a_newly_verified_file_joins_the_verified_clip() -> None:
    clips = [stored("a", scene="goal", verified=False), stored("b", scene="goal", file_size=5000)]
    result = merged(clips, arrival("a", scene="goal"))
    assert only(result)["md5"] == file_of("b")
    assert only(result)["previous_share_ids"] == ["share-a"]


def test_equal_readings_keep_those_of_the_best_file() -> None:
    two_goals = read_in(stored("a", scene="goal"), "80:50 1-0", compilation=True)
    one_goal = read_in(arrival("b", scene="goal", file_size=5000), "80:55 1-0", compilation=False)
    video = only(merged([two_goals], one_goal))
    assert (video["md5"], video["goal_decision"]["compilation"]) == (file_of("b"), False)
    assert video["frames_read"] == one_goal["frames_read"]


def test_a_larger_file_of_the_same_scene_replaces_and_inherits() -> None:
    old = stored("a", scene="goal", popularity=4, previous_share_ids=["older"])
    result = merged([old], arrival("b", scene="goal", file_size=2000))
    assert result.outcomes == {"better": 1}
    assert only(result)["md5"] == file_of("b")
    assert only(result)["popularity"] == 5
    assert only(result)["share_id"] == "new-1"
    assert only(result)["previous_share_ids"] == ["share-a", "older"]


def test_a_smaller_copy_is_a_duplicate_without_a_link() -> None:
    result = merged([stored("a", scene="goal")], arrival("b", scene="goal", file_size=500))
    assert result.outcomes == {"duplicate": 1}
    assert only(result) == {
        **stored("a", scene="goal"),
        "popularity": 2,
        "posts": {"a": "7_40_9_Goal_1", "b": "7_40_9_Goal_1"},
    }


@pytest.mark.parametrize("verified", [True, False])
def test_clips_meet_only_their_own_kind(verified: bool) -> None:  # noqa: FBT001
    old = stored("a", scene="goal", verified=verified)
    result = merged([old], arrival("b", scene="goal", verified=not verified, file_size=9000))
    assert result.outcomes == {"new": 1}
    assert len(result.videos) == 2


def test_a_clip_that_matches_several_joins_them_all() -> None:
    first, last = stored("a", scene="goal", popularity=2), stored("b", scene="replay", popularity=3)
    long_clip = arrival("c", duration=25.0)
    long_clip["perceptual_hash"] = f"{first['perceptual_hash']},{last['perceptual_hash'].removeprefix('dense:0.25:')}"
    result = merged([first, last], long_clip)
    assert result.outcomes == {"better": 1}
    assert only(result)["popularity"] == 6
    assert sorted(only(result)["previous_share_ids"]) == ["share-a", "share-b"]


def test_a_batch_is_compared_with_itself() -> None:
    result = merged([], arrival("a", scene="goal"), arrival("b", scene="goal", file_size=2000), arrival("c"))
    assert result.outcomes == {"new": 2, "duplicate": 1}


def test_the_order_of_arrival_does_not_matter() -> None:
    clips = [stored("s", scene="goal", file_size=1500), stored("t")]
    batch = [
        arrival("a", scene="goal", file_size=2000),
        arrival("b", scene="goal", duration=20.0),
        arrival("c", scene="other"),
        arrival("d", scene="goal", verified=False),
    ]
    results = [merged(clips, *order) for order in permutations(batch)]
    assert all(result == results[0] for result in results)


def test_hashes_of_another_version_are_never_alike() -> None:
    old = stored("a", scene="goal", hash_version="something older")
    assert merged([old], arrival("b", scene="goal")).outcomes == {"new": 1}


def test_nothing_is_merged_when_a_comparison_fails() -> None:
    with pytest.raises(MalformedHash):
        merged([stored("a", perceptual_hash="dense:0.25:")], arrival("b"), arrival("c"))


@pytest.mark.parametrize(
    ("first", "second", "better"),
    [
        # about as long: the larger file
        ({"duration": 10.0, "file_size": 1}, {"duration": 8.5, "file_size": 2}, 1),
        ({"duration": 10.0, "file_size": 2}, {"duration": 8.5, "file_size": 1}, 0),
        ({"duration": 8.5, "file_size": 2}, {"duration": 10.0, "file_size": 1}, 0),
        # clearly longer
        ({"duration": 10.0, "file_size": 1}, {"duration": 8.4, "file_size": 9}, 0),
        ({"duration": 8.4, "file_size": 9}, {"duration": 10.0, "file_size": 1}, 1),
        # equal: what is there stays
        ({"duration": 10.0, "file_size": 1}, {"duration": 10.0, "file_size": 1}, 0),
    ],
)
def test_the_larger_of_equally_long_files_is_better(first: dict[str, Any], second: dict[str, Any], better: int) -> None:
    pair = [stored("a", **first), stored("b", **second)]
    assert best_of(pair, SHARE) is pair[better]


def test_how_clips_resembled_each_other_is_told() -> None:
    lead = stored("a", scene="goal")["perceptual_hash"]
    short = lead.split(",")[:3]
    short_clip = stored("b", perceptual_hash=",".join(short))
    assert merged([stored("a", scene="goal")], arrival("c", scene="goal")).similarities == {"same_by_plain": 1}
    assert merged([short_clip], arrival("c", scene="goal")).similarities == {"matched_without_evidence": 1}
    assert merged([stored("a")], arrival("c")).similarities == {}
