"""What every clip of a channel ends or begins with does not make two of them one."""

from collections.abc import Iterator

import pytest
from pymongo.database import Database

from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.clips.copies.hashes import format_hash, parse_hash
from footy.goals.model.documents import FixtureDocument
from tests.support.clips import fetched, footage
from tests.support.goals import goal, insert
from tests.support.uploads import Stage, staged

END_CARD = 0x0F1E2D3C4B5A6978
STILL = 12


@pytest.fixture
def stage(database: Database[FixtureDocument]) -> Iterator[Stage]:
    with staged(database) as ready:
        insert(database, goal())
        yield ready


def shown(*parts: list[int]) -> str:
    frames = [bits for part in parts for bits in part]
    return format_hash((0.25 * n, bits) for n, bits in enumerate(frames, start=1))


@pytest.mark.parametrize("shared", [[END_CARD] * STILL, [0] * STILL])
def test_clips_that_share_an_end_card_or_a_black_lead_stay_two(stage: Stage, shared: list[int]) -> None:
    one, other = (
        fetched(name, perceptual_hash=shown(parse_hash(footage(name)), shared), hash_views={}) for name in "ab"
    )
    stage.deliver(one)
    stage.deliver(other, download=2)
    (likeness,) = similar_clips(stage.videos()[0], stage.videos()[1:], rules=stage.rules) or (None,)
    assert likeness is None or (likeness.matched and not likeness.same)
    assert [video["popularity"] for video in stage.videos()] == [1, 1]
    assert len(stage.objects()) == 2
