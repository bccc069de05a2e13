"""Static background of a clip."""

import cv2
import numpy as np
import pytest

from eyes.pixels import Picture
from eyes.static_background import background, is_static

WIDE = 900


def studio(seed: int) -> Picture:
    """A wall with lamps and pictures, wider than the camera sees."""
    coarse = np.random.default_rng(seed).integers(20, 230, (9, 25, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (WIDE, 360), interpolation=cv2.INTER_CUBIC).clip(0, 255), np.uint8)


def photograph(wall: Picture, *, offset: int = 0, person: int = 200, light: float = 1.0) -> Picture:
    """Draw a person in front of a wall, and a scoreboard above."""
    picture = wall[:, offset : offset + 640].copy()
    cv2.ellipse(picture, (person, 300), (110, 160), 0, 0, 360, (40, 60, 160), -1)
    picture = np.asarray(picture * light, np.uint8)
    cv2.rectangle(picture, (20, 20), (300, 50), (240, 240, 240), -1)
    return picture


def stand(first: Picture, second: Picture) -> bool:
    one, other = background(first), background(second)
    assert is_static(one, other) == is_static(other, one)
    return is_static(one, other)


@pytest.mark.parametrize("person", [200, 230, 320])
@pytest.mark.parametrize("light", [1.0, 0.8])
def test_people_move_before_a_studio_that_stands(person: int, light: float) -> None:
    wall = studio(1)
    assert stand(photograph(wall), photograph(wall, person=person, light=light))


@pytest.mark.parametrize("offset", [60, 150])
def test_behind_somebody_whom_a_camera_follows_nothing_stands(offset: int) -> None:
    assert not stand(photograph(studio(1)), photograph(studio(1), offset=offset))


def test_after_a_cut_nothing_stands() -> None:
    assert not stand(photograph(studio(1)), photograph(studio(2)))
