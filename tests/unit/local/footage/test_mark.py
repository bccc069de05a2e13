import cv2
import numpy as np
import pytest

from local.footage import mark
from local.footage.mark import FrameMark, Picture


def a_frame(answer: FrameMark, width: int = 640, height: int = 360) -> Picture:
    """A noisy picture with a mark in its corner."""
    picture = np.random.default_rng(answer.clip).integers(0, 256, (height, width, 3), np.uint8)
    code = mark.blocks(answer, width)
    picture[height - code.shape[0] :, : code.shape[1]] = code[..., None]
    return picture


def jpeg(picture: Picture, quality: int) -> Picture:
    _, written = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))
    return np.asarray(cv2.imdecode(written, cv2.IMREAD_COLOR), np.uint8)


MARKS = [
    FrameMark(0, 0, filmed=False),
    FrameMark(65535, 255, filmed=True),
    FrameMark(4711, 12, filmed=False),
    FrameMark(271, 59, filmed=True),
]


@pytest.mark.parametrize("answer", MARKS)
@pytest.mark.parametrize("size", [(640, 360), (480, 270), (360, 640), (320, 180), (1280, 720)])
def test_mark_survives_a_poor_jpeg(answer: FrameMark, size: tuple[int, int]) -> None:
    assert mark.read(jpeg(a_frame(answer, *size), 70)) == answer


@pytest.mark.parametrize("width", [1280, 480, 427, 320])
def test_mark_survives_scaling(width: int) -> None:
    scaled = cv2.resize(a_frame(MARKS[2]), (width, width * 9 // 16), interpolation=cv2.INTER_AREA)
    assert mark.read(jpeg(np.asarray(scaled, np.uint8), 80)) == MARKS[2]


def test_mark_is_read_from_grey_as_from_colour() -> None:
    grey = cv2.cvtColor(a_frame(MARKS[2]), cv2.COLOR_BGR2GRAY)
    assert mark.read(np.asarray(grey, np.uint8)) == MARKS[2]


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_picture_without_mark_has_no_content(shade: int) -> None:
    assert mark.read(np.full((360, 640, 3), shade, np.uint8)) is None


def test_noise_is_not_taken_for_a_mark() -> None:
    rng = np.random.default_rng(7)
    noise = rng.integers(0, 2, (400, 2, 20)).astype(np.uint8) * 255
    pictures = [np.zeros((360, 640), np.uint8) for _ in noise]
    for picture, blocks in zip(pictures, noise, strict=True):
        picture[344:, :160] = cv2.resize(blocks, (160, 16), interpolation=cv2.INTER_NEAREST)
    assert sum(mark.read(picture) is not None for picture in pictures) <= 1
