"""Strangers are told apart by a bound: it may hope for too many, and never for one too few."""

import random
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.clips.copies import comparison
from footy.goals.clips.copies.comparison import ClipComparer, Views
from footy.goals.clips.copies.evidence import ClipHashes, evidence
from footy.goals.clips.copies.hashes import format_hash, format_views
from footy.goals.clips.copies.prefilter import prefilter
from footy.goals.clips.copies.static_camera import same_static_scene
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from tests.support.clips import stored

RULES = Rules()
ALL_BITS = 2**64 - 1
VIEWS = ("bars", "border", "crop", "mirror")


@dataclass(frozen=True)
class Drawn:
    """Some clips that show parts of each other, black frames, and cameras that stand."""

    seed: int
    clips: int

    def frames(self) -> list[list[int]]:
        rng = random.Random(self.seed)
        made: list[list[int]] = []
        for _ in range(self.clips):
            made.append([bits for _ in range(rng.randint(1, 4)) for bits in _stretch(rng, made)])
        return made

    def videos(self) -> list[Video]:
        rng, frames = random.Random(self.seed + 1), self.frames()
        return [_video(f"{n}", clip, rng, frames) for n, clip in enumerate(frames)]


def _stretch(rng: random.Random, made: list[list[int]]) -> list[int]:
    kind = rng.choice(["moves", "stands", "black", "copied", "copied"])
    length = rng.randint(1, 40)
    if kind == "black":
        return [0] * rng.randint(1, 8)
    if kind == "copied" and made:
        source = rng.choice(made)
        start = rng.randrange(len(source))
        return [_flipped(rng, bits, 9) for bits in source[start : start + length]]
    bits, most = rng.getrandbits(64), 1 if kind == "stands" else 9
    return [bits := _flipped(rng, bits, most) for _ in range(length)]


def _flipped(rng: random.Random, bits: int, most: int) -> int:
    for _ in range(rng.randint(0, most)):
        bits ^= 1 << rng.randrange(64)
    return bits


def _video(name: str, frames: list[int], rng: random.Random, others: list[list[int]]) -> Video:
    """Its views show itself or another, as long as it is."""
    views = {view: rng.choice([frames, rng.choice(others)]) for view in VIEWS if rng.random() < 0.7}
    told = format_hash((0.25 * n, bits) for n, bits in enumerate(frames, start=1))
    return stored(name, perceptual_hash=told, hash_views=format_views(views))


drawn = st.builds(Drawn, st.integers(0, 2**32), st.integers(2, 6))


@given(drawn)
def test_the_prefilter_keeps_every_copy(some: Drawn) -> None:
    seen, *others = map(ClipHashes, some.frames())
    hopeful = prefilter(seen, others, distance=RULES.evidence_distance, needed=RULES.evidence_plain)
    told = [evidence(seen, other, distance=RULES.evidence_distance) for other in others]
    enough = {at for at, weight in enumerate(told) if weight >= RULES.evidence_plain}
    asked = {"distance": RULES.evidence_distance, "needed": RULES.evidence_plain}
    stands = {at for at, other in enumerate(others) if same_static_scene(seen, other, **asked)}
    assert enough | stands <= hopeful


@given(drawn)
def test_decisions_are_those_of_comparing_everything(some: Drawn) -> None:
    candidate, *pool = some.videos()
    found = ClipComparer(RULES).similar_clips(candidate, pool)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "prefilter", lambda _seen, others, **_: set(range(len(others))))
        assert ClipComparer(RULES).similar_clips(candidate, pool) == found


def test_strangers_are_no_prospects() -> None:
    seen, *others = ([random.Random(seed).getrandbits(64) for _ in range(40)] for seed in range(5))
    assert prefilter(ClipHashes(seen), [ClipHashes(other) for other in others], distance=13, needed=80) == set()


def test_a_clip_of_nothing_has_no_prospects() -> None:
    nothing, black = ClipHashes([]), ClipHashes([0, ALL_BITS])
    assert prefilter(nothing, [black], distance=13, needed=80) == set()
    assert prefilter(black, [nothing, black], distance=13, needed=80) == set()


def test_each_clip_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    views_of = Views.of

    def noted(video: Video) -> Views:
        read.append(video["md5"])
        return views_of(video)

    monkeypatch.setattr(Views, "of", noted)
    album, pool = ClipComparer(RULES), [stored("a"), stored("b")]
    for name in ("c", "d"):
        album.similar_clips(stored(name), pool)
    assert len(read) == len({*read}) == 4
