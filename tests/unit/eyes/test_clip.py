"""The pictures of one clip are judged together."""

import cv2
import numpy as np

from eyes.clip import FrameFindings, answers_for_clip
from eyes.scoreboard import Scoreboard
from eyes.static_background import Gray
from eyes.verdict import FrameMeasures

BOARD = Scoreboard("67:23", score=0.99, result="ARS 2-1 CHE", in_company=True)


def behind(seed: int) -> Gray:
    coarse = np.random.default_rng(seed).integers(20, 230, (9, 16)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, (320, 180), interpolation=cv2.INTER_LINEAR), np.uint8)


def sight(background: int, *, grass: float = 0.0, monitor: float = 0.0) -> FrameFindings:
    return FrameFindings(FrameMeasures(grass, 0.0, monitor, bezel=False), BOARD, behind(background))


def football(*sights: FrameFindings) -> list[bool]:
    return [answer.soccer for answer in answers_for_clip(sights)]


def test_studio_next_to_a_scoreboard_is_no_football() -> None:
    assert football(sight(1), sight(1)) == [False, False]
    assert football(sight(1), sight(1), sight(1)) == [False] * 3


def test_a_close_up_is_football_for_its_board() -> None:
    assert football(sight(1), sight(2)) == [True, True]
    assert football(sight(1), sight(1), sight(2)) == [True] * 3


def test_a_free_kick_before_a_camera_that_stands_is_on_grass() -> None:
    assert football(sight(1, grass=0.6), sight(1, grass=0.6)) == [True, True]


def test_screen_is_judged_for_the_whole_clip() -> None:
    assert [answer.screen for answer in answers_for_clip([sight(1, monitor=0.6), sight(2, monitor=0.45)])] == [
        True,
        True,
    ]
    assert [answer.screen for answer in answers_for_clip([sight(1, monitor=0.6), sight(2, monitor=0.2)])] == [
        False,
        False,
    ]
