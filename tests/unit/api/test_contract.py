"""Every answer matches the OpenAPI document, for any request."""

import json
import random
import string
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pymongo.database import Database

from footy.api.application import DOCUMENT, description
from footy.api.container import ApiContainer
from footy.api.credentials import Operators, hash_key
from footy.api.settings import ApiSettings
from footy.api.steps.answer_operator import answer_operator
from footy.api.steps.answer_organization import answer_organization
from footy.api.steps.answer_request import answer_request, applications
from footy.goals.model.documents import FixtureDocument
from tests.support.api_requests import Answer, ask, request
from tests.support.clocks import Stopped
from tests.support.image_desk import Desk
from tests.support.organizations import CLUB, serving
from tests.support.page_match import LINK, NOW, OLD_LINK, OTHER_LINK, STAMP, clip, goal, match, tombstone

KEY, GOAL = "a-long-key-of-anna", "979139_26_154_Goal_1"
MALFORMED, SEED = 500, 20_261_119
VALUES: Mapping[str, tuple[str, ...]] = {
    "fixture_id": ("979139", "5", "0", "x"),
    "event_id": (GOAL, "979139_26_154_Goal_2", "979139_26_154_Goal_9", "nonsense"),
    "share_id": (LINK, OTHER_LINK, OLD_LINK, "7-aaaaaaaaaaaa", "nonsense"),
    "date": ("2022-12-18", "2022-12-19", "tomorrow"),
    "league": ("1", "2", "-1"),
    "team": ("26", "999", "x"),
    "live": ("true", "false", "perhaps"),
    "since": ("2022-12-18T15:30:00Z", "noon"),
    "name": ("hero.png", "nothing.png", "../hero.png"),
    "q": ("mes", "m", ""),
    "cursor": (str(int(STAMP.timestamp())), "nonsense"),
}
STRANGE = ("", "\x00", "%", "%00", "..", "../..", "'", '"', "<script>", "{}", "$gt", "٣", "𝒳", "-1", "1e9", "9" * 400)


@pytest.fixture
def container(database: Database[FixtureDocument]) -> ApiContainer:
    played = match(
        goal(_s3_videos=[clip(previous_share_ids=[OTHER_LINK])], _telemetry={"opened_at": NOW}),
        _removed_events=[tombstone(goal(2, minute=35))],
    )
    database["fixtures_active"].insert_one(played)
    Desk(database).accepted()
    ready = ApiContainer(ApiSettings(page="open"))
    ready.database, ready.clock, ready.machine_clock = database, Stopped(NOW), Stopped(STAMP)
    club = serving(database)
    ready.uploaded_images, ready.thumbnails = club.uploaded_images, club.thumbnails
    ready.operators = Operators({"anna": hash_key(KEY)})
    return ready


def function_of(path: str) -> Callable[[dict[str, Any], ApiContainer], dict[str, Any]]:
    """Each function has its paths."""
    if path.startswith("/api/v1/images"):
        return answer_organization
    return answer_operator if path.startswith("/api/v1/ops") else answer_request


def answered(container: ApiContainer, event: dict[str, Any]) -> Answer:
    reply = function_of(event["rawPath"])(event, container)
    return Answer(int(reply["statusCode"]), reply["headers"], reply.get("body") or "", [])


def described() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return every read; /ops/status needs queues and has a separate test."""
    for path, methods in json.loads(description(applications))["paths"].items():
        if "get" in methods and path != "/api/v1/ops/status":
            yield path, methods["get"]


def asked_of(path: str, operation: Mapping[str, Any], n: int) -> dict[str, Any]:
    query = []
    for parameter in operation.get("parameters", []):
        name = parameter["name"]
        if name not in VALUES:
            continue
        value = VALUES[name][n % len(VALUES[name])]
        if parameter["in"] == "path":
            path = path.replace(f"{{{name}}}", value)
        elif n or parameter.get("required"):  # the first one asks for no more than it must
            query.append(f"{name}={quote(value)}")
    key = CLUB.text if path.startswith("/api/v1/images") else KEY
    return request("GET", path, "&".join(query), authorization=f"Bearer {key}")


@pytest.mark.parametrize(("path", "operation"), [pytest.param(*one, id=one[0]) for one in described()])
def test_every_answer_is_one_that_is_described(
    container: ApiContainer, path: str, operation: Mapping[str, Any]
) -> None:
    shapes = json.loads(description(applications))["components"]
    statuses = set[int]()
    for n in range(8):
        answer = answered(container, asked_of(path, operation, n))
        statuses.add(answer.status)
        documented = operation["responses"].get(str(answer.status))
        assert documented is not None, f"{answer.status} is not described"
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        if answer.body and (schema := documented.get("content", {}).get(kind, {}).get("schema")):
            body = json.loads(answer.body) if kind.endswith("json") else answer.body
            Draft202012Validator({**schema, "components": shapes}).validate(body)
    assert statuses & {200, 302}, "nothing but refusals shows nothing"


def test_the_document_is_served_and_has_every_door() -> None:
    served = ask(ApiContainer(ApiSettings(page="closed")), DOCUMENT)
    assert served.status == 200
    paths = served.json["paths"]
    assert {path: sorted(paths[path]) for path in paths if "images" in path} == {
        "/api/v1/images": ["get", "post"],
        "/api/v1/images/{name}": ["delete", "get"],
        "/api/v1/images/{name}/retry": ["post"],
    }
    assert {"/feeds/leagues/{league}", "/feeds/teams/{team}", "/api/v1/ops/status", "/api/v1/events"} <= paths.keys()


def test_no_two_shapes_share_a_name() -> None:
    """The documents of several applications are one: what they call the same has to be the same."""
    schemas: dict[str, Any] = {}
    for app in applications():
        documented = json.loads(app.get_openapi_json_schema())["components"]["schemas"]
        assert [name for name in documented.keys() & schemas.keys() if documented[name] != schemas[name]] == []
        schemas |= documented


def strange_request(chance: random.Random) -> dict[str, Any]:
    """Something that no page of ours asks."""
    schemas = [path for path, _ in described()]
    path = chance.choice(
        [*schemas, "/", "/api/v1", "/api/v1/session", "/v/", "/api/v1/ops/ingest", "/api/v1/ops/pause"]
    )
    word = chance.choice([*STRANGE, "".join(chance.choices(string.printable, k=chance.randrange(40)))])
    path = path.replace("{fixture_id}", word).replace("{event_id}", word).replace("{share_id}", word)
    path = path.replace("{name}", word)
    query = "&".join(f"{name}={chance.choice(STRANGE)}" for name in chance.sample([*VALUES, "x", ""], 3))
    named = ("last-event-id", "if-none-match", "authorization", "cookie", "content-type")
    headers = {name: chance.choice([*STRANGE, "multipart/form-data", "text/xml"]) for name in named}
    body = chance.choice([None, "", "{", "[]", '{"password": 1}', '{"password": "' + "x" * 5000 + '"}', word])
    event = request(chance.choice(["GET", "POST", "HEAD", "PUT", "DELETE"]), path, query, body, **headers)
    if chance.random() < 0.2:
        event["isBase64Encoded"] = True
    if chance.random() < 0.2:
        del event["queryStringParameters"]
    return event


def test_nothing_that_anybody_sends_is_a_failure_of_ours(container: ApiContainer) -> None:
    chance = random.Random(SEED)
    for n in range(MALFORMED):
        event = strange_request(chance)
        answer = answered(container, event)
        assert answer.status < 500, f"request {n}: {event}"
        assert "Traceback" not in answer.body
