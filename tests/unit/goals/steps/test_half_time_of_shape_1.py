"""Half a match with the documents that the release before wrote: the other half is played by today's code.

They are a recording: the World Cup final at half time, one goal complete, of the other five of eight downloads.
A shape grows by fields that may be missing; a reader takes documents with them and without.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bson import json_util
from pymongo.database import Database

from footy.goals.adapters.mongo.aliases import Aliases
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.ids import download_of
from footy.goals.steps.check_completion import check_completion
from footy.goals.steps.search_clips import search_clips
from tests.support.clips import fetched
from tests.support.containers import container_of
from tests.support.match import KICKOFF
from tests.support.matchday import Matchday
from tests.support.searches import tweet_id, video
from tests.support.uploads import Stage, staged
from tests.unit.goals.steps.one_search import Hands, Posts

RECORDED = Path(__file__).with_name("half_time_of_shape_1.json")
FINAL = 979139
COMPLETE, OPEN = "979139_26_154_Goal_1", "979139_26_266_Goal_1"
SECOND_HALF = 60 * 60


@pytest.fixture
def day(database: Database[FixtureDocument]) -> Matchday:
    for collection, documents in json_util.loads(RECORDED.read_text()).items():
        database[collection].insert_many(documents)
    day = Matchday(database)
    day.answers.play(told_at_half_time(database))
    return day


@pytest.fixture
def stage(day: Matchday) -> Iterator[Stage]:
    with staged(day.database) as stage:
        yield stage


def told_at_half_time(database: Database[FixtureDocument], **changes: Any) -> dict[str, Any]:
    live: Any = database["fixtures_live"].find_one({"_id": FINAL})
    answer = {name: live[name] for name in ("fixture", "league", "teams", "goals", "score", "events")}
    return {**answer, **changes}


def second_half(day: Matchday, *, elapsed: int, rows: list[Any], score: tuple[int, int], status: str = "2H") -> None:
    told = told_at_half_time(day.database)
    head = {**told["fixture"], "status": {"long": "", "short": status, "elapsed": elapsed, "extra": None}}
    goals = {"home": score[0], "away": score[1]}
    day.answers.play({**told, "fixture": head, "events": rows, "goals": goals})


def rows(day: Matchday) -> list[Any]:
    return list(told_at_half_time(day.database)["events"])


def ticks(day: Matchday, first: int, times: int) -> list[str]:
    return [name for n in range(times) for name in day.tick(SECOND_HALF + 30 * (first + n))]


def event(day: Matchday, event_id: str) -> EventDocument:
    [known] = [one for one in day.fixture(FINAL)["events"] if one["_event_id"] == event_id]
    return known


def test_its_goals_stay_and_nothing_is_searched_for_twice(day: Matchday) -> None:
    day.executions.known[f"goal-{OPEN}"] = "RUNNING"
    second_half(day, elapsed=60, rows=rows(day), score=(2, 0))
    assert ticks(day, 0, 4) == []
    assert [one["_event_id"] for one in day.fixture(FINAL)["events"]] == [COMPLETE, OPEN]


def test_a_goal_of_the_second_half_is_searched_for_at_its_third_tick(day: Matchday) -> None:
    day.executions.known[f"goal-{OPEN}"] = "RUNNING"
    new = {**rows(day)[0], "time": {"elapsed": 80, "extra": None}}
    second_half(day, elapsed=80, rows=[*rows(day), new], score=(3, 0))
    assert ticks(day, 0, 3) == ["goal-979139_26_154_Goal_2"]


def test_a_goal_of_the_first_half_can_be_taken_back_and_given_again_with_its_clips(day: Matchday) -> None:
    day.executions.known[f"goal-{OPEN}"] = "RUNNING"
    clips = {video["share_id"] for video in event(day, COMPLETE)["_s3_videos"]}
    before = rows(day)
    without = [row for row in before if row["player"]["id"] != 154 or row["type"] != "Goal"]
    second_half(day, elapsed=60, rows=without, score=(1, 0))
    ticks(day, 0, 3)
    assert [one["_event_id"] for one in day.fixture(FINAL)["events"]] == [OPEN]
    second_half(day, elapsed=62, rows=before, score=(2, 0))
    ticks(day, 4, 1)
    [returned] = [one for one in day.fixture(FINAL)["events"] if one["player"]["id"] == 154]
    assert clips
    assert {video["share_id"] for video in returned["_s3_videos"]} == clips


def test_its_search_goes_on_where_it_was(day: Matchday) -> None:
    known = event(day, OPEN)
    clock = Hands(known["_telemetry"]["opened_at"] + timedelta(minutes=8))
    posts = Posts(clock)
    seen = known["_discovered_videos"][0]["tweet_id"]
    posts.videos = [video(1, tweet_id=seen, posted_at=clock.moment), video(2, posted_at=clock.moment)]
    aliases = Aliases(day.database, fallback_lasts=timedelta(days=1))
    container = container_of(
        day.database, clock=clock, search_provider=posts, aliases=aliases, download_executions=day.executions
    )
    order = search_clips({"event_id": OPEN, "attempt": 8, "started": 8}, container)
    assert [clip["tweet_id"] for clip in order["clips"]] == [tweet_id(2)]
    assert order["download"] == download_of(9, OPEN)


def test_a_copy_of_a_clip_joins_it(day: Matchday, stage: Stage) -> None:
    [published] = event(day, OPEN)["_s3_videos"]
    raw: Any = stage.videos(OPEN)[0]
    copy = fetched("77", scene="any", perceptual_hash=raw["perceptual_hash"], hash_views=raw["hash_views"])
    stage.deliver(copy, download=7, goal=OPEN)
    [joined] = stage.videos(OPEN)
    assert (joined["share_id"], joined["popularity"]) == (published["share_id"], published["popularity"] + 1)


def test_it_is_archived_with_its_goals_when_their_time_is_over(day: Matchday) -> None:
    day.executions.known[f"goal-{OPEN}"] = "RUNNING"
    late = int((event(day, OPEN)["_telemetry"]["opened_at"] + timedelta(minutes=31) - KICKOFF).total_seconds())
    second_half(day, elapsed=90, rows=rows(day), score=(2, 0), status="FT")
    ends = (late - SECOND_HALF) // 30
    check_completion({"event_id": OPEN}, day.container)
    ticks(day, ends, 4)
    assert day.where(FINAL) == ["completed"]
    assert [one["_event_id"] for one in day.fixture(FINAL)["events"]] == [COMPLETE, OPEN]
