"""Weak signs, and what they are enough for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyes.scoreboard import Scoreboard
from eyes.verdict import FrameMeasures, screen, screen_strength, soccer

CLOCK = Scoreboard("67:23", score=0.99)
BOARD = Scoreboard("67:23", score=0.99, result="ARS 2-1 CHE", in_company=True)
BASKETBALL = Scoreboard("07:23", score=0.99, result="LAL 88-92 BOS", in_company=True)
NO_SIDES = Scoreboard("67:23", score=0.99, result="2-1", in_company=True)
SHARE = st.floats(0, 1)


def signs(
    *, grass: float = 0.0, sport: float = 0.0, monitor: float = 0.0, bezel: bool = False, moire: float = 0.0
) -> FrameMeasures:
    return FrameMeasures(grass, sport, monitor, bezel, moire)


@pytest.mark.parametrize(
    ("measures", "board", "football"),
    [
        (signs(grass=0.6, sport=0.3), Scoreboard(), True),
        (signs(grass=0.15, sport=0.4), Scoreboard(), True),
        (signs(grass=0.6, sport=0.02), CLOCK, True),
        (signs(grass=0.6, sport=0.02), Scoreboard(), False),
        (signs(grass=0.02, sport=0.9), CLOCK, False),
        (signs(grass=0.05), CLOCK, False),
        # a close-up: no grass, but the whole scoreboard
        (signs(), BOARD, True),
        (signs(sport=0.02), BOARD, True),
        (signs(), BASKETBALL, False),
        (signs(), NO_SIDES, False),
        (signs(), Scoreboard(), False),
    ],
)
def test_football_needs_grass_and_a_sign_or_a_whole_scoreboard(
    measures: FrameMeasures,
    board: Scoreboard,
    football: bool,  # noqa: FBT001
) -> None:
    assert soccer(measures, board).yes is football


def test_scoreboard_over_a_static_background_is_no_football() -> None:
    assert not soccer(signs(), BOARD, is_static=True).yes
    assert soccer(signs(grass=0.6), BOARD, is_static=True).yes
    assert soccer(signs(grass=0.6, sport=0.3), Scoreboard(), is_static=True).yes


@pytest.mark.parametrize(
    ("measures", "filmed"),
    [
        (signs(monitor=0.7), True),
        (signs(monitor=0.15, bezel=True), True),
        (signs(monitor=0.45), False),
        (signs(monitor=0.02, bezel=True), False),
        (signs(monitor=0.05, moire=30), True),
        (signs(monitor=0.05, moire=5), False),
        (signs(monitor=0.01, moire=90), False),
    ],
)
def test_screen_needs_its_class_a_black_frame_or_moire(measures: FrameMeasures, filmed: bool) -> None:  # noqa: FBT001
    assert screen([screen_strength(measures)]).yes is filmed


@pytest.mark.parametrize(
    ("looks", "filmed"),
    [([1.2, 0.9], True), ([1.2, 0.4], False), ([0.9, 0.9], False), ([2.5, 0.2], True), ([1.0, 1.0, 1.0], True)],
)
def test_the_frames_of_a_clip_decide_together(looks: list[float], filmed: bool) -> None:  # noqa: FBT001
    assert screen(looks).yes is filmed


@given(st.builds(FrameMeasures, SHARE, SHARE, SHARE, st.booleans()), st.sampled_from([CLOCK, Scoreboard()]))
def test_an_answer_is_surer_the_further_it_is_from_the_fence(measures: FrameMeasures, board: Scoreboard) -> None:
    for judgement in (soccer(measures, board), screen([screen_strength(measures)])):
        assert 0.5 <= judgement.confidence <= 1
    assert not soccer(measures, Scoreboard()).yes or soccer(measures, CLOCK).yes
