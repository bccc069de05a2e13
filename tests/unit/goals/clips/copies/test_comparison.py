"""Tiers of a comparison: whole frames, letterbox, borders, mirror, crop (H4, H5)."""

from typing import Any

import pytest

from footy.goals.clips.copies.comparison import Similarity, similar_clips
from footy.goals.clips.copies.hashes import format_hash, format_views, parse_hash
from footy.goals.model.clips import HashViews
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from tests.support.clips import footage, stored

RULES = Rules()
LONG = 24


def frames(scene: str) -> list[int]:
    return parse_hash(footage(scene, LONG))


def text(hashes: list[int]) -> str:
    return format_hash((0.25 * n, bits) for n, bits in enumerate(hashes, start=1))


def video(name: str, *, plain: str, **views: str) -> Video:
    """A clip whose views show these scenes."""
    others = {"crop": f"{name} closer", "mirror": f"{name} mirrored", **views}
    encoded_views: HashViews = format_views({view: frames(scene) for view, scene in others.items()})
    return stored(name, perceptual_hash=footage(plain, LONG), hash_views=encoded_views)


def only(one: Video, other: Video, rules: Rules = RULES) -> Similarity:
    (similarity,) = similar_clips(one, [other], rules=rules)
    return similarity


@pytest.mark.parametrize(
    ("one", "other", "tier"),
    [
        ({"plain": "goal"}, {"plain": "goal"}, "plain"),
        ({"plain": "bars", "border": "goal"}, {"plain": "goal"}, "border"),
        ({"plain": "bars", "border": "goal"}, {"plain": "boxes", "border": "goal"}, "border"),
        ({"plain": "barred", "bars": "goal"}, {"plain": "goal"}, "letterbox"),
        ({"plain": "goal"}, {"plain": "barred", "bars": "goal"}, "letterbox"),
        ({"plain": "barred", "bars": "goal"}, {"plain": "boxed", "bars": "goal"}, "letterbox"),
        ({"plain": "goal", "bars": "stands"}, {"plain": "barred", "bars": "goal"}, "letterbox"),
        ({"plain": "goal"}, {"plain": "turned", "mirror": "goal"}, "mirror"),
        ({"plain": "goal"}, {"plain": "wider", "crop": "goal"}, "crop"),
        ({"plain": "wider", "crop": "goal"}, {"plain": "goal"}, "crop"),
    ],
)
def test_a_clip_is_recognised_in_another_view(one: dict[str, Any], other: dict[str, Any], tier: str) -> None:
    similarity = only(video("a", **one), video("b", **other))
    assert (similarity.same, similarity.tier) == (True, tier)


def test_a_crop_needs_more_evidence_than_a_whole_picture() -> None:
    plain = only(video("a", plain="goal"), video("b", plain="goal"))
    cropped = only(video("a", plain="goal"), video("b", plain="wider", crop="goal"))
    assert cropped.share == pytest.approx(plain.share * RULES.evidence_plain / RULES.evidence_cropped)


def boxed(name: str, *, unlike: int = 0) -> Video:
    """A clip of which every other column is border; of the 32 bits inside so many are not those of the goal."""
    turned = sum(1 << 2 * (3 * place % 32) for place in range(unlike))
    full_frames = [(bits & 0x5555_5555_5555_5555) ^ turned | 0x8888_2222_8888_2222 for bits in frames("goal")]
    views = {view: frames(f"{name} {view}") for view in ("border", "crop", "mirror")}
    return stored(name, perceptual_hash=text(full_frames), hash_views=format_views(views))


def test_equal_borders_are_no_evidence() -> None:
    assert not only(boxed("a"), boxed("b", unlike=8)).same


def test_clips_with_different_borders_are_compared_whole() -> None:
    similarity = only(boxed("a"), boxed("b", unlike=1))
    assert (similarity.same, similarity.tier) == (True, "plain")


def test_clips_that_only_match_are_told_but_not_the_same() -> None:
    lead = frames("lead")[:3]
    one, other = (
        stored(name, perceptual_hash=text([*lead, *frames(f"{name} goes on")]), hash_views={}) for name in "ab"
    )
    similarity = only(one, other)
    assert (similarity.matched, similarity.same, similarity.verdict) == (True, False, "matched_without_evidence")


def test_the_verdict_tells_when_the_match_had_missed_it() -> None:
    assert only(video("a", plain="goal"), video("b", plain="goal")).verdict == "same_by_plain"
    mirrored = only(video("a", plain="goal"), video("b", plain="turned", mirror="goal"))
    assert mirrored.verdict == "same_by_mirror_alone"
