"""Grass and frames."""

import cv2
import numpy as np
import pytest

from eyes.pixels import Picture, bezel, grass

LAWN = (60, 140, 60)


def room(
    *, wall: int = 45, corners: tuple[tuple[int, int], ...] = ((90, 60), (560, 40), (570, 320), (80, 330))
) -> Picture:
    """A bright screen with a black edge, on a wall."""
    picture = np.full((360, 640, 3), wall, np.uint8)
    outline = np.array(corners, np.int32)
    cv2.fillPoly(picture, [outline], LAWN)
    cv2.polylines(picture, [outline], isClosed=True, color=(5, 5, 5), thickness=20)
    return picture


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_measures_how_much_is_grass(share: float) -> None:
    picture = np.full((360, 640, 3), (40, 60, 200), np.uint8)
    picture[: round(360 * share)] = LAWN
    assert grass(picture) == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize("wall", [45, 120, 220])
def test_sees_a_screen_in_a_room(wall: int) -> None:
    assert bezel(room(wall=wall))


@pytest.mark.parametrize(
    "picture",
    [
        np.full((360, 640, 3), LAWN, np.uint8),
        np.zeros((360, 640, 3), np.uint8),
        room(corners=((270, 130), (370, 130), (370, 230), (270, 230))),
        room(corners=((320, 20), (600, 340), (40, 340))),
    ],
    ids=["a lawn", "darkness", "too small", "a triangle"],
)
def test_sees_no_screen_where_none_is(picture: Picture) -> None:
    assert not bezel(picture)


def test_bars_above_and_below_are_no_frame() -> None:
    picture = np.full((360, 640, 3), LAWN, np.uint8)
    picture[:45] = picture[315:] = 0
    assert not bezel(picture)
