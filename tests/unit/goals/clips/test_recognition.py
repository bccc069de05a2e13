"""Copies of a few goals as people post them again, from the picture to the verdict (H5 to H8)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bench.accuracy import look as seen_in
from bench.footage import Film, Shot, film, free_kick, tactical
from bench.variants import VARIANTS, encode
from footy.goals.clips.copies.comparison import similar_clips
from footy.goals.model.documents import Video
from footy.goals.settings import Rules

SECONDS, KICK_SECONDS = 6.0, 8.0
RULES = Rules()
BY_NAME = {variant.name: variant for variant in VARIANTS}
Looked = Callable[[Film], Video]


@pytest.fixture
def look(tmp_path: Path) -> Looked:
    return lambda pictures: seen_in(encode(tmp_path / "a.mp4", pictures))


@pytest.fixture(scope="module")
def goal() -> Film:
    return film(31, 0, SECONDS)


@pytest.fixture(scope="module")
def posted(goal: Film, tmp_path_factory: pytest.TempPathFactory) -> Video:
    return seen_in(encode(tmp_path_factory.mktemp("goal") / "a.mp4", goal))


@pytest.mark.parametrize(
    "name", ["re-encode", "letterbox", "speed 1.05", "pillarbox", "picture in picture", "mirror", "crop 15 %"]
)
def test_a_goal_is_recognised_in_what_was_made_of_it(name: str, tmp_path: Path, goal: Film, posted: Video) -> None:
    variant = BY_NAME[name]
    copy = seen_in(encode(tmp_path / "b.mp4", variant.change(goal), variant.fps, variant.quality))
    assert [similarity.same for similarity in similar_clips(copy, [posted], rules=RULES)] == [True]


@pytest.mark.parametrize(("shot", "goals"), [(free_kick, (0, 1)), (tactical, (1, 2))])
def test_another_goal_before_a_standing_camera_is_another_clip(
    shot: Shot, goals: tuple[int, int], look: Looked
) -> None:
    """The tactical camera shows the very same ground all match: only what stirs tells."""
    one, other = (look(shot(41, goal, KICK_SECONDS)) for goal in goals)
    assert not any(similarity.same for similarity in similar_clips(one, [other], rules=RULES))
