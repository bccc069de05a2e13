"""The cache of team aliases."""

from datetime import timedelta
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.aliases import Aliases
from footy.goals.model.documents import AliasDocument, FixtureDocument
from tests.support.searches import NOON

DAY = timedelta(days=1)


@pytest.fixture
def aliases(database: Database[FixtureDocument]) -> Aliases:
    return Aliases(database, fallback_lasts=DAY)


def aliases_of(**changes: Any) -> AliasDocument:
    document: dict[str, Any] = {
        "_id": 40,
        "name": "Liverpool",
        "national": False,
        "country": "England",
        "aliases": ["Liverpool", "LFC", "Reds"],
        "source": "wikidata",
        "entity": "Q1130849",
        "resolved_at": NOON,
    }
    return cast("AliasDocument", document | changes)


def test_what_was_saved_is_found(aliases: Aliases) -> None:
    aliases.save(aliases_of())
    assert aliases.find(40, NOON) == aliases_of()
    assert aliases.find(41, NOON) is None


def test_what_was_resolved_lasts(aliases: Aliases) -> None:
    aliases.save(aliases_of())
    assert aliases.find(40, NOON + 1000 * DAY) == aliases_of()


def test_a_fallback_lasts_a_day(aliases: Aliases) -> None:
    fallback = aliases_of(source="fallback", entity=None, aliases=["Liverpool"])
    aliases.save(fallback)
    assert aliases.find(40, NOON + DAY - timedelta(seconds=1)) == fallback
    assert aliases.find(40, NOON + DAY) is None


def test_what_is_saved_replaces_what_was_known(aliases: Aliases) -> None:
    aliases.save(aliases_of(source="fallback", entity=None))
    aliases.save(aliases_of(aliases=["Liverpool", "LFC"]))
    assert aliases.find(40, NOON) == aliases_of(aliases=["Liverpool", "LFC"])
