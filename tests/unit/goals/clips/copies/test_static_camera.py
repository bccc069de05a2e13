"""Static cameras: copies hardly differ, and other scenes hardly do either (H7)."""

from random import Random

import pytest

from footy.goals.clips.copies.evidence import ClipHashes, evidence
from footy.goals.clips.copies.static_camera import CLOSE, same_static_scene
from footy.goals.settings import Rules

SCENE, OTHER = 0x1234_5678_9ABC_DEF0, 0x1234_5678_9ABC_0F0F


def standing(seed: int, frames: int, scene: int = SCENE) -> list[int]:
    """Return a free kick: of sixty-four bits nine change now and then."""
    random = Random(seed)
    places = random.sample(range(64), 9)
    hashes = [scene]
    while len(hashes) < frames:
        hashes.append(hashes[-1] ^ (1 << random.choice(places)) if random.random() < 0.7 else hashes[-1])
    return hashes


def crowded(seed: int, frames: int) -> list[int]:
    """Return a view from above: of forty bits two to four differ from the empty field."""
    random = Random(seed)
    return [SCENE ^ sum({1 << random.randrange(40) for _ in range(random.randint(2, 4))}) for _ in range(frames)]


def copied(frames: list[int], seed: int, most: int = 1) -> list[int]:
    """Return a re-encoded copy: a bit of some frames differs."""
    random = Random(seed)
    return [frame ^ sum({1 << random.randrange(64) for _ in range(random.randrange(most + 1))}) for frame in frames]


def alike(first: list[int], second: list[int]) -> bool:
    one, other, rules = ClipHashes(first), ClipHashes(second), Rules()
    limits = {"distance": rules.evidence_distance, "needed": rules.evidence_plain}
    assert same_static_scene(one, other, **limits) == same_static_scene(other, one, **limits)
    return same_static_scene(one, other, **limits)


@pytest.mark.parametrize("seed", range(20))
def test_a_copy_of_a_static_camera_is_recognised(seed: int) -> None:
    kick = standing(seed, 15)
    copy = copied(kick, seed)
    assert evidence(ClipHashes(kick), ClipHashes(copy), distance=13) < Rules().evidence_plain
    assert alike(kick, copy)


def test_of_the_shorter_clip_more_than_half_has_to_be_shared() -> None:
    kick = standing(1, 40)
    assert alike(kick[:28], kick[8:])
    assert not alike(kick[:20], [*kick[12:20], *standing(7, 20, OTHER)])


def test_less_than_three_seconds_are_too_little() -> None:
    assert not alike(standing(2, 11), standing(2, 11))
    assert alike(standing(2, 12), standing(2, 12))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("frames", [12, 15, 30, 240])
def test_another_kick_before_the_same_camera_is_another_clip(seed: int, frames: int) -> None:
    one, other = standing(seed, frames), standing(seed + 50, frames)
    assert not alike(one, other)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("seconds", [8, 30, 60])
def test_a_common_background_is_no_evidence(seed: int, seconds: int) -> None:
    one, other = crowded(seed, 4 * seconds), crowded(seed + 50, 4 * seconds)
    assert not alike(one, other)
    assert alike(one, copied(one, seed, 6))
    if seconds == 60:
        assert evidence(ClipHashes(one), ClipHashes(other), distance=13) > Rules().evidence_plain


def test_where_little_stirs_half_of_it_may_be_chance() -> None:
    def kick(*moments: int) -> list[int]:
        return [SCENE ^ sum(1 << 9 * place for place, moment in enumerate(moments) if moment == at) for at in range(12)]

    assert not alike(kick(2, 5, 7, 9), kick(2, 5, 4, 11))
    assert alike(kick(2, 5, 7, 9), kick(2, 5, 7, 9))


WATERMARK = 0x543_2100  # seven bits that are not set in the scene


@pytest.mark.parametrize("seed", range(20))
def test_a_watermark_over_a_standing_camera_is_no_change(seed: int) -> None:
    kick = standing(seed, 30)
    assert alike(kick, [frame | WATERMARK for frame in copied(kick, seed)])


@pytest.mark.parametrize("seed", range(10))
def test_a_poor_copy_that_differs_everywhere_needs_the_evidence(seed: int) -> None:
    field = crowded(seed, 120)
    poor = copied(field, seed, 14)
    assert sum((one ^ other).bit_count() <= CLOSE for one, other in zip(field, poor, strict=True)) < 0.9 * 120
    assert alike(field, poor)


@pytest.mark.parametrize("picture", [0, 2**64 - 1, 0b101])
def test_black_says_nothing(picture: int) -> None:
    flicker = [picture ^ (at % 2) for at in range(40)]
    assert not alike(flicker, flicker)


def test_a_shared_card_is_no_evidence_at_any_position() -> None:
    card = [SCENE] * 20
    assert not alike([*standing(1, 12, OTHER), *card], [*card, *standing(2, 12, ~OTHER & (2**64 - 1))])
