"""Loop of a goal's search, choice of posts and files (S3, S4, S9, S15, D3)."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.search.loop import (
    LoopState,
    Step,
    attempt_record,
    choose,
    next_step,
    resume_state,
    seconds_to_register,
    seconds_to_wait,
)
from footy.goals.search.posts import FoundVideo, Variant, best_variant, is_complete_id
from footy.goals.settings import Rules
from tests.support.searches import NOON, after, attempt, goal, tweet_id, video

RULES = Rules()
EARLIEST = NOON - timedelta(minutes=3)


def picked(videos: list[FoundVideo], seen_ids: frozenset[str] = frozenset(), **rules: Any) -> list[str]:
    return [post.tweet_id for post in choose(videos, seen_ids, posted_after=EARLIEST, rules=Rules(**rules)).chosen]


def telemetry_of(*numbers: int, at: float = -600) -> dict[str, Any]:
    return {"opened_at": NOON, "attempts": [attempt(n, at=after(at)) for n in numbers]}


def step(last: LoopState, *, registered: Any = (), seconds: float = 0, **event: Any) -> Step:
    numbers = range(1, registered + 1) if isinstance(registered, int) else registered
    downloads = [f"download{n}-x" for n in numbers]
    return next_step(goal(_download_workflows=downloads, **event), last, after(seconds), RULES)


@pytest.mark.parametrize(
    ("registered", "last", "expected"),
    [
        pytest.param(0, LoopState(0, 0), Step("search", 1, 1), id="the first attempt"),
        pytest.param(3, LoopState(3, 3), Step("search", 4, 4), id="the next attempt"),
        pytest.param(9, LoopState(12, 12), Step("search", 13, 13), id="downloads are missing because searches failed"),
        pytest.param(10, LoopState(10, 10), Step("settle", 10), id="ten downloads are enough"),
        pytest.param(11, LoopState(12, 12), Step("settle", 12), id="more than ten are enough too"),
        pytest.param(9, LoopState(15, 15), Step("settle", 15), id="fifteen attempts are the most"),
        pytest.param(0, LoopState(15, 0), Step("settle", 15), id="even if all of them failed"),
    ],
)
def test_the_loop_ends_after_ten_downloads_or_fifteen_attempts(
    registered: int, last: LoopState, expected: Step
) -> None:
    assert step(last, registered=registered) == expected


def test_a_closed_goal_is_not_searched() -> None:
    assert step(LoopState(4, 4), _download_complete=True) == Step("settle", 4)


def test_no_search_after_the_deadline() -> None:
    late = {"_monitor_complete": True, "_telemetry": {"opened_at": NOON}}
    assert step(LoopState(4, 4), seconds=30 * 60 - 1, **late).action == "search"
    assert step(LoopState(4, 4), seconds=30 * 60, **late) == Step("settle", 4)


def test_a_failed_start_is_repeated_before_a_search() -> None:
    assert step(LoopState(4, 3), registered=3, _telemetry=telemetry_of(1, 2, 3, 4)) == Step("order", 5, 4)


def test_a_registered_download_is_not_started_again() -> None:
    assert step(LoopState(4, 3), registered=4, _telemetry=telemetry_of(1, 2, 3, 4)) == Step("search", 5, 5)


def test_failed_starts_use_up_attempts() -> None:
    assert step(LoopState(14, 3), registered=3, _telemetry=telemetry_of(1, 2, 3, 4)) == Step("order", 15, 4)
    assert step(LoopState(15, 3), registered=3, _telemetry=telemetry_of(1, 2, 3, 4)) == Step("settle", 15)


def test_the_loop_waits_for_the_tenth_registration() -> None:
    ten = {"registered": 9, "_telemetry": telemetry_of(*range(1, 11), at=0)}
    assert step(LoopState(10, 10), seconds=60, **ten) == Step("wait", 10)
    assert step(LoopState(10, 10), seconds=180, **ten) == Step("search", 11, 11)


def test_the_wait_ends_when_registration_is_due() -> None:
    event = goal(_telemetry=telemetry_of(1, 2, at=0))
    assert seconds_to_register(event, after(70), RULES) == 60
    assert seconds_to_register(event, after(130.5), RULES) == 50
    assert seconds_to_register(event, after(179), RULES) == 10


def test_downloads_of_an_earlier_goal_id_count() -> None:
    event = goal(_download_workflows=["download4-979139_26_1_Goal_1"], _telemetry=telemetry_of(4))
    assert next_step(event, LoopState(4, 3), NOON, RULES) == Step("search", 5, 5)


def test_a_restart_resumes_after_the_last_attempt() -> None:
    failed = [{"n": 5, "at": NOON, "query": "", "seconds": 1.0, "error": "RateLimited"}]
    assert resume_state(goal()) == LoopState(0, 0)
    assert resume_state(goal(_telemetry=telemetry_of(1, 4), _download_workflows=["download4-x"])) == LoopState(4, 4)
    both = {**telemetry_of(4), "failed_searches": failed}
    assert resume_state(goal(_telemetry=both, _download_workflows=["download4-x"])) == LoopState(5, 4)


def test_a_restart_repeats_an_unregistered_download() -> None:
    stopped = resume_state(goal(_telemetry=telemetry_of(1, 2), _download_workflows=["download1-x"]))
    assert stopped == LoopState(2, 1)
    assert step(stopped, registered=1, _telemetry=telemetry_of(1, 2)) == Step("order", 3, 2)


def test_a_download_that_ended_is_not_repeated() -> None:
    ended: dict[str, Any] = {"_telemetry": telemetry_of(1, 2), "_finished_downloads": ["download1-x", "download2-x"]}
    stopped = resume_state(goal(**ended, _download_workflows=["download1-x"]))
    assert stopped == LoopState(2, 2)
    assert step(stopped, registered=1, **ended) == Step("search", 3, 3)


def test_the_record_of_an_attempt_is_found_by_its_number() -> None:
    assert attempt_record(goal(_telemetry=telemetry_of(3, 4)), 4)["n"] == 4


def test_the_five_longest_new_videos_are_chosen() -> None:
    videos = [video(n, seconds) for n, seconds in enumerate([12, 58, 31, 7, 44, 25, 19])]
    assert picked(videos) == [tweet_id(n) for n in (1, 4, 2, 5, 6)]


def test_what_an_earlier_attempt_chose_is_not_new() -> None:
    videos = [video(1, 50), video(2, 40)]
    choice = choose(videos, frozenset([tweet_id(1)]), posted_after=EARLIEST, rules=RULES)
    assert [post.tweet_id for post in choice.new] == [tweet_id(2)]
    assert choice.chosen == choice.new


def test_lengths_that_the_filters_refuse_take_no_place() -> None:
    videos = [video(1, 600), video(2, 61), video(3, 60), video(4, 3), video(5, 2.9)]
    choice = choose(videos, frozenset(), posted_after=EARLIEST, rules=RULES)
    assert [post.tweet_id for post in choice.chosen] == [tweet_id(3), tweet_id(4)]
    assert len(choice.new) == 5


def test_unknown_lengths_come_after_known_ones() -> None:
    assert picked([video(1, None), video(2, 5)]) == [tweet_id(2), tweet_id(1)]


def test_posts_older_than_asked_for_are_left_out() -> None:
    videos = [
        video(1, posted_at=EARLIEST),
        video(2, posted_at=EARLIEST - timedelta(seconds=1)),
        video(3, posted_at=None),
    ]
    assert picked(videos) == [tweet_id(1), tweet_id(3)]


@given(st.permutations(range(9)), st.integers(min_value=0, max_value=9))
def test_the_choice_does_not_depend_on_the_order_of_the_answer(order: list[int], most: int) -> None:
    videos = [video(n, seconds) for n, seconds in enumerate([20, 20, 20, 40, None, None, 7, 59, 3])]
    shuffled = [videos[n] for n in order]
    assert picked(shuffled, clips_per_attempt=most) == picked(videos, clips_per_attempt=most)
    assert len(picked(shuffled, clips_per_attempt=most)) == most


@pytest.mark.parametrize(
    ("elapsed", "expected"), [(0, 60), (2, 58), (2.4, 58), (49, 11), (50, 10), (59, 10), (60, 10), (300, 10)]
)
def test_attempts_start_a_minute_apart_and_rest_ten_seconds(elapsed: float, expected: int) -> None:
    assert seconds_to_wait(NOON, after(elapsed), RULES) == expected


@pytest.mark.parametrize(
    ("heights", "expected"),
    [
        pytest.param([360, 720, 1080], 1080, id="the best"),
        pytest.param([720, 1080, 2160], 1080, id="not above 1080p"),
        pytest.param([2160], None, id="none that fits"),
        pytest.param([], None, id="none at all"),
    ],
)
def test_the_best_file_up_to_1080p(heights: list[int], expected: int | None) -> None:
    variants = tuple(Variant(f"{height}", height * 1000, height * 16 // 9, height) for height in heights)
    best = best_variant(variants, RULES.clip_max_height)
    assert (best.height if best else None) == expected


def test_upright_videos_count_by_their_short_edge() -> None:
    upright, unmeasured = Variant("upright", 5, 1080, 1920), Variant("unmeasured", 4)
    assert best_variant((upright, unmeasured), 1080) == upright
    assert best_variant((unmeasured,), 1080) == unmeasured


def test_a_file_in_hevc_is_taken_only_where_there_is_no_other() -> None:
    folder = "https://video.twimg.com/amplify_video/1/vid"
    hevc, avc = Variant(f"{folder}/hevc/1920x1080/a.mp4", 9), Variant(f"{folder}/avc1/1280x720/a.mp4?tag=14", 2)
    assert best_variant((hevc, avc), 1080) == avc
    assert best_variant((hevc,), 1080) == hevc


@pytest.mark.parametrize(
    ("identity", "complete"),
    [
        ("1604500000000000001", True),
        ("160450000000000001", True),
        ("16045000000000000", False),
        ("", False),
        ("16045000000000000x1", False),
        ("١٦٠٤٥٠٠٠٠٠٠٠٠٠٠٠٠٠١", False),
    ],
)
def test_ids_of_less_than_eighteen_digits_were_cut_off(identity: str, *, complete: bool) -> None:
    assert is_complete_id(identity, RULES.tweet_id_digits) is complete
