"""Weak signs, and what they are enough for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyes.judgement import Signs, screen, soccer
from eyes.scoreboard import Scoreboard

CLOCK = Scoreboard("67:23", score=0.99)
SHARE = st.floats(0, 1)


def signs(*, grass: float = 0.0, sport: float = 0.0, monitor: float = 0.0, bezel: bool = False) -> Signs:
    return Signs(grass, sport, monitor, bezel)


@pytest.mark.parametrize(
    ("seen", "board", "football"),
    [
        (signs(grass=0.6, sport=0.3), Scoreboard(), True),
        (signs(grass=0.15, sport=0.4), Scoreboard(), True),
        (signs(grass=0.6, sport=0.02), CLOCK, True),
        (signs(grass=0.6, sport=0.02), Scoreboard(), False),
        (signs(grass=0.02, sport=0.9), CLOCK, False),
        (signs(grass=0.05), CLOCK, False),
        (signs(), Scoreboard(), False),
    ],
)
def test_football_needs_grass_and_one_sign_more(seen: Signs, board: Scoreboard, football: bool) -> None:  # noqa: FBT001
    assert soccer(seen, board).yes is football


@pytest.mark.parametrize(
    ("seen", "filmed"),
    [
        (signs(monitor=0.7), True),
        (signs(monitor=0.15, bezel=True), True),
        (signs(monitor=0.45), False),
        (signs(monitor=0.02, bezel=True), False),
    ],
)
def test_a_screen_looks_like_one_or_has_a_black_frame_too(seen: Signs, filmed: bool) -> None:  # noqa: FBT001
    assert screen(seen).yes is filmed


@given(st.builds(Signs, SHARE, SHARE, SHARE, st.booleans()), st.sampled_from([CLOCK, Scoreboard()]))
def test_an_answer_is_surer_the_further_it_is_from_the_fence(seen: Signs, board: Scoreboard) -> None:
    for judgement in (soccer(seen, board), screen(seen)):
        assert 0.5 <= judgement.confidence <= 1
    assert not soccer(seen, Scoreboard()).yes or soccer(seen, CLOCK).yes


@given(SHARE, SHARE)
def test_whatever_is_football_was_worth_reading(grass: float, sport: float) -> None:
    seen = signs(grass=grass, sport=sport)
    assert seen.maybe_football or not soccer(seen, CLOCK).yes
