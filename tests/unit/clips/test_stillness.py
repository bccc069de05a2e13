"""A camera that stands: hardly anything moves, and copies hardly differ."""

from random import Random

import pytest

from footy.clips.evidence import Footage, evidence
from footy.clips.stillness import stand_alike
from footy.settings import Rules

SCENE, OTHER = 0x1234_5678_9ABC_DEF0, 0x1234_5678_9ABC_0F0F


def standing(seed: int, frames: int, scene: int = SCENE) -> list[int]:
    """A free kick: of sixty-four bits nine change now and then."""
    random = Random(seed)
    places = random.sample(range(64), 9)
    seen = [scene]
    while len(seen) < frames:
        seen.append(seen[-1] ^ (1 << random.choice(places)) if random.random() < 0.7 else seen[-1])
    return seen


def copied(frames: list[int], seed: int, most: int = 1) -> list[int]:
    """Encoded once more: a bit of some frames is another."""
    random = Random(seed)
    return [frame ^ sum({1 << random.randrange(64) for _ in range(random.randrange(most + 1))}) for frame in frames]


def alike(first: list[int], second: list[int]) -> bool:
    one, other = Footage(first), Footage(second)
    assert stand_alike(one, other) == stand_alike(other, one)
    return stand_alike(one, other)


@pytest.mark.parametrize("seed", range(20))
def test_a_copy_of_a_standing_camera_is_the_same_though_the_evidence_is_thin(seed: int) -> None:
    kick = standing(seed, 15)
    copy = copied(kick, seed)
    assert evidence(Footage(kick), Footage(copy), distance=13) < Rules().evidence_plain
    assert alike(kick, copy)


def test_of_the_shorter_clip_more_than_half_has_to_be_shared() -> None:
    kick = standing(1, 40)
    assert alike(kick[:28], kick[8:])
    assert not alike(kick[:20], [*kick[12:20], *standing(7, 20, OTHER)])


def test_less_than_three_seconds_are_too_little() -> None:
    assert not alike(standing(2, 11), standing(2, 11))
    assert alike(standing(2, 12), standing(2, 12))


@pytest.mark.parametrize("seed", range(20))
def test_another_kick_before_the_same_camera_is_another_clip(seed: int) -> None:
    one, other = standing(seed, 30), standing(seed + 50, 30)
    assert not alike(one, other)


def test_another_camera_that_stands_is_another_clip() -> None:
    assert not alike(standing(1, 30), standing(2, 30, OTHER))


@pytest.mark.parametrize("picture", [0, 2**64 - 1, 0b101])
def test_black_says_nothing(picture: int) -> None:
    flicker = [picture ^ (at % 2) for at in range(40)]
    assert not alike(flicker, flicker)


@pytest.mark.parametrize("flicker", [0b0, 0b1, 0b11])
def test_a_graphic_or_a_card_in_which_nothing_stirs_says_nothing(flicker: int) -> None:
    card = [SCENE ^ (flicker * (at % 2)) for at in range(40)]
    assert not alike(card, card)


def test_a_card_shared_by_strangers_says_nothing_wherever_it_lies() -> None:
    card = [SCENE] * 20
    assert not alike([*standing(1, 12, OTHER), *card], [*card, *standing(2, 12, ~OTHER & (2**64 - 1))])
