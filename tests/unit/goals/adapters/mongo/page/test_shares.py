"""Targets of share links (G11, G12)."""

from collections.abc import Iterator

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.fixtures.moves import Moves
from footy.goals.adapters.mongo.page.shares import Shares
from footy.goals.clips.sharing import RemovedClip, SharedClip, SupersededClip, fixture_shared, new_share_id
from footy.goals.model.documents import FixtureDocument
from tests.support.clips import fetched
from tests.support.goals import GOAL, NOON, goal, insert
from tests.support.uploads import Stage, staged
from tests.support.var_removal import reattribute, take_away

CORRECTED = "7_40_10_Goal_1"


@pytest.fixture
def stage(database: Database[FixtureDocument]) -> Iterator[Stage]:
    with staged(database) as ready:
        insert(database, goal())
        ready.deliver(fetched("a", scene="goal"))
        yield ready


@pytest.fixture
def link(stage: Stage) -> str:
    """The link to clip a."""
    return stage.only()["share_id"]


def better(stage: Stage, download: int = 2, size: int = 5000, goal_id: str = GOAL) -> str:
    """A better clip of the same scene, and its link."""
    stage.deliver(fetched(f"{size}", scene="goal", file_size=size), download=download, goal=goal_id)
    return stage.only(goal_id)["share_id"]


def test_a_replaced_clip_redirects_in_one_step(stage: Stage, link: str) -> None:
    second = better(stage)
    third = better(stage, 3, 9000)
    shares = Shares(stage.database)
    assert shares.resolve(link) == shares.resolve(second) == SupersededClip(third)
    assert isinstance(shares.resolve(third), SharedClip)


def test_to_the_clip_that_joined_several(stage: Stage, link: str) -> None:
    stage.deliver(fetched("b", scene="replay"), download=2)
    other = next(video["share_id"] for video in stage.videos() if video["share_id"] != link)
    first, last = (video["perceptual_hash"] for video in stage.videos())
    joined = fetched("c", duration=40.0, perceptual_hash=f"{first},{last.removeprefix('dense:0.25:')}")
    stage.deliver(joined, download=3)
    shares = Shares(stage.database)
    assert shares.resolve(link) == shares.resolve(other) == SupersededClip(stage.only()["share_id"])


def test_to_the_same_clip_after_its_scorer_was_corrected(stage: Stage, link: str) -> None:
    reattribute(stage.database, GOAL, CORRECTED)
    target = Shares(stage.database).resolve(link)
    assert isinstance(target, SharedClip)
    assert target.event_id == CORRECTED
    assert Shares(stage.database).resolve(link) == target
    assert Shares(stage.database).resolve(better(stage, goal_id=CORRECTED)) != target


@pytest.mark.parametrize("scorer", [GOAL, CORRECTED])
def test_to_the_reason_when_its_goal_was_taken_away(stage: Stage, link: str, scorer: str) -> None:
    second = better(stage)
    if scorer == CORRECTED:
        reattribute(stage.database, GOAL, CORRECTED)
    take_away(stage.database, scorer)
    shares = Shares(stage.database)
    assert shares.resolve(link) == shares.resolve(second) == RemovedClip("var")
    Moves(stage.database).move([7], "active", "completed", NOON)
    assert shares.resolve(link) == RemovedClip("var")


def test_to_the_reason_when_its_fixture_is_no_longer_kept(stage: Stage, link: str) -> None:
    stage.database["fixtures_active"].delete_one({"_id": 7})
    assert Shares(stage.database).resolve(link) == RemovedClip("no_longer_kept")


@pytest.mark.parametrize("text", ["", "x", "7", "7-", "7-xyz", "../7-000000000000", "7-0000000000000", "-000000000000"])
def test_foreign_links_lead_nowhere(stage: Stage, text: str) -> None:
    assert fixture_shared(text) is None
    assert Shares(stage.database).resolve(text) is None


def test_a_link_names_its_fixture_and_no_two_are_alike() -> None:
    links = {new_share_id(1_390_001) for _ in range(100)}
    assert len(links) == 100
    assert {fixture_shared(link) for link in links} == {1_390_001}
