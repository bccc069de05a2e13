"""Match windows and demand."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.capacity.calendar import Demand, MatchWindow, is_open, windows
from footy.goals.settings import Rules

RULES = Rules()
SATURDAY = datetime(2026, 11, 21, tzinfo=UTC)
NOTHING = Demand(goals=0, playing=0, active_fixtures=0)
KICKOFFS = st.lists(st.integers(0, 3 * 24 * 60).map(lambda minute: SATURDAY + timedelta(minutes=minute)), max_size=12)


def at(clock: str) -> datetime:
    hours, minutes = clock.split(":")
    return SATURDAY + timedelta(hours=int(hours), minutes=int(minutes))


def clocks(*kickoffs: str) -> list[str]:
    return [f"{one.opens:%H:%M}-{one.closes:%H:%M}" for one in windows(map(at, kickoffs), RULES)]


@pytest.mark.parametrize(
    ("kickoffs", "expected_windows"),
    [
        ([], []),
        (["15:00"], ["14:45-17:30"]),
        (["15:00", "15:00"], ["14:45-17:30"]),
        (["17:30", "12:30", "15:00"], ["12:15-20:00"]),
        # the last goal's search ends in the minute in which the next window would open
        (["12:30", "15:15"], ["12:15-17:45"]),
        (["12:30", "15:16"], ["12:15-15:00", "15:01-17:46"]),
    ],
)
def test_windows_open_before_kick_off_and_merge(kickoffs: list[str], expected_windows: list[str]) -> None:
    assert clocks(*kickoffs) == expected_windows


@pytest.mark.parametrize(
    ("clock", "demand", "expected"),
    [
        ("14:44", Demand(0, 0, 1), False),
        ("14:45", Demand(0, 0, 1), True),
        ("17:29", Demand(0, 0, 1), True),
        ("17:30", Demand(0, 0, 1), False),
        # all have ended, or were called off
        ("16:00", NOTHING, False),
        # extra time, a late goal's search, a match whose kick-off was moved
        ("17:45", Demand(0, 1, 1), True),
        ("17:45", Demand(1, 0, 0), True),
        ("11:00", Demand(0, 1, 1), True),
    ],
)
def test_play_and_goals_prolong_a_window_and_an_end_cuts_it(clock: str, demand: Demand, *, expected: bool) -> None:
    assert is_open([MatchWindow(at("14:45"), at("17:30"))], demand, at(clock)) is expected


@given(KICKOFFS)
def test_every_kick_off_is_covered_and_no_two_windows_touch(kickoffs: list[datetime]) -> None:
    calendar = windows(kickoffs, RULES)
    for kickoff in kickoffs:
        own = windows([kickoff], RULES)[0]
        assert sum(one.opens <= own.opens and own.closes <= one.closes for one in calendar) == 1
    assert all(one.closes < later.opens for one, later in itertools.pairwise(calendar))
