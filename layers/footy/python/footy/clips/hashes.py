"""The perceptual hash as text: `dense:0.25:<ts>=<16 hex>,...`, one 64-bit hash for every quarter of a second."""

import re
from collections.abc import Iterable

from footy.errors import MalformedHash

HASH_VERSION = "dhash-1"
STEP = 0.25
TAIL = 0.3
_PREFIX = "dense:0.25:"
_FRAME = re.compile(r"(\d+\.\d{2})=([0-9a-f]{16})")


def sample_times(duration: float) -> list[float]:
    """When a clip is looked at: every quarter of a second short of its end, and at least once."""
    times = [STEP * n for n in range(1, int(max(duration, 0.0) / STEP) + 1) if STEP * n < duration - TAIL]
    return times or [min(1.0, duration / 2)]


def format_hash(frames: Iterable[tuple[float, int]]) -> str:
    """The text of a perceptual hash from (time, 64 bits) pairs."""
    return _PREFIX + ",".join(f"{at:.2f}={bits:016x}" for at, bits in frames)


def parse_hash(text: str) -> list[int]:
    """The hashes of the sampled frames, in order."""
    frames = [_FRAME.fullmatch(part) for part in text.removeprefix(_PREFIX).split(",")]
    if not text.startswith(_PREFIX) or not all(frames):
        raise MalformedHash(f"not a perceptual hash: {text[:40]!r}")
    return [int(frame[2], 16) for frame in frames if frame]


def readable(text: str, version: str) -> bool:
    """Whether a perceptual hash is of a version that can be compared, and well formed."""
    if version != HASH_VERSION:
        return False
    try:
        parse_hash(text)
    except MalformedHash:
        return False
    return True
