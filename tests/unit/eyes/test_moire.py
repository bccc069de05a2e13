"""The pixels of a screen, told from what is striped in a picture anyway."""

import cv2
import numpy as np
import pytest

from eyes.moire import moire
from eyes.pixels import Picture
from eyes.verdict import MOIRE

ROWS, COLUMNS = np.mgrid[0:720, 0:1280].astype(np.float32)


def scene(seed: int = 1) -> Picture:
    """Noise of the size of crowds and grass."""
    coarse = np.random.default_rng(seed).integers(40, 200, (90, 160, 3)).astype(np.float32)
    return np.asarray(np.clip(cv2.resize(coarse, (1280, 720), interpolation=cv2.INTER_CUBIC), 0, 255), np.uint8)


def waved(picture: Picture, angle: float, length: float, strength: float = 0.06) -> Picture:
    waves = np.sin(2 * np.pi * (np.cos(angle) * COLUMNS + np.sin(angle) * ROWS) / length)
    return np.asarray(np.clip(picture * (1 + strength * waves[..., None]), 0, 255), np.uint8)


@pytest.mark.parametrize("seed", range(3))
def test_a_scene_has_none(seed: int) -> None:
    assert moire(scene(seed)) < MOIRE


@pytest.mark.parametrize(("angle", "length"), [(0.5, 4), (0.9, 6), (1.2, 8)])
def test_moire_is_slanting_waves_all_over_the_picture(angle: float, length: float) -> None:
    assert moire(waved(scene(), angle, length)) > MOIRE


def test_rows_of_seats_and_boards_are_not() -> None:
    assert moire(waved(scene(), 0.0, 6)) < MOIRE
    assert moire(waved(scene(), np.pi / 2, 6)) < MOIRE


def test_a_net_in_one_part_of_the_picture_is_not() -> None:
    picture = scene()
    picture[:300, :500] = waved(picture, 0.7, 5)[:300, :500]
    assert moire(picture) < MOIRE


def test_a_picture_too_small_to_tell_has_none() -> None:
    assert moire(scene()[:200]) == 0
