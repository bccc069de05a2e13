"""Operator console: reads, actions and their log."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.api.credentials import Operators, hash_key
from footy.api.settings import ApiSettings
from footy.api.steps.answer_operator import answer_operator
from footy.goals.model.clips import Manifest
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.ids import tick_of
from tests.support.api_requests import Answer, ask, request
from tests.support.clocks import Stopped
from tests.support.containers import Unread
from tests.support.page_match import LINK, NOW, STAMP, clip, goal, match

KEY, GOAL = "a-long-key-of-anna", "979139_26_154_Goal_1"
DOWNLOAD = f"download1-{GOAL}"


class Machine:
    """A state machine that only writes down what was started."""

    def __init__(self) -> None:
        self.started: dict[str, Mapping[str, object]] = {}

    def start(self, name: str, payload: Mapping[str, object]) -> bool:
        return self.started.setdefault(name, payload) is payload

    def console(self, name: str) -> str:
        return f"https://console.example/{name}"


class Letters:
    def backlog(self) -> int:
        return 2

    def count(self) -> int:
        return 1

    def redrive(self, _uploads: object) -> int:
        return 1


class Orders:
    def manifest(self, download_id: str) -> Manifest:
        return {"event_id": GOAL, "download_id": download_id, "clips": []}


@pytest.fixture
def container(database: Database[FixtureDocument]) -> ApiContainer:
    unfinished = goal(
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
    database["fixtures_active"].insert_one(match(unfinished))
    ready = ApiContainer(ApiSettings(page="open", commit="0123456789ab"))
    ready.database, ready.clock, ready.machine_clock = database, Stopped(NOW), Stopped(STAMP)
    ready.operators = Operators({"anna": hash_key(KEY)})
    ports: dict[str, Any] = {name: Machine() for name in ("executions", "download_executions", "ingest_executions")}
    vars(ready).update(ports, uploads=Letters(), dead_letters=Letters(), work=Orders(), takedowns=Unread())
    return ready


def ops(container: ApiContainer, path: str, method: str = "GET", body: object = None, key: str = KEY) -> Answer:
    text = None if body is None else json.dumps(body)
    event = request(method, f"/api/v1/ops/{path}", body=text, authorization=f"Bearer {key}")
    reply = answer_operator(event, container)
    return Answer(int(reply["statusCode"]), reply["headers"], reply["body"], [])


def done(container: ApiContainer, path: str, body: object = None) -> Any:
    answer = ops(container, path, "POST", body)
    assert answer.status == 200, answer.body
    return answer.json


@pytest.mark.parametrize("key", ["", "another", "put-yours-here"])
@pytest.mark.parametrize("path", ["status", "goals", f"goals/{GOAL}", "actions"])
def test_reads_without_a_key_are_refused(container: ApiContainer, path: str, key: str) -> None:
    assert ops(container, path, key=key).status == 401


@pytest.mark.parametrize("path", ["pause", "redrive", f"clips/{LINK}/hide", f"goals/{GOAL}/search"])
def test_actions_without_a_key_are_refused(container: ApiContainer, path: str) -> None:
    assert ops(container, path, "POST", key="another").status == 401
    assert not container.operator_log.paused()


def test_status_reports_posts_and_queues(container: ApiContainer) -> None:
    container.paid_posts.note(["1", "2"], NOW.date())
    body = ops(container, "status").json
    assert (body["posts"]["today"], body["posts"]["today_usd"]) == (2, 0.01)
    assert body["queues"] == {"waiting": 2, "set_aside": 1}
    assert (body["live"], body["open_goals"], body["paused"]) == (1, 1, False)


def test_status_reports_commit_and_lost_ticks(container: ApiContainer) -> None:
    assert ops(container, "status").json["ticks"]["due"] == 0
    for seconds in range(0, 4200, 30):
        at = NOW - timedelta(seconds=4200 - seconds)
        if seconds not in {1800, 1830, 1860}:
            container.leases.note_tick(tick_of(at, at.second), "skipped" if seconds == 1890 else "finished")
    body = ops(container, "status").json
    assert body["ticks"] == {"due": 120, "finished": 116, "skipped": 1, "overlapped": 0, "lost": 3}
    assert body["commit"] == "0123456789ab"


def test_goals_that_are_not_done_and_why(container: ApiContainer) -> None:
    [open_goal] = ops(container, "goals").json["goals"]
    assert open_goal["reason"].startswith("searching since")


def test_the_story_of_one_goal(container: ApiContainer) -> None:
    story = ops(container, f"goals/{GOAL}").json
    assert [(one["n"], one["error"]) for one in story["asked"]] == [(1, None), (2, "RateLimited")]
    assert story["downloads"] == [{"id": DOWNLOAD, "finished": False, "outcomes": {}}]
    assert story["executions"] == [{"name": f"goal-{GOAL}", "url": f"https://console.example/goal-{GOAL}"}]
    assert ops(container, "goals/7_1_1_Goal_1").status == 404


def test_a_hidden_clip_is_absent_until_it_is_shown_again(container: ApiContainer) -> None:
    for _ in range(2):
        done(container, f"clips/{LINK}/hide")
    assert ask(container, f"/api/v1/events/{GOAL}").json["goal"]["clips"] == []
    assert ask(container, f"/v/{LINK}").status == 410
    done(container, f"clips/{LINK}/show")
    assert ask(container, f"/v/{LINK}").status == 200
    assert ops(container, "clips/7-aaaaaaaaaaaa/hide", "POST").status == 404
    messages = vars(container)["takedowns"].messages
    assert [json.loads(message.body) for message in messages] == 3 * [{"fixture_ids": [979139]}]
    assert len({message.deduplication_id for message in messages}) == 3


def test_another_search_has_a_name_and_a_deadline_of_its_own(container: ApiContainer) -> None:
    done(container, f"goals/{GOAL}/search")
    assert list(vars(container)["executions"].started) == [f"goal-{GOAL}-r1"]
    event = container.events.find(GOAL)
    assert event is not None
    assert event["_telemetry"]["executions"] == [f"goal-{GOAL}", f"goal-{GOAL}-r1"]
    assert not event["_download_complete"]


def test_a_goal_without_searches_left_is_refused(container: ApiContainer) -> None:
    used = [f"download{n}-{GOAL}" for n in range(1, 11)]
    container.database["fixtures_active"].update_one({}, {"$set": {"events.0._download_workflows": used}})
    assert ops(container, f"goals/{GOAL}/search", "POST").status == 409


def test_an_unfinished_download_restarts_once_a_minute(container: ApiContainer) -> None:
    assert done(container, f"downloads/{DOWNLOAD}/retry")["outcome"].startswith("started")
    assert done(container, f"downloads/{DOWNLOAD}/retry")["outcome"] == "was started a moment ago"
    assert ops(container, f"downloads/download2-{GOAL}/retry", "POST").status == 404


def test_the_monitor_pauses_until_resume(container: ApiContainer) -> None:
    done(container, "pause")
    assert container.operator_log.paused()
    assert ops(container, "status").json["paused"]
    done(container, "resume")
    assert not container.operator_log.paused()


def test_fixtures_are_brought_in_by_hand(container: ApiContainer) -> None:
    done(container, "ingest", {"date": "2022-12-18"})
    done(container, "ingest", {"fixture_ids": [979139]})
    assert [*vars(container)["ingest_executions"].started.values()] == [
        {"date": "2022-12-18"},
        {"fixture_ids": [979139]},
    ]
    for senseless in ({}, {"date": "tomorrow"}, {"fixture_ids": [0]}, {"date": "2022-12-18", "fixture_ids": [1]}):
        assert ops(container, "ingest", "POST", senseless).status == 400


def test_actions_are_logged(container: ApiContainer) -> None:
    done(container, "redrive")
    done(container, "pause")
    body = ops(container, "actions").json["actions"]
    assert {(one["who"], one["what"]) for one in body} == {("anna", "redrive"), ("anna", "pause")}
