"""What operators are told, and what their buttons do."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from pymongo.database import Database

from footy.adapters.visitors import Visitors
from footy.model.clips import Manifest
from footy.model.documents import FixtureDocument
from footy.model.ids import tick_of
from footy.settings import Settings
from footy.steps.answer_operator import answer_operator
from footy.world import World
from tests.unit.api.asking import Answer, ask, request
from tests.unit.page.matchday import LINK, NOW, STAMP, clip, goal, match
from tests.unit.steps.stopped import Stopped

KEY, GOAL = "a-long-key-of-anna", "979139_26_154_Goal_1"
DOWNLOAD = f"download1-{GOAL}"


class Machine:
    """A state machine that only writes down what was started."""

    def __init__(self) -> None:
        self.started: dict[str, Mapping[str, object]] = {}

    def start(self, name: str, given: Mapping[str, object]) -> bool:
        return self.started.setdefault(name, given) is given

    def console(self, name: str) -> str:
        return f"https://console.example/{name}"


class Letters:
    def waiting(self) -> int:
        return 2

    def count(self) -> int:
        return 1

    def send_again(self, _uploads: object) -> int:
        return 1


class Orders:
    def manifest(self, download_id: str) -> Manifest:
        return {"event_id": GOAL, "download_id": download_id, "clips": []}


@pytest.fixture
def world(database: Database[FixtureDocument]) -> World:
    known = goal(
        _s3_videos=[clip()],
        _download_workflows=[DOWNLOAD],
        _telemetry={
            "opened_at": NOW,
            "executions": [f"goal-{GOAL}"],
            "attempts": [
                {
                    "n": 1,
                    "at": NOW,
                    "query": "(Messi)",
                    "found": 9,
                    "new": 9,
                    "chosen": 5,
                    "seconds": 1.0,
                    "skipped": {},
                }
            ],
            "failed_searches": [{"n": 2, "at": NOW, "query": "(Messi)", "seconds": 2.0, "error": "RateLimited"}],
        },
    )
    database["fixtures_active"].insert_one(match(known))
    ready = World(Settings(page="open", commit="0123456789ab"))
    ready.database, ready.clock, ready.machine_clock = database, Stopped(NOW), Stopped(STAMP)
    ready.visitors = Visitors({"anna": KEY}, timedelta(days=1))
    ports: dict[str, Any] = {name: Machine() for name in ("executions", "download_executions", "ingest_executions")}
    vars(ready).update(ports, uploads=Letters(), dead_letters=Letters(), work=Orders())
    return ready


def told(world: World, path: str, method: str = "GET", body: object = None, key: str = KEY) -> Answer:
    text = None if body is None else json.dumps(body)
    asked = request(method, f"/api/v1/ops/{path}", body=text, authorization=f"Bearer {key}")
    said = answer_operator(asked, world)
    return Answer(int(said["statusCode"]), said["headers"], said["body"], [])


def done(world: World, path: str, body: object = None) -> Any:
    answer = told(world, path, "POST", body)
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("key", ["", "another", "put-yours-here"])
@pytest.mark.parametrize("path", ["status", "goals", f"goals/{GOAL}", "actions"])
def test_nobody_is_told_anything_without_a_key(world: World, path: str, key: str) -> None:
    assert told(world, path, key=key).status == 401


@pytest.mark.parametrize("path", ["pause", "redrive", f"clips/{LINK}/hide", f"goals/{GOAL}/search"])
def test_nobody_acts_without_a_key(world: World, path: str) -> None:
    assert told(world, path, "POST", key="another").status == 401
    assert not world.desk.paused()


def test_how_the_system_fares(world: World) -> None:
    world.paid_posts.note(["1", "2"], NOW.date())
    said = told(world, "status").json
    assert (said["posts"]["today"], said["posts"]["today_usd"]) == (2, 0.01)
    assert said["queues"] == {"waiting": 2, "set_aside": 1}
    assert (said["live"], said["open_goals"], said["paused"]) == (1, 1, False)


def test_what_is_deployed_and_which_ticks_were_lost(world: World) -> None:
    assert told(world, "status").json["ticks"]["due"] == 0
    for seconds in range(0, 4200, 30):
        at = NOW - timedelta(seconds=4200 - seconds)
        if seconds not in {1800, 1830, 1860}:
            world.leases.note_tick(tick_of(at, at.second), "rested" if seconds == 1890 else "finished")
    said = told(world, "status").json
    assert said["ticks"] == {"due": 120, "finished": 116, "rested": 1, "overlapped": 0, "lost": 3}
    assert said["commit"] == "0123456789ab"


def test_goals_that_are_not_done_and_why(world: World) -> None:
    [waiting] = told(world, "goals").json["goals"]
    assert waiting["reason"].startswith("searching since")


def test_the_story_of_one_goal(world: World) -> None:
    story = told(world, f"goals/{GOAL}").json
    assert [(one["n"], one["error"]) for one in story["asked"]] == [(1, None), (2, "RateLimited")]
    assert story["downloads"] == [{"id": DOWNLOAD, "finished": False, "outcomes": {}}]
    assert story["executions"] == [{"name": f"goal-{GOAL}", "url": f"https://console.example/goal-{GOAL}"}]
    assert told(world, "goals/7_1_1_Goal_1").status == 404


def test_a_hidden_clip_is_gone_for_everybody_until_it_is_shown_again(world: World) -> None:
    for _ in range(2):
        done(world, f"clips/{LINK}/hide")
    assert ask(world, f"/api/v1/events/{GOAL}").json["goal"]["clips"] == []
    assert ask(world, f"/v/{LINK}").status == 410
    done(world, f"clips/{LINK}/show")
    assert ask(world, f"/v/{LINK}").status == 200
    assert told(world, "clips/7-aaaaaaaaaaaa/hide", "POST").status == 404


def test_another_search_has_a_name_and_a_deadline_of_its_own(world: World) -> None:
    done(world, f"goals/{GOAL}/search")
    assert list(vars(world)["executions"].started) == [f"goal-{GOAL}-r1"]
    event = world.events.find(GOAL)
    assert event is not None
    assert event["_telemetry"]["executions"] == [f"goal-{GOAL}", f"goal-{GOAL}-r1"]
    assert not event["_download_complete"]


def test_a_goal_whose_searches_are_used_up_is_not_searched_for_again(world: World) -> None:
    used = [f"download{n}-{GOAL}" for n in range(1, 11)]
    world.database["fixtures_active"].update_one({}, {"$set": {"events.0._download_workflows": used}})
    assert told(world, f"goals/{GOAL}/search", "POST").status == 409


def test_a_download_that_never_came_through_is_started_once_a_minute_at_most(world: World) -> None:
    assert done(world, f"downloads/{DOWNLOAD}/retry")["outcome"].startswith("started")
    assert done(world, f"downloads/{DOWNLOAD}/retry")["outcome"] == "was started a moment ago"
    assert told(world, f"downloads/download2-{GOAL}/retry", "POST").status == 404


def test_ticks_rest_until_they_are_let_go_on(world: World) -> None:
    done(world, "pause")
    assert world.desk.paused()
    assert told(world, "status").json["paused"]
    done(world, "resume")
    assert not world.desk.paused()


def test_fixtures_are_brought_in_by_hand(world: World) -> None:
    done(world, "ingest", {"date": "2022-12-18"})
    done(world, "ingest", {"fixture_ids": [979139]})
    assert [*vars(world)["ingest_executions"].started.values()] == [{"date": "2022-12-18"}, {"fixture_ids": [979139]}]
    for senseless in ({}, {"date": "tomorrow"}, {"fixture_ids": [0]}, {"date": "2022-12-18", "fixture_ids": [1]}):
        assert told(world, "ingest", "POST", senseless).status == 400


def test_who_did_what_is_written_down(world: World) -> None:
    done(world, "redrive")
    done(world, "pause")
    said = told(world, "actions").json["actions"]
    assert {(one["who"], one["what"]) for one in said} == {("anna", "redrive"), ("anna", "pause")}
