"""Ids of goals, downloads, executions and ticks (G2, S1, F12): formatted and parsed in one module."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.model import ids
from footy.goals.model.keys import PLACES, clip_in, clip_key, event_prefix, fixture_in, fixture_prefix, key_in

MD5 = "5d41402abc4b2a76b9719d911017c592"
FIXTURES = st.integers(1, 10**9)
KINDS = st.sampled_from(["Goal", "Card", "Penalty"])
PLAYERS = st.from_regex(r"[A-Za-z0-9-]{1,20}", fullmatch=True)
STEMS = st.builds(ids.goal_stem, FIXTURES, st.integers(1, 99_999), PLAYERS, KINDS)
MOMENTS = st.integers(0, 2**32).map(lambda second: datetime.fromtimestamp(second, UTC))
GOALS = st.builds(ids.goal_id, STEMS, st.integers(1, 40))


@given(FIXTURES, st.integers(1, 99_999), PLAYERS, KINDS, st.integers(1, 40))
def test_a_goal_says_its_fixture_its_stem_and_its_number(fixture: int, team: int, who: str, kind: str, n: int) -> None:
    stem = ids.goal_stem(fixture, team, who, kind)
    goal = ids.goal_id(stem, n)
    assert (ids.fixture_of(goal), ids.stem_of(goal), ids.number_of(goal)) == (fixture, stem, n)
    assert ids.is_goal(goal)


@given(GOALS, st.integers(1, 999), st.integers(0, 999))
def test_a_download_id_contains_goal_and_attempt(goal: str, attempt: int, restarts: int) -> None:
    download = ids.download_of(attempt, goal, restarts)
    assert (ids.goal_of(download), ids.attempt_of(download)) == (goal, attempt)


@given(GOALS, st.integers(1, 999), st.integers(0, 9), st.integers(1, 10**8))
def test_an_execution_says_which_download_it_fetches_again(goal: str, attempt: int, restarts: int, nth: int) -> None:
    download = ids.download_of(attempt, goal, restarts)
    assert ids.download_executed(download) == download
    assert ids.download_executed(ids.download_again(download, nth)) == download


@pytest.mark.parametrize("text", ["", "download", "download1-", "download1-unknown", "x1-979139_26_154_Goal_1"])
def test_what_is_no_download_has_no_goal(text: str) -> None:
    assert ids.goal_of(text) is None


@given(GOALS, st.integers(0, 99))
def test_no_two_executions_of_a_goal_have_one_name(goal: str, restarts: int) -> None:
    assert ids.execution_of(goal, restarts) != ids.execution_of(goal, restarts + 1)
    assert ids.execution_of(goal, 0) == f"goal-{goal}"


@given(MOMENTS, st.sampled_from([0, 30]))
def test_a_tick_says_when_it_was_due(scheduled: datetime, offset: int) -> None:
    due = ids.moment_of(ids.tick_of(scheduled, offset))
    assert timedelta(0) <= scheduled - due + timedelta(seconds=offset) < timedelta(minutes=1)
    assert due.second == offset


@given(GOALS)
def test_a_clip_lies_under_its_goal_under_its_fixture(goal: str) -> None:
    key = clip_key(goal, MD5, b"a")
    assert key.startswith(event_prefix(goal))
    assert event_prefix(goal).startswith(fixture_prefix(ids.fixture_of(goal)))
    assert fixture_in(key) == ids.fixture_of(goal)
    assert {clip_in(key_in(place, key)) for place in PLACES} == {key}


def test_the_key_of_a_clip_follows_from_its_content_and_the_secret_only() -> None:
    assert clip_key("7_40_9_Goal_1", MD5, b"a") == clip_key("7_40_9_Goal_1", MD5, b"a")
    assert clip_key("7_40_9_Goal_1", MD5, b"a") != clip_key("7_40_9_Goal_1", MD5, b"b")
    assert clip_key("7_40_9_Goal_1", MD5, b"a") == "7/7_40_9_Goal_1/1f2e43f89b4a16f1.mp4"
