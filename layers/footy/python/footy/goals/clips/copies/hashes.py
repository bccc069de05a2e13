"""Text format of perceptual hashes: `dense:0.25:<ts>=<16 hex>,...` (H1, H2)."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from footy.core.errors import MalformedHash
from footy.goals.model.clips import HashViews

HASH_VERSION = "dhash-1"
STEP = 0.25
TAIL = 0.3
DIGITS = 16
_PREFIX = "dense:0.25:"
_FRAME = r"\d+\.\d{2}=[0-9a-f]{16}"
_HASH = re.compile(rf"{re.escape(_PREFIX)}{_FRAME}(?:,{_FRAME})*")
_BITS = re.compile(r"=(.{16})")
_VIEW = re.compile(r"([0-9a-f]{16})+")


def sample_times(duration: float) -> list[float]:
    """Return the times of the sampled frames, at least one (H2)."""
    times = [STEP * n for n in range(1, int(max(duration, 0.0) / STEP) + 1) if STEP * n < duration - TAIL]
    return times or [min(1.0, duration / 2)]


def format_hash(frames: Iterable[tuple[float, int]]) -> str:
    """Format a perceptual hash from (time, 64 bits) pairs."""
    return _PREFIX + ",".join(f"{at:.2f}={bits:016x}" for at, bits in frames)


def parse_hash(text: str) -> list[int]:
    """Return the hashes of the sampled frames, in order."""
    return _frames(digits_of_hash(text))


def digits_of_hash(text: str) -> str:
    """Return the hashes of the sampled frames, 16 digits each."""
    if not _HASH.fullmatch(text):
        raise MalformedHash(f"not a perceptual hash: {text[:40]!r}")
    return "".join(_BITS.findall(text))


def format_views(views: Mapping[str, Iterable[int]]) -> HashViews:
    """Format the views of a clip."""
    texts = {name: "".join(f"{bits:016x}" for bits in frames) for name, frames in views.items()}
    return cast("HashViews", texts)


def parse_view(text: str) -> list[int]:
    """Return the hashes of a view, in the order of the sampled frames."""
    return _frames(digits_of_view(text))


def digits_of_view(text: str) -> str:
    """Return the digits of a view, which has no times."""
    if not _VIEW.fullmatch(text):
        raise MalformedHash(f"not a view of a perceptual hash: {text[:40]!r}")
    return text


def readable(text: str, version: str, views: HashViews) -> bool:
    """Tell whether a hash and its views are well formed and of the current version."""
    if version != HASH_VERSION:
        return False
    try:
        digits_of_hash(text)
        for view in cast("Mapping[str, str]", views).values():
            digits_of_view(view)
    except MalformedHash:
        return False
    return True


def _frames(digits: str) -> list[int]:
    return [int(digits[at : at + DIGITS], 16) for at in range(0, len(digits), DIGITS)]
