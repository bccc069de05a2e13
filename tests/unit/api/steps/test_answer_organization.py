"""Image requests of organisations over HTTP."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from pymongo.database import Database

from footy.api.steps.answer_organization import answer_organization
from footy.goals.model.documents import FixtureDocument
from tests.support.api_requests import Answer, request
from tests.support.image_desk import Desk
from tests.support.organizations import CLUB, RIVAL, serving

NAME = "a goal (1).png"


def ask(
    database: Database[FixtureDocument],
    method: str,
    path: str = "",
    *,
    token: str = CLUB.text,
    body: Any = None,
    query: str = "",
) -> Answer:
    text = None if body is None else json.dumps(body)
    event = request(method, f"/api/v1/images{path}", query, text, authorization=f"Bearer {token}" if token else "")
    reply = answer_organization(event, serving(database))
    return Answer(int(reply["statusCode"]), reply["headers"], reply["body"], [])


@pytest.fixture
def stored(database: Database[FixtureDocument]) -> Database[FixtureDocument]:
    desk = Desk(database)
    desk.accept(desk.upload("A", f"club/{NAME}"))
    return database


@pytest.mark.parametrize("token", ["", "nonsense", "club.one.wrong"])
def test_requests_without_a_token_are_refused(database: Database[FixtureDocument], token: str) -> None:
    assert ask(database, "GET", token=token).status == 401
    assert ask(database, "POST", token=token, body={"name": NAME, "content_type": "image/png"}).status == 401


def test_its_images_and_not_those_of_others(stored: Database[FixtureDocument]) -> None:
    assert [image["name"] for image in ask(stored, "GET").json["images"]] == [NAME]
    assert ask(stored, "GET", token=RIVAL.text).json["images"] == []
    assert ask(stored, "GET", f"/{quote(NAME)}").json["name"] == NAME
    assert ask(stored, "GET", f"/{NAME}").json["name"] == NAME
    assert ask(stored, "GET", f"/{quote(NAME)}", token=RIVAL.text).status == 404


@pytest.mark.parametrize(
    "name",
    ["2026/hero.png", "Mu\u0308ller.png", "9.41\u202fAM.png", 'a "goal" #1.png', "100%.png", "retry", "\u26bd/retry"],
)
def test_encoded_and_decoded_names_are_found(database: Database[FixtureDocument], name: str) -> None:
    desk = Desk(database)
    desk.accept(desk.upload("A", f"club/{name}"))
    for address in (name, quote(name, safe="")):
        assert ask(database, "GET", f"/{address}").json["name"] == name
        assert ask(database, "POST", f"/{address}/retry").json["name"] == name


def test_a_404_for_another_organisation_is_not_cached(stored: Database[FixtureDocument]) -> None:
    refused = ask(stored, "GET", f"/{quote(NAME)}", token=RIVAL.text)
    assert (refused.status, refused.headers["Cache-Control"]) == (404, "no-store")


def test_leave_to_upload_is_for_pictures_of_proper_names(database: Database[FixtureDocument]) -> None:
    ticket = ask(database, "POST", body={"name": NAME, "content_type": "image/png"})
    assert ticket.status == 200
    assert ticket.json["name"] == NAME
    for senseless in (
        {"name": NAME},
        {"name": NAME, "content_type": "text/html"},
        {"name": "../x", "content_type": "image/png"},
    ):
        assert ask(database, "POST", body=senseless).status == 400


def test_one_that_is_asked_for_again_and_one_that_is_not_there(stored: Database[FixtureDocument]) -> None:
    assert ask(stored, "POST", f"/{quote(NAME)}/retry").json["name"] == NAME
    assert ask(stored, "DELETE", "/nothing.png").status == 404


def test_only_the_owner_deletes_an_image_and_its_object(
    database: Database[FixtureDocument],
) -> None:
    desk, container = Desk(database), serving(database)
    container.uploaded_images = desk.container.uploaded_images
    desk.accept(desk.upload("A", f"club/{NAME}"))
    address = f"/api/v1/images/{quote(NAME)}"

    def delete(token: str) -> int:
        return int(
            answer_organization(request("DELETE", address, authorization=f"Bearer {token}"), container)["statusCode"]
        )

    assert delete(RIVAL.text) == 404
    assert desk.bucket.newest(f"club/{NAME}") == "A"
    assert delete(CLUB.text) == 200
    assert desk.bucket.newest(f"club/{NAME}") is None
    desk.accept(desk.bucket.events[-1])
    assert ask(database, "GET").json["images"] == []
    assert delete(CLUB.text) == 404


def test_used_up_uploads_are_a_problem_with_the_time_to_wait(database: Database[FixtureDocument]) -> None:
    container = serving(database, images_per_day=1)
    text = json.dumps({"name": NAME, "content_type": "image/png"})
    event = request("POST", "/api/v1/images", "", text, authorization=f"Bearer {CLUB.text}")
    first, second = (answer_organization(event, container) for _ in range(2))
    assert (first["statusCode"], second["statusCode"]) == (200, 429)
    assert second["headers"]["Retry-After"] == str(24 * 60 * 60)
    assert second["headers"]["Content-Type"] == "application/problem+json"
    assert "its 1 uploads of today" in json.loads(second["body"])["detail"]
