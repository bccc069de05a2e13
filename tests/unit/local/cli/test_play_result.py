"""Result of a match day: misplaced clips and inconsistent objects are problems."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from local.cli.placement import PostFootage
from local.cli.play import Play
from local.stack.stack import Stack
from tests.support.clips import stored
from tests.support.goals import goal, insert
from tests.support.uploads import Stage, published, staged

SCORED = (7, "67", "M. Ødegaard")


@pytest.fixture
def stage(database: Database[FixtureDocument]) -> Iterator[Stage]:
    """A goal with one published clip, of a completed fixture."""
    with staged(database) as ready:
        facts: dict[str, Any] = {
            "teams": {"home": {"name": "Homeham"}, "away": {"name": "Awayton"}},
            "goals": {"home": 1, "away": 0},
            "fixture": {"id": 7, "status": {"short": "FT", "elapsed": 90}},
        }
        done = goal(
            _s3_videos=[stored("a", _s3_key=published("a"))],
            _download_complete=True,
            _monitor_workflows=[],
            _score_after={"home": 1, "away": 0},
        )
        insert(database, done, place="completed", **facts)
        ready.s3.put_object(Bucket="media", Key=published("a"), Body=b"a")
        yield ready


def play_of(stage: Stage) -> Play:
    """Return a play whose stack has only buckets and a database."""
    clients = SimpleNamespace(client={"s3": stage.s3, "stepfunctions": None}.__getitem__)
    play = Play(cast("Stack", SimpleNamespace(aws=clients, database=stage.database)))
    play._outputs["data"] = {"MediaBucket": "media"}
    return play


def test_clip_under_its_goal_is_no_problem(stage: Stage) -> None:
    summary = play_of(stage).conclude([SCORED], {"a": PostFootage(identifies=True, goal=SCORED)})
    assert (summary.problems, summary.placement.right, summary.objects) == ([], 1, 1)


def test_clip_under_another_goal_is_a_problem(stage: Stage) -> None:
    summary = play_of(stage).conclude([SCORED], {"a": PostFootage(identifies=True, goal=(7, "80", "M. Ødegaard"))})
    assert summary.problems == ["clip a under M. Ødegaard 67' of fixture 7 shows M. Ødegaard 80'"]


def test_missing_object_is_another_problem(stage: Stage) -> None:
    stage.s3.delete_object(Bucket="media", Key=published("a"))
    summary = play_of(stage).conclude([SCORED], {"a": PostFootage(identifies=True, goal=None)})
    assert len(summary.problems) == 2
