"""Whole collections as text: page by page, and each document once."""

import json
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.dump import AT_ONCE, COLLECTIONS, Dump
from footy.goals.model.documents import FixtureDocument


def pages(dump: Dump, collection: str) -> list[list[Any]]:
    """The ids on each page."""
    dumped = [page := dump.page(collection)]
    while page.last is not None:
        dumped.append(page := dump.page(collection, page.last))
    return [[json.loads(line)["_id"] for line in page.lines] for page in dumped]


@pytest.mark.parametrize("number", [0, 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE])
def test_every_document_is_on_one_page(database: Database[FixtureDocument], number: int) -> None:
    for n in reversed(range(number)):
        database["paid_posts"].insert_one(cast("FixtureDocument", {"_id": f"2022-12-18/{n:03}"}))
    dumped = pages(Dump(database), "paid_posts")
    assert [one for page in dumped for one in page] == [f"2022-12-18/{n:03}" for n in range(number)]
    assert all(len(page) <= AT_ONCE for page in dumped)


def test_fixtures_are_known_wherever_they_are(database: Database[FixtureDocument]) -> None:
    for n, name in enumerate(COLLECTIONS[:3]):
        database[name].insert_one(cast("FixtureDocument", {"_id": n}))
    assert Dump(database).fixtures() == {0, 1, 2}
