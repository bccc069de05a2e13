"""One clip against many stored ones, with the verdicts and the cost of trying every alignment beside it."""

from collections.abc import Callable
from functools import partial

import numpy as np

from bench.costs import least
from bench.line import Line
from footy.goals.clips.copies.evidence import ClipHashes, evidence
from footy.goals.clips.copies.spec_match import Corpus
from footy.goals.settings import Rules

FRAMES = 120
DISTANCE, RUN = 10, 3
TARGETS = {100: 2.0, 1_000: 8.0}
GAINED_AT = 100
GROWN_FROM = 500
PLANTED = (0, 57, 99, 500)
LEAST_GAIN = 100

Clip = list[int]


def measure() -> list[Line]:
    """One line for every number of stored clips, and one for the evidence."""
    rng = np.random.default_rng(7)
    query = _clip(rng, FRAMES)
    stored = _stored(rng, query)
    lines = [_line(query, stored[:count], target) for count, target in TARGETS.items()]
    return [*lines, _evidence(query, stored[:GAINED_AT])]


def _line(query: Clip, stored: list[Clip], target: float) -> Line:
    """The same question twice, with the whole cost of both."""
    expected: list[int] = []
    naive = least({"": lambda: expected.extend(n for n, clip in enumerate(stored) if _naive(query, clip))}, 1)[""]
    ask = partial(Corpus(stored).matches, query, distance=DISTANCE, run=RUN)
    cost = _repeated(ask, 20 if len(stored) <= GAINED_AT else 3)
    equal, gain = ask() == expected, naive / cost
    quick = cost * 1000 <= target and (len(stored) != GAINED_AT or gain >= LEAST_GAIN)
    measured = f"{cost * 1000:.2f} ms, {gain:.0f} x faster than naive, verdicts {'equal' if equal else 'DIFFER'}"
    wanted = f"<= {target:g} ms" + (f", >= {LEAST_GAIN} x" if len(stored) == GAINED_AT else "")
    facts = {"ms": cost * 1000, "gain": gain, "equal": float(equal), "matches": len(expected)}
    return Line(f"1 clip against {len(stored):,} stored", measured, wanted, quick and equal, facts)


def _evidence(query: Clip, stored: list[Clip]) -> Line:
    seen, others = ClipHashes(query), [ClipHashes(clip) for clip in stored]
    cost = _repeated(lambda: [evidence(seen, other, distance=Rules().evidence_distance) for other in others], 3)
    return Line(
        f"evidence against {len(stored)} stored, one view", f"{cost * 1000:.1f} ms", "", None, {"ms": cost * 1000}
    )


def _repeated(work: Callable[[], object], times: int) -> float:
    """CPU seconds of one call, measured over several in one go since clocks are coarse."""
    return least({"": lambda: [work() for _ in range(times)]}, 5)[""] / times


def _naive(query: Clip, clip: Clip) -> bool:
    """Every offset, frame by frame."""
    for offset in range(RUN - len(query), len(clip) - RUN + 1):
        run = 0
        for at in range(max(0, -offset), min(len(query), len(clip) - offset)):
            run = run + 1 if (query[at] ^ clip[at + offset]).bit_count() <= DISTANCE else 0
            if run == RUN:
                return True
    return False


def _clip(rng: np.random.Generator, frames: int) -> Clip:
    """Hashes that wander by a few bits and jump at cuts, as footage does."""
    hashes: Clip = []
    bits = int(rng.integers(2**64, dtype=np.uint64))
    for _ in range(frames):
        if rng.random() < 0.04:
            bits = int(rng.integers(2**64, dtype=np.uint64))
        bits = _flipped(rng, bits, 7)
        hashes.append(bits)
    return hashes


def _flipped(rng: np.random.Generator, bits: int, most: int) -> int:
    for bit in rng.integers(0, 64, rng.integers(1, most + 1)):
        bits ^= 1 << int(bit)
    return bits


def _stored(rng: np.random.Generator, query: Clip) -> list[Clip]:
    """Many clips, some of them with a stretch of the query encoded anew."""
    clips = [_clip(rng, int(rng.integers(60, 180))) for _ in range(GROWN_FROM)]
    while len(clips) < max(TARGETS):
        turned = int(rng.integers(2**64, dtype=np.uint64))
        clips.append([bits ^ turned for bits in clips[len(clips) % GROWN_FROM]])
    for index in PLANTED:
        start = int(rng.integers(0, FRAMES - 30))
        copied = [_flipped(rng, bits, 9) for bits in query[start : start + 30]]
        clips[index] = [*clips[index][:40], *copied, *clips[index][40:]]
    return clips
