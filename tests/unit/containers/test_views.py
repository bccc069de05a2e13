"""Hash views: letterbox, border, crop, mirror."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from fetcher import views as viewing
from fetcher.hashing import Gray, bits, grid
from fetcher.views import FLAT, SMALL, views
from tests.support.clip_files import panning, scenery

FRAMES = 16


def film(width: int = 320, height: int = 180) -> list[Gray]:
    return [np.ascontiguousarray(picture[:, :, 1]) for picture in panning(3, width, height, FRAMES)]


def barred(frames: list[Gray], top: int, left_edge: int, ground: int = 0) -> list[Gray]:
    return [np.pad(frame, ((top, top), (left_edge, left_edge)), constant_values=ground) for frame in frames]


def small(frame: Gray) -> Gray:
    return viewing.small(Image.fromarray(frame))


def hashes(frames: list[Gray]) -> list[int]:
    return [bits(grid(Image.fromarray(small(frame)))) for frame in frames]


def apart(ours: list[int], theirs: list[int]) -> float:
    return sum((a ^ b).bit_count() for a, b in zip(ours, theirs, strict=True)) / len(ours)


def test_a_picture_that_fills_its_frame_has_no_border_view() -> None:
    assert views([small(frame) for frame in film()]).keys() == {"crop", "mirror"}


@pytest.mark.parametrize(
    ("top", "left_edge", "ground"), [(30, 0, 0), (0, 70, 0), (40, 60, 0), (30, 0, 200), (0, 70, 90)]
)
def test_still_borders_of_any_colour_are_left_out(top: int, left_edge: int, ground: int) -> None:
    observed = views([small(frame) for frame in barred(film(), top, left_edge, ground)])
    assert apart(observed["border"], hashes(film())) < 4
    assert apart(hashes(barred(film(), top, left_edge, ground)), hashes(film())) > 10


def test_the_mirror_view_is_the_hash_of_the_mirrored_picture() -> None:
    turned = [np.ascontiguousarray(frame[:, ::-1]) for frame in film()]
    assert apart(views([small(frame) for frame in film()])["mirror"], hashes(turned)) < 1


def test_the_crop_view_is_the_hash_of_the_middle() -> None:
    closer = [np.ascontiguousarray(frame[14:166, 24:296]) for frame in film()]
    assert apart(views([small(frame) for frame in film()])["crop"], hashes(closer)) < 2


def standing() -> list[Gray]:
    """A free kick: one player runs across the middle, and nothing else moves."""
    frames = [scenery(5, 320, 180)[:, :, 1].copy() for _ in range(FRAMES)]
    for n, frame in enumerate(frames):
        frame[50:130, 80 + 9 * n : 96 + 9 * n] = 250
    return frames


def seen_of(frames: list[Gray]) -> dict[str, list[int]]:
    return views([small(frame) for frame in frames])


@pytest.mark.parametrize(
    ("top", "left_edge", "ground"), [(30, 0, 0), (0, 70, 0), (40, 60, 16), (30, 0, 235), (6, 0, 90), (0, 330, 0)]
)
def test_letterbox_is_found_with_a_static_camera(top: int, left_edge: int, ground: int) -> None:
    frames = barred(standing(), top, left_edge, ground)
    assert apart(seen_of(frames)["bars"], hashes(standing())) < 4


def test_what_stands_still_is_a_border_and_no_bar() -> None:
    assert "bars" not in seen_of(standing())
    assert apart(seen_of(barred(standing(), 30, 0))["border"], hashes(standing())) > 10


def test_a_backdrop_of_many_colours_is_a_border_and_no_bar() -> None:
    across = np.tile(np.linspace(40, 200, 320).astype(np.uint8), (240, 1))
    frames = [np.vstack((across[:30], frame, across[:30])) for frame in film()]
    assert seen_of(frames).keys() == {"border", "crop", "mirror"}


@pytest.mark.parametrize("pace", [0, 2])
def test_text_amid_a_bar_belongs_to_it(pace: int) -> None:
    frames = barred(standing(), 40, 0, 235)
    for n, frame in enumerate(frames):
        frame[10:28, 60 + pace * n : 180 + pace * n] = 20
    assert apart(seen_of(frames)["bars"], hashes(standing())) < 4


def test_half_dark_picture_is_no_letterbox_text() -> None:
    frames = standing()
    for frame in frames:
        frame[:60, :180] = 0
    assert apart(seen_of(barred(frames, 30, 0))["bars"], hashes(frames)) < 4


def test_plain_area_without_a_plain_edge_is_no_letterbox() -> None:
    frames = standing()
    for frame in frames:
        frame[:40] = 100
        frame[:4, :110] = 10
    assert "bars" not in seen_of(frames)


@pytest.mark.parametrize("top", [2, 400])
def test_a_line_is_no_bar_and_a_sliver_no_picture(top: int) -> None:
    assert "bars" not in seen_of(barred(standing(), top, 0))


def flat(*brightness: int) -> list[Gray]:
    return [np.full((180, 320), level, np.uint8) for level in brightness]


@pytest.mark.parametrize(
    "frames",
    [flat(0), flat(*[0] * FRAMES), flat(*[128] * FRAMES), flat(*range(0, 256, 16)), flat(0, 4, 2, 6, 8)],
    ids=["one black frame", "black", "grey", "a fade", "black that flickers"],
)
def test_what_is_flat_everywhere_is_neither_bar_nor_picture(frames: list[Gray]) -> None:
    assert seen_of(frames).keys() == {"crop", "mirror"}


across, down = (st.just(0) | st.integers(size // 32, size // 3 - 1) for size in SMALL)


@given(st.integers(0, 99), st.tuples(down, down), st.tuples(across, across), st.integers(0, 255), st.data())
def test_between_bars_lies_the_picture_to_the_line(
    seed: int, rows: tuple[int, int], columns: tuple[int, int], ground: int, data: st.DataObject
) -> None:
    rng = np.random.default_rng(seed)
    width, height = SMALL[0] - sum(columns), SMALL[1] - sum(rows)
    picture = rng.integers(0, 255, (height, width), np.uint8)
    flicker = data.draw(st.integers(0, FLAT // 2))
    bars = [np.clip(ground + rng.integers(-flicker, flicker + 1, SMALL[::-1]), 0, 255).astype(np.uint8) for _ in "123"]
    for frame in bars:
        frame[rows[0] : rows[0] + height, columns[0] : columns[0] + width] = picture
    expected = [bits(grid(Image.fromarray(picture)))] * 3 if any((*rows, *columns)) else None
    assert views(bars).get("bars") == expected
