"""Leave to upload: one object, of one type, no larger than allowed, for the organisation of the token."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.core.errors import MalformedRequest, TokenRefused, UploadQuotaReached
from footy.goals.model.documents import FixtureDocument
from footy.images.rules.tokens import Claim
from footy.images.steps.upload_image import upload_image
from tests.support.image_cloud import AT
from tests.support.image_pipeline import Time
from tests.support.organizations import CLUB, RIVAL, serving


@pytest.fixture
def ask(database: Database[FixtureDocument]) -> Any:
    container = serving(database)

    def requests(token: str = CLUB.text, name: str = "hero.png", content_type: str = "image/png") -> Any:
        return upload_image({"token": token, "name": name, "content_type": content_type}, container)

    return requests


def test_the_form_is_for_this_object_only(ask: Any) -> None:
    form = ask()
    policy = json.loads(base64.b64decode(form.fields["policy"]))
    conditions = policy["conditions"]
    assert form.fields["key"] == "club/hero.png"
    assert {"key": "club/hero.png"} in conditions
    assert {"bucket": "uploads"} in conditions
    assert {"Content-Type": "image/png"} in conditions
    assert ["content-length-range", 1, 5 * 1024 * 1024] in conditions
    assert form.max_bytes == 5 * 1024 * 1024
    assert form.expires_at == AT + timedelta(minutes=15)


@pytest.mark.parametrize("name", ["../rival/hero.png", "rival/hero.png", "..", "${filename}"])
def test_no_name_leads_out_of_it(ask: Any, name: str) -> None:
    with pytest.raises(MalformedRequest):
        ask(name=name)


@pytest.mark.parametrize("content_type", ["image/svg+xml", "text/html", "", "image/png; charset=x"])
def test_only_pictures_are_taken(ask: Any, content_type: str) -> None:
    with pytest.raises(MalformedRequest):
        ask(content_type=content_type)


@pytest.mark.parametrize("token", ["", "club", "club.t1.guess", "club.t2.secret", "other.t1.secret", "rival.t1.secret"])
def test_without_a_token_that_is_good_there_is_none(ask: Any, token: str) -> None:
    with pytest.raises(TokenRefused):
        ask(token)


def test_a_token_that_was_revoked_is_good_for_nothing(database: Database[FixtureDocument]) -> None:
    container = serving(database)
    assert container.organizations.revoke("club", "t1")
    assert not container.organizations.revoke("club", "t1")
    with pytest.raises(TokenRefused):
        upload_image({"token": CLUB.text, "name": "hero.png", "content_type": "image/png"}, container)


def test_uploads_of_a_day_are_limited_per_organisation(database: Database[FixtureDocument]) -> None:
    container = serving(database, images_per_day=2)

    def offer(claim: Claim) -> None:
        upload_image({"token": claim.text, "name": "hero.png", "content_type": "image/png"}, container)

    offer(CLUB)
    offer(CLUB)
    for _ in range(2):
        with pytest.raises(UploadQuotaReached, match="its 2 uploads of today") as refusal:
            offer(CLUB)
    assert refusal.value.retry_after == timedelta(days=1).total_seconds()
    offer(RIVAL)
    cast("Time", container.clock).moment += timedelta(days=1)
    offer(CLUB)


def test_requests_at_midnight_are_all_counted(database: Database[FixtureDocument]) -> None:
    organizations = serving(database).organizations
    assert organizations.count_upload("club", "2026-11-19", 1)
    with ThreadPoolExecutor(8) as pool:
        admitted = list(pool.map(lambda _: organizations.count_upload("club", "2026-11-20", 5), range(8)))
    assert admitted.count(True) == 5


def test_requests_without_a_form_are_not_counted(database: Database[FixtureDocument]) -> None:
    container = serving(database, images_per_day=1)
    with pytest.raises(MalformedRequest):
        upload_image({"token": CLUB.text, "name": "..", "content_type": "image/png"}, container)
    upload_image({"token": CLUB.text, "name": "hero.png", "content_type": "image/png"}, container)
