"""CPU time of hashing a 30 s clip, as a ratio to decoding it, and the distance from the reference hash."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import av
import cv2
import imagehash
import numpy as np
from PIL import Image, ImageOps

from bench.costs import least
from bench.footage import Picture, film
from bench.result import Result
from bench.variants import encode
from fetcher.decode import decode, probe
from footy.goals.clips.copies.hashes import parse_hash, sample_times
from footy.goals.settings import Rules

SECONDS = 30.0
SIZES = ((1280, 720), (1920, 1080))
RULES, LESS = Rules(), Rules(reference_frames_only=True)
MOST, MOST_WITH_LESS = 1.08, 0.75
TURNS = 4


def measure() -> list[Result]:
    """Measure each size; the targets are for the larger one."""
    with TemporaryDirectory() as folder:
        files = {height: Path(folder) / f"{height}.mp4" for _, height in SIZES}
        for width, height in SIZES:
            encode(files[height], _detailed(width, height))
        return [line for height in files for line in _lines(files[height], height, _costs(files[height]))]


def _costs(file: Path) -> dict[str, float]:
    """Measure the CPU seconds of decoding and hashing, with all frames and with reference frames only."""
    shape = probe(file, RULES)
    ours: dict[str, Callable[[], object]] = {
        "decode": partial(_decode, file),
        "hash": partial(decode, file, shape, RULES),
        "decode less": partial(_decode, file, reference_only=True),
        "hash less": partial(decode, file, shape, LESS),
    }
    return least(ours, TURNS)


def _lines(file: Path, height: int, cost: dict[str, float]) -> list[Result]:
    decoding, less = cost["decode"], cost["decode less"] / cost["decode"]
    reference, shape = _by_imagehash(file), probe(file, RULES)
    exact = _apart(parse_hash(decode(file, shape, RULES).perceptual_hash), reference)
    seen_less = decode(file, shape, LESS)
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
        Result(
            f"{height}p: from the reference hash", f"{exact:.2f} bits", "<= 1 bit mean", exact <= 1, {"bits": exact}
        ),
    ]


def _ratio(work: str, ratio: float, most: float, height: int, cpu_seconds: float) -> Result:
    facts = {"ratio": ratio, "cpu_seconds": cpu_seconds}
    if height != SIZES[-1][1]:
        return Result(work, f"{ratio:.3f} x only decoding", "", None, facts)
    return Result(work, f"{ratio:.3f} x only decoding", f"<= {most} x", ratio <= most, facts)


def _detailed(width: int, height: int) -> Iterator[Picture]:
    """Draw footage with camera grain, so that decoding it costs as much as real footage."""
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


def _reference(picture: Image.Image) -> int:
    return int(str(imagehash.dhash(ImageOps.equalize(picture.convert("L")))), 16)


def _by_imagehash(file: Path) -> list[int]:
    """Hash every sampled frame with the reference library."""
    times = sample_times(SECONDS)
    hashes: list[int] = []
    previous: Image.Image | None = None
    with av.open(str(file)) as container:
        for frame in container.decode(video=0):
            while times and previous is not None and frame.time > times[0] + 1e-6:
                hashes.append(_reference(previous))
                times.pop(0)
            if times and times[0] - frame.time < 0.1:
                previous = Image.fromarray(frame.to_ndarray(format="gray"))
    return hashes


def _apart(ours: list[int], theirs: list[int]) -> float:
    return sum((a ^ b).bit_count() for a, b in zip(ours, theirs, strict=True)) / len(ours)
