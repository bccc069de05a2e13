"""Filters for fetched files (D4)."""

import pytest

from footy.goals.clips.filters import Shape, refusal
from footy.goals.settings import Rules, Settings


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape(12, 1280, 720), None),
        (Shape(3, 1280, 720), None),
        (Shape(60, 1280, 720), None),
        (Shape(2.99, 1280, 720), "too_short"),
        (Shape(60.01, 1280, 720), "too_long"),
        (Shape(12, 720, 1280), "not_landscape"),
        (Shape(12, 720, 720), "not_landscape"),
        (Shape(12, 640, 480), None),
        (Shape(12, 320, 180), None),
    ],
)
def test_filters_by_default(shape: Shape, expected: str | None) -> None:
    assert refusal(shape, Rules()) == expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape(12, 1280, 720), None),
        (Shape(12, 640, 480), "not_landscape"),
        (Shape(12, 1280, 600), "not_landscape"),
        (Shape(12, 640, 360), "too_small"),
        (Shape(12, 1920, 1080), None),
        (Shape(12, 1066, 600), None),
        (Shape(12, 1048, 600), "not_landscape"),
    ],
)
def test_filters_strictly(shape: Shape, expected: str | None) -> None:
    strict = Settings.read({"FOOTY_CLIP_PROFILE": "strict"}).rules
    assert refusal(shape, strict) == expected
