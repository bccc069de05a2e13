"""What else the frames of a clip are compared by."""

import numpy as np
import pytest
from PIL import Image

from fetcher import views as viewing
from fetcher.hashing import Gray, bits, grid
from fetcher.views import views
from tests.unit.containers.making import panning

FRAMES = 16


def film(width: int = 320, height: int = 180) -> list[Gray]:
    return [np.ascontiguousarray(picture[:, :, 1]) for picture in panning(3, width, height, FRAMES)]


def barred(frames: list[Gray], top: int, left: int, ground: int = 0) -> list[Gray]:
    return [np.pad(frame, ((top, top), (left, left)), constant_values=ground) for frame in frames]


def small(frame: Gray) -> Gray:
    return viewing.small(Image.fromarray(frame))


def hashes(frames: list[Gray]) -> list[int]:
    return [bits(grid(Image.fromarray(small(frame)))) for frame in frames]


def apart(ours: list[int], theirs: list[int]) -> float:
    return sum((a ^ b).bit_count() for a, b in zip(ours, theirs, strict=True)) / len(ours)


def test_a_picture_that_fills_its_frame_has_no_border_view() -> None:
    assert views([small(frame) for frame in film()]).keys() == {"crop", "mirror"}


@pytest.mark.parametrize(("top", "left", "ground"), [(30, 0, 0), (0, 70, 0), (40, 60, 0), (30, 0, 200), (0, 70, 90)])
def test_still_borders_of_any_colour_are_left_out(top: int, left: int, ground: int) -> None:
    seen = views([small(frame) for frame in barred(film(), top, left, ground)])
    assert apart(seen["border"], hashes(film())) < 4
    assert apart(hashes(barred(film(), top, left, ground)), hashes(film())) > 10


def test_a_caption_on_a_border_does_not_make_it_picture() -> None:
    frames = barred(film(), 30, 0)
    for n, frame in enumerate(frames):
        frame[5:20, 100:116] = 250 * (n % 2)
    assert apart(views([small(frame) for frame in frames])["border"], hashes(film())) < 4


def test_a_still_clip_has_no_borders() -> None:
    assert "border" not in views([small(film()[0])] * FRAMES)


def test_the_mirror_view_is_the_hash_of_the_mirrored_picture() -> None:
    turned = [np.ascontiguousarray(frame[:, ::-1]) for frame in film()]
    assert apart(views([small(frame) for frame in film()])["mirror"], hashes(turned)) < 1


def test_the_mirror_and_the_crop_are_of_the_picture_without_its_borders() -> None:
    bare, boxed = (views([small(frame) for frame in frames]) for frames in (film(), barred(film(), 30, 0)))
    assert apart(bare["mirror"], boxed["mirror"]) < 4
    assert apart(bare["crop"], boxed["crop"]) < 4


def test_the_crop_view_is_the_hash_of_the_middle() -> None:
    closer = [np.ascontiguousarray(frame[14:166, 24:296]) for frame in film()]
    assert apart(views([small(frame) for frame in film()])["crop"], hashes(closer)) < 2
