"""Bytes read by each step: independent of the other goals, and without hashes (F16)."""

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

import bson
import pytest
from pymongo import MongoClient, monitoring
from pymongo.database import Database

from footy.goals.clips.assignment.match_facts import facts_of_match
from footy.goals.clips.copies.hashes import format_views, parse_hash
from footy.goals.model.documents import FixtureDocument
from footy.goals.steps.check_completion import check_completion
from footy.goals.steps.open_search import open_search
from footy.goals.steps.upload_batch import upload_batch
from tests.support.clips import footage, stored
from tests.support.containers import container_of
from tests.support.goals import DOWNLOAD, GOAL, goal, insert
from tests.support.uploads import Stage, staged

CLIPS, FRAMES = 45, 240
READINGS = [{"at": at, "clock": "67:12", "added": "NONE", "stoppage": "NONE", "score": "2-1"} for at in (25, 50, 75)]
GOALS_OF_A_MATCH = 8
NAMES_OF_A_GOAL = 8_000  # what is read of a neighbour at most, however many hashes it has


class Meter(monitoring.CommandListener):
    """Adds up what the database answers."""

    def __init__(self) -> None:
        self.read = 0

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        """Nothing is answered yet."""

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None:
        self.read += len(bson.encode({"cursor": event.reply.get("cursor")}))

    def failed(self, event: monitoring.CommandFailedEvent) -> None:
        """Fails the test elsewhere."""


class Touches:
    """Steps on a goal with full-length clips, each measured."""

    def __init__(self, database: Database[FixtureDocument], stage: Stage, meter: Meter) -> None:
        self._database, self._stage, self._meter = database, stage, meter

    def container(self, **ports: Any) -> Any:
        return container_of(self._database, work=self._stage.work, media=self._stage.media, **ports)

    def cost(self, touch: Callable[["Touches"], object], goals: int) -> int:
        self._database["fixtures_active"].delete_many({})
        events = [self._goal(n) for n in range(goals)]
        revision = facts_of_match(cast("FixtureDocument", {"_id": 7, "events": events})).mark
        insert(self._database, *events, _clips_judged=revision)
        self._meter.read = 0
        touch(self)
        return self._meter.read

    def _goal(self, number: int) -> Any:
        views = format_views({view: parse_hash(footage(view, FRAMES)) for view in ("crop", "mirror")})
        heavy: Any = {"perceptual_hash": footage("plain", FRAMES), "hash_views": views, "frames_read": READINGS}
        videos = [stored(f"{number}-{n}", **heavy) for n in range(CLIPS)]
        name = GOAL if number == 0 else f"7_40_{number}0_Goal_1"
        return goal(_event_id=name, _s3_videos=videos, _score_before={}, _score_after={}, _twitter_aliases=["B"])


@pytest.fixture
def touches(database: Database[FixtureDocument], mongo_uri: str) -> Iterator[Touches]:
    meter = Meter()
    listened: MongoClient[FixtureDocument] = MongoClient(
        mongo_uri, tz_aware=True, event_listeners=[meter], journal=True
    )
    with staged(database) as stage, listened:
        yield Touches(listened[database.name], stage, meter)


def opens(on: Touches) -> None:
    open_search({"event_id": GOAL, "execution": "goal-x"}, on.container())


def looks_for_completion(on: Touches) -> None:
    check_completion({"event_id": GOAL}, on.container())


def looks_for_the_goal(on: Touches) -> None:
    assert on.container().events.find(GOAL) is not None


@pytest.mark.parametrize("touch", [opens, looks_for_completion, looks_for_the_goal])
def test_a_step_reads_one_goal_without_hashes(touches: Touches, touch: Callable[[Touches], None]) -> None:
    single, among = (touches.cost(touch, goals) for goals in (1, GOALS_OF_A_MATCH))
    assert single < 60_000
    assert among < single + 500 * GOALS_OF_A_MATCH


def test_a_batch_that_brings_nothing_reads_no_hashes(touches: Touches) -> None:
    def nothing_came(on: Touches) -> None:
        body = json.dumps({"event_id": GOAL, "download_id": DOWNLOAD, "verdicts": [], "posts": [], "last": True})
        message: Any = {"body": body, "group": GOAL, "deduplication_id": DOWNLOAD, "receives": 1}
        container = on.container()
        container.events.find_with_hashes = None
        assert upload_batch(message, container) == "finished"

    single, among = (touches.cost(nothing_came, goals) for goals in (1, GOALS_OF_A_MATCH))
    assert among < single + NAMES_OF_A_GOAL * GOALS_OF_A_MATCH
