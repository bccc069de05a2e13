"""The hash of a 30 s clip against only decoding it, against one ffmpeg call per frame, and against imagehash."""

import io
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import av
import cv2
import imagehash
import imageio_ffmpeg
import numpy as np
from PIL import Image, ImageOps

from bench.costs import least
from bench.footage import Picture, film
from bench.line import Line
from bench.variants import encode
from fetcher.decode import look_through, probe
from footy.goals.clips.copies.hashes import parse_hash, sample_times
from footy.goals.settings import Rules

SECONDS = 30.0
SIZES = ((1280, 720), (1920, 1080))
RULES, LESS = Rules(), Rules(reference_frames_only=True)
MOST, MOST_WITH_LESS, LEAST_GAIN = 1.08, 0.75, 15
TURNS = 4
FFMPEG_FRAMES = 8
"""So many of the calls per frame are made, evenly spread; the cost of all is that of these, scaled."""


def measure() -> list[Line]:
    """One set of lines for each size; the targets are set for the larger one."""
    with TemporaryDirectory() as folder:
        files = {height: Path(folder) / f"{height}.mp4" for _, height in SIZES}
        for width, height in SIZES:
            encode(files[height], _detailed(width, height))
        return [line for height in files for line in _lines(files[height], height, _costs(files[height]))]


def _costs(file: Path) -> dict[str, float]:
    """CPU seconds of every way."""
    times = sample_times(SECONDS)
    few = times[:: len(times) // FFMPEG_FRAMES]
    shape = probe(file, RULES)
    ours: dict[str, Callable[[], object]] = {
        "decode": partial(_decode, file),
        "hash": partial(look_through, file, shape, RULES),
        "decode less": partial(_decode, file, reference_only=True),
        "hash less": partial(look_through, file, shape, LESS),
    }
    others: dict[str, Callable[[], object]] = {
        "ffmpeg": lambda: [_by_ffmpeg(file, at) for at in few],
        "imagehash": lambda: _by_imagehash(file),
    }
    cost = least(ours, TURNS) | least(others, 1)
    return cost | {"ffmpeg": cost["ffmpeg"] * len(times) / len(few)}


def _lines(file: Path, height: int, cost: dict[str, float]) -> list[Line]:
    decoding, less = cost["decode"], cost["decode less"] / cost["decode"]
    reference, shape = _by_imagehash(file), probe(file, RULES)
    exact = _apart(parse_hash(look_through(file, shape, RULES).perceptual_hash), reference)
    seen_less = look_through(file, shape, LESS)
    loose = _apart(parse_hash(seen_less.perceptual_hash), reference)
    return [
        _ratio(f"{height}p, 30 s: hash, views, three JPEGs", cost["hash"] / decoding, MOST, height, cost["hash"]),
        _ratio(
            f"{height}p, 30 s, reference frames only (decoding {less:.3f} x, {loose:.1f} bits off)",
            cost["hash less"] / decoding,
            MOST_WITH_LESS,
            height,
            cost["hash less"],
        ),
        _times(f"{height}p: one ffmpeg call per frame", cost["ffmpeg"] / cost["hash"], LEAST_GAIN),
        _times(f"{height}p: decoded once, imagehash per frame", cost["imagehash"] / cost["hash"], None),
        Line(f"{height}p: from the reference hash", f"{exact:.2f} bits", "<= 1 bit mean", exact <= 1, {"bits": exact}),
    ]


def _ratio(work: str, ratio: float, most: float, height: int, cpu_seconds: float) -> Line:
    facts = {"ratio": ratio, "cpu_seconds": cpu_seconds}
    if height != SIZES[-1][1]:
        return Line(work, f"{ratio:.3f} x only decoding", "", None, facts)
    return Line(work, f"{ratio:.3f} x only decoding", f"<= {most} x", ratio <= most, facts)


def _times(work: str, ratio: float, least_gain: float | None) -> Line:
    target = "" if least_gain is None else f">= {least_gain:g} x"
    holds = None if least_gain is None else ratio >= least_gain
    return Line(work, f"{ratio:.2f} x the hash", target, holds, {"ratio": ratio})


def _detailed(width: int, height: int) -> Iterator[Picture]:
    """Footage with the grain of a camera, so that it costs what footage costs to decode."""
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 60, (height + 40, width + 90), np.uint8)
    grain = cv2.cvtColor(np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.2), np.uint8), cv2.COLOR_GRAY2BGR)
    for n, picture in enumerate(film(90, 1, SECONDS)):
        large = cv2.resize(picture, (width, height), interpolation=cv2.INTER_CUBIC)
        shifted = grain[n % 40 : n % 40 + height, n % 90 : n % 90 + width]
        yield np.asarray(cv2.add(large, shifted), np.uint8)


def _decode(file: Path, *, reference_only: bool = False) -> int:
    with av.open(str(file)) as container:
        stream = container.streams.video[0]
        stream.codec_context.thread_count = 1
        if reference_only:
            stream.codec_context.skip_frame = "NONREF"
        return sum(1 for _ in container.decode(stream))


def _by_ffmpeg(file: Path, at: float) -> int:
    """One process for one frame, handed over as a picture, as the system before this one did."""
    call = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-ss", f"{at:.2f}", "-i", str(file)]
    written = ["-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-"]
    picture = subprocess.run([*call, *written], capture_output=True, check=True).stdout
    return _reference(Image.open(io.BytesIO(picture)))


def _reference(picture: Image.Image) -> int:
    return int(str(imagehash.dhash(ImageOps.equalize(picture.convert("L")))), 16)


def _by_imagehash(file: Path) -> list[int]:
    """Every sampled frame through the reference library, decoded straight through."""
    waiting = sample_times(SECONDS)
    hashes: list[int] = []
    shown: Image.Image | None = None
    with av.open(str(file)) as container:
        for frame in container.decode(video=0):
            while waiting and shown is not None and frame.time > waiting[0] + 1e-6:
                hashes.append(_reference(shown))
                waiting.pop(0)
            if waiting and waiting[0] - frame.time < 0.1:
                shown = Image.fromarray(frame.to_ndarray(format="gray"))
    return hashes


def _apart(ours: list[int], theirs: list[int]) -> float:
    return sum((a ^ b).bit_count() for a, b in zip(ours, theirs, strict=True)) / len(ours)
