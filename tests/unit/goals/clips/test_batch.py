"""Upload batch of a download (D7, D9, U2, U4)."""

import pytest

from footy.goals.clips.batch import LostPosts, NoResult, judged_batch, lost_posts, posts_to_place
from footy.goals.model.clips import ClipResult, FetchedClip, UploadSignal, Verdict
from footy.goals.model.ids import batch_of
from tests.support.clips import fetched, verdict
from tests.support.goals import goal


def signal(*verdicts: Verdict) -> UploadSignal:
    return {
        "event_id": "7_40_9_Goal_1",
        "download_id": "download1-7_40_9_Goal_1",
        "verdicts": list(verdicts),
        "posts": [],
        "last": True,
    }


def result(*clips: FetchedClip, **outcomes: int) -> dict[str, ClipResult | NoResult]:
    by_post: dict[str, ClipResult | NoResult] = {
        clip["tweet_id"]: {"tweet_id": clip["tweet_id"], "clip": clip, "outcome": "fetched"} for clip in clips
    }
    for outcome, times in outcomes.items():
        for n in range(times):
            post = f"{outcome}-{n}"
            by_post[post] = {"tweet_id": post, "clip": None, "outcome": outcome}
    return by_post


def test_only_accepted_clips_may_be_published() -> None:
    a, b = fetched("a"), fetched("b")
    batch = judged_batch(signal(verdict(a), verdict(b, outcome="not_football")), result(a, b))
    assert batch.accepted() == [(a, verdict(a))]


def test_a_clip_without_a_verdict_is_tried_again() -> None:
    a = fetched("a")
    batch = judged_batch(signal(), result(a))
    assert batch.accepted() == []
    assert batch.outcomes({}) == {"unchecked": 1}
    assert batch.released == ["a"]


def test_every_clip_is_counted_once_from_fetch_to_placement() -> None:
    a, b, c = fetched("a"), fetched("b"), fetched("c")
    verdicts = [verdict(a), verdict(b, outcome="wrong_minute"), verdict(c, outcome="unchecked")]
    batch = judged_batch(signal(*verdicts), result(a, b, c, deleted=2))
    assert batch.outcomes({"new": 1}) == {"deleted": 2, "wrong_minute": 1, "unchecked": 1, "new": 1}


@pytest.mark.parametrize("want", ["unchecked", "not_fetched"])
def test_unfetched_and_undecoded_clips_are_tried_again(want: str) -> None:
    a = fetched("a")
    batch = judged_batch(signal(verdict(a)), result(a, **{want: 2}, deleted=1))
    assert batch.accepted() == [(a, verdict(a))]
    assert batch.outcomes({"new": 1}) == {want: 2, "deleted": 1, "new": 1}
    assert batch.released == [f"{want}-0", f"{want}-1"]


def test_what_nobody_was_free_to_fetch_is_no_want_of_the_decoder() -> None:
    actual = lost_posts(signal(), result(fetched("a"), not_fetched=1, unchecked=1, deleted=1) | {"1": "fetch_failed"})
    assert actual == LostPosts(unfetched=["not_fetched-0", "1"], out_of_resources=["unchecked-0"], unchecked=["a"])


def test_unusable_clips_are_counted_and_tried_again() -> None:
    a, b = fetched("a"), fetched("b")
    batch = judged_batch(signal(verdict(a), verdict(b)), result(a, b, file_missing=1))
    remaining = batch.without({a["md5"]: "file_missing"})
    assert remaining.accepted() == [(b, verdict(b))]
    assert remaining.outcomes({"new": 1}) == {"file_missing": 2, "new": 1}
    assert remaining.released == ["a"]


@pytest.mark.parametrize(
    ("finished", "placed_posts", "last", "remaining"),
    [
        (False, [], True, ["a", "b"]),
        (False, ["a"], True, ["b"]),
        (False, ["a", "b"], True, []),
        (False, ["a", "b"], False, None),
        (True, [], True, None),
    ],
)
def test_posts_are_placed_once_until_the_last_batch(
    *, finished: bool, placed_posts: list[str], last: bool, remaining: list[str] | None
) -> None:
    batch_signal: UploadSignal = {**signal(verdict(fetched("b"))), "posts": ["a"], "last": last}
    download = batch_signal["download_id"]
    event = goal(
        _finished_downloads=[download] if finished else [],
        _finished_clips=[batch_of(download, post) for post in placed_posts],
    )
    assert posts_to_place(batch_signal, event) == remaining
