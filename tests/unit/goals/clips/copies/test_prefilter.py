"""Prefilter: it may keep too many clips, never too few."""

import random
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.clips.copies import comparison
from footy.goals.clips.copies.comparison import ClipComparer
from footy.goals.clips.copies.evidence import ClipHashes, evidence
from footy.goals.clips.copies.hashes import format_hash, format_views
from footy.goals.clips.copies.prefilter import prefilter
from footy.goals.clips.copies.static_camera import same_static_scene
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from tests.support.clips import stored

RULES = Rules()
VIEWS = ("bars", "border", "crop", "mirror")


@dataclass(frozen=True)
class Drawn:
    """Some clips that show parts of each other, black frames, and cameras that stand."""

    seed: int
    clips: int

    def frames(self) -> list[list[int]]:
        rng = random.Random(self.seed)
        clips: list[list[int]] = []
        for _ in range(self.clips):
            clips.append([bits for _ in range(rng.randint(1, 4)) for bits in _stretch(rng, clips)])
        return clips

    def videos(self) -> list[Video]:
        rng, frames = random.Random(self.seed + 1), self.frames()
        return [_video(f"{n}", clip, rng, frames) for n, clip in enumerate(frames)]


def _stretch(rng: random.Random, clips: list[list[int]]) -> list[int]:
    kind = rng.choice(["moves", "static", "black", "copied", "copied"])
    length = rng.randint(1, 40)
    if kind == "black":
        return [0] * rng.randint(1, 8)
    if kind == "copied" and clips:
        source = rng.choice(clips)
        start = rng.randrange(len(source))
        return [_flipped(rng, bits, 9) for bits in source[start : start + length]]
    bits, most = rng.getrandbits(64), 1 if kind == "static" else 9
    return [bits := _flipped(rng, bits, most) for _ in range(length)]


def _flipped(rng: random.Random, bits: int, most: int) -> int:
    for _ in range(rng.randint(0, most)):
        bits ^= 1 << rng.randrange(64)
    return bits


def _video(name: str, frames: list[int], rng: random.Random, others: list[list[int]]) -> Video:
    """Its views show itself or another, as long as it is."""
    views = {view: rng.choice([frames, rng.choice(others)]) for view in VIEWS if rng.random() < 0.7}
    weights = format_hash((0.25 * n, bits) for n, bits in enumerate(frames, start=1))
    return stored(name, perceptual_hash=weights, hash_views=format_views(views))


drawn = st.builds(Drawn, st.integers(0, 2**32), st.integers(2, 6))


@given(drawn)
def test_the_prefilter_keeps_every_copy(some: Drawn) -> None:
    candidate, *others = map(ClipHashes, some.frames())
    possible = prefilter(candidate, others, distance=RULES.evidence_distance, needed=RULES.evidence_plain)
    weights = [evidence(candidate, other, distance=RULES.evidence_distance) for other in others]
    enough = {at for at, weight in enumerate(weights) if weight >= RULES.evidence_plain}
    limits = {"distance": RULES.evidence_distance, "needed": RULES.evidence_plain}
    static = {at for at, other in enumerate(others) if same_static_scene(candidate, other, **limits)}
    assert enough | static <= possible


@given(drawn)
def test_decisions_are_those_of_comparing_everything(some: Drawn) -> None:
    candidate, *pool = some.videos()
    expected = ClipComparer(RULES).similar_clips(candidate, pool)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "prefilter", lambda _hashes, others, **_: set(range(len(others))))
        assert ClipComparer(RULES).similar_clips(candidate, pool) == expected
