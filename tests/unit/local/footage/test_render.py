from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import av
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageOps

from local.footage import mark
from local.footage.render import frames, render
from local.replay.broadcast import ScoreGraphic
from local.replay.posts import Rendering, ReplayClip, Scene, Variant
from local.replay.timeline import BroadcastClock

Pictures = NDArray[np.uint8]
SECONDS = 3.0
STEP = 6
STRANGERS, COPIES = 10, 4


def a_rendering(clip: str, *variants: Variant, scene: Scene = "match", size: tuple[int, int] = (640, 360)) -> Rendering:
    board = ScoreGraphic(
        home="RED",
        away="BLU",
        shirts=("#cc0000", "#0000cc"),
        before=(0, 0),
        after=(1, 0),
        goal_at=1,
        clock=BroadcastClock(600, 45),
        added=2,
        stoppage="sub_clock",
    )
    return Rendering(ReplayClip(clip, scene, 12, board), variants, 0, SECONDS, *size)


@cache
def decoded(rendering: Rendering) -> Pictures:
    """The file's frames, grey."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "clip.mp4"
        render(rendering, file)
        with av.open(str(file)) as container:
            return np.stack([frame.to_ndarray(format="gray") for frame in container.decode(video=0)])


def hashes(rendering: Rendering) -> list[int]:
    """Difference hashes of every sixth frame: about four per second."""
    return [_difference_hash(picture) for picture in decoded(rendering)[STEP::STEP]]


def _difference_hash(picture: Pictures) -> int:
    small = ImageOps.equalize(Image.fromarray(picture)).resize((9, 8), Image.Resampling.LANCZOS)
    levels = np.asarray(small, int)
    return int("".join(map(str, (levels[:, :-1] < levels[:, 1:]).astype(int).ravel())), 2)


def distances(one: Rendering, other: Rendering) -> list[int]:
    return [(a ^ b).bit_count() for a, b in zip(hashes(one), hashes(other), strict=True)]


def test_same_rendering_gives_the_same_pixels() -> None:
    first = decoded(a_rendering("goal"))
    decoded.cache_clear()
    assert np.array_equal(first, decoded(a_rendering("goal")))


def test_file_has_its_length_and_size() -> None:
    pictures = decoded(a_rendering("goal", "portrait", size=(360, 640)))
    assert pictures.shape == (SECONDS * 25, 640, 360)


@pytest.mark.parametrize("variants", [("reencoded",), ("watermark",), ("caption",)])
def test_copy_hashes_like_its_original(variants: tuple[Variant, ...]) -> None:
    assert np.mean(distances(a_rendering("goal"), a_rendering("goal", *variants))) <= COPIES


def test_smaller_copy_hashes_like_its_original() -> None:
    assert np.mean(distances(a_rendering("goal"), a_rendering("goal", "small", size=(480, 270)))) <= COPIES


def test_different_footage_hashes_far_apart() -> None:
    goals = [a_rendering(clip) for clip in ("goal", "goal-side", "other-goal", "panel-of-talkers")]
    for one, other in combinations(goals, 2):
        assert np.median(distances(one, other)) > STRANGERS


def test_picture_moves() -> None:
    own = hashes(a_rendering("goal"))
    assert len(set(own)) > len(own) / 2


def test_still_does_not() -> None:
    own = hashes(a_rendering("photo", scene="still"))
    assert max((a ^ b).bit_count() for a, b in combinations(own, 2)) <= COPIES


@pytest.mark.parametrize(
    ("scene", "variants", "size"),
    [
        ("match", (), (640, 360)),
        ("match", (), (320, 180)),
        ("match", ("reencoded",), (640, 360)),
        ("match", ("filmed",), (640, 360)),
        ("match", ("small", "watermark"), (480, 270)),
        ("match", ("portrait", "caption"), (360, 640)),
        ("other_sport", (), (640, 360)),
        ("talk_show", (), (640, 360)),
    ],
)
def test_every_second_of_a_file_carries_its_mark(
    scene: Scene, variants: tuple[Variant, ...], size: tuple[int, int]
) -> None:
    rendering = a_rendering("goal", *variants, scene=scene, size=size)
    read = [mark.read(picture) for picture in decoded(rendering)[12::25]]
    assert read == [mark.FrameMark(rendering.clip.number, second, filmed="filmed" in variants) for second in range(3)]


def test_cut_copy_starts_later_in_the_same_footage() -> None:
    complete = a_rendering("goal")
    cut = Rendering(complete.clip, (), 1.0, 1.0, 640, 360)
    assert np.array_equal(next(frames(cut))[:340], list(frames(complete))[25][:340])
