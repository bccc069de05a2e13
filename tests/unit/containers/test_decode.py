"""One pass through a file: which picture is taken when, and what its hash is (D6, H2, H3)."""

import io
from fractions import Fraction
from pathlib import Path

import av
import imagehash
import numpy as np
import pytest
from PIL import Image, ImageOps

from fetcher.decode import decode, probe
from fetcher.hashing import hash_bits
from footy.goals.clips.copies.hashes import parse_hash, sample_times
from footy.goals.clips.filters import Shape
from footy.goals.settings import Rules
from tests.support.clip_files import Picture, clip, encode, panning, scenery

SHAPE = Shape(4.0, 320, 180)  # of most files here


def reference(picture: Image.Image) -> int:
    """The same hash by an independent library: full size, equalised, dHash."""
    return int(str(imagehash.dhash(ImageOps.equalize(picture.convert("L")))), 16)


def distances(ours: list[int], theirs: list[int]) -> list[int]:
    return [(a ^ b).bit_count() for a, b in zip(ours, theirs, strict=True)]


@pytest.mark.parametrize("size", [(640, 360), (854, 480), (1280, 720)])
def test_the_hash_is_within_a_bit_of_the_reference(size: tuple[int, int]) -> None:
    pictures = [Image.fromarray(scenery(seed, *size)).convert("L") for seed in range(12)]
    apart = distances([hash_bits(one) for one in pictures], [reference(one) for one in pictures])
    assert sum(apart) / len(apart) <= 1


def test_a_brighter_right_neighbour_sets_the_bit() -> None:
    ramp = np.tile(np.linspace(0, 255, 360, dtype=np.uint8), (160, 1))
    assert hash_bits(Image.fromarray(ramp)) == 2**64 - 1
    assert hash_bits(Image.fromarray(ramp[:, ::-1])) == 0


def test_the_first_bit_is_the_highest() -> None:
    picture = np.full((80, 90), 100, np.uint8)
    picture[:10, 10:] = 200
    picture[10:, :] = 100
    assert hash_bits(Image.fromarray(picture)) >> 63 == 1


@pytest.mark.parametrize("size", [(320, 180), (854, 480)])
def test_a_file_hashes_to_the_pictures_shown_in_it(tmp_path: Path, size: tuple[int, int]) -> None:
    file = clip(tmp_path / "a.mp4", size=size, fps=8, seconds=4.0)
    with av.open(str(file)) as container:
        pictures = ((frame.time, frame.to_ndarray(format="rgb24")) for frame in container.decode(video=0))
        displayed = {round(at, 3): Image.fromarray(pixels) for at, pixels in pictures}
    hashes = parse_hash(decode(file, SHAPE, Rules()).perceptual_hash)
    expected = [reference(displayed[at]) for at in sample_times(4.0)]
    apart = distances(hashes, expected)
    assert len(hashes) == 14
    assert sum(apart) / len(apart) <= 1


def test_between_two_pictures_the_earlier_one_is_shown(tmp_path: Path) -> None:
    pictures = [scenery(seed, 320, 180) for seed in range(4)]
    file = encode(tmp_path / "slow.mp4", iter(pictures), fps=1)
    hashes = parse_hash(decode(file, SHAPE, Rules()).perceptual_hash)
    first = [1, 2, 3]  # 0.25, 0.50 and 0.75 s; the second picture comes at 1.00 s
    assert len(set(hashes[: len(first)])) == 1
    assert hashes[2] != hashes[3]
    assert hashes[3] == hashes[6]


def test_three_frames_are_kept_as_jpeg(tmp_path: Path) -> None:
    observed = decode(clip(tmp_path / "a.mp4", size=(640, 360)), Shape(4.0, 640, 360), Rules(frame_height=180))
    assert sorted(observed.frames) == [25, 50, 75]
    picture = Image.open(io.BytesIO(observed.frames[25]))
    assert (picture.format, picture.size) == ("JPEG", (320, 180))


def test_a_file_tells_its_length_size_and_bitrate(tmp_path: Path) -> None:
    file = clip(tmp_path / "a.mp4", seconds=5.0)
    shape = probe(file, Rules())
    assert shape == Shape(5.0, 320, 180)
    assert decode(file, shape, Rules()).bitrate > 0


def test_a_picture_counts_from_its_own_time_when_the_rate_varies(tmp_path: Path) -> None:
    displayed = {0: 0.0, 1: 0.3, 2: 1.6, 3: 1.7, 4: 2.9}
    pictures = [scenery(seed, 320, 180) for seed in displayed]
    file = encode(tmp_path / "a.mp4", iter(pictures), times=list(displayed.values()))
    hashes = parse_hash(decode(file, Shape(3.5, 320, 180), Rules()).perceptual_hash)
    expected = [max(n for n, at in displayed.items() if at <= second + 1e-6) for second in sample_times(3.5)]
    theirs = [reference(Image.fromarray(pictures[n])) for n in expected]
    assert max(distances(hashes, theirs)) <= 4


def test_reference_frames_alone_give_nearly_the_same_hash(tmp_path: Path) -> None:
    file = clip(tmp_path / "a.mp4", fps=25, preset="veryfast")
    complete_pictures, less = (decode(file, SHAPE, Rules(reference_frames_only=only)) for only in (False, True))
    apart = distances(parse_hash(complete_pictures.perceptual_hash), parse_hash(less.perceptual_hash))
    assert 0 < sum(apart) / len(apart) <= 3


def test_pixel_aspect_ratio_widens_the_picture(tmp_path: Path) -> None:
    file = clip(tmp_path / "a.mp4", size=(240, 180), pixel=Fraction(4, 3))
    assert probe(file, Rules()) == SHAPE
    assert Image.open(io.BytesIO(decode(file, SHAPE, Rules()).frames[25])).size == (320, 180)


@pytest.mark.parametrize("rotation", [90, -90])
def test_a_turned_video_has_the_shape_it_is_shown_in(tmp_path: Path, rotation: int) -> None:
    file = clip(tmp_path / "a.mp4", rotation=rotation)
    assert probe(file, Rules()) == Shape(4.0, 180, 320)
    assert Image.open(io.BytesIO(decode(file, SHAPE, Rules()).frames[25])).size == (180, 320)


@pytest.mark.parametrize("rotation", [90, 180, -90])
def test_a_turned_video_hashes_like_the_upright_one(tmp_path: Path, rotation: int) -> None:
    upright = clip(tmp_path / "a.mp4")
    turns = rotation // 90

    def turned() -> list[Picture]:
        return [np.ascontiguousarray(np.rot90(picture, -turns)) for picture in panning(1, 320, 180, count=32)]

    size = (180, 320) if turns % 2 else (320, 180)
    file = encode(tmp_path / "b.mp4", iter(turned()), size=size, rotation=rotation)
    apart = distances(
        parse_hash(decode(file, SHAPE, Rules()).perceptual_hash),
        parse_hash(decode(upright, SHAPE, Rules()).perceptual_hash),
    )
    assert sum(apart) / len(apart) <= 1
