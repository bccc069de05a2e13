"""Alias resolution of one team: cache, Wikidata and fallback (A7, A8)."""

from datetime import datetime, timedelta

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.aliases import Aliases
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.teams import Team
from footy.goals.search.aliases import TeamName
from footy.goals.search.candidates import KnownTeam
from footy.goals.steps.resolve_aliases import resolve_aliases
from tests.support.containers import container_of
from tests.support.searches import NOON

LIVERPOOL: Team = {"id": 40, "name": "Liverpool", "national": False, "country": "England"}
DAY = timedelta(days=1)
REDS = KnownTeam("Q1130849", (TeamName("The Reds", "nickname"), TeamName("LFC", "alias")))


class Library:
    """Knows what the test lets it know, and how often it was asked."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self.aliases = Aliases(database, fallback_lasts=DAY)
        self.moment = NOON
        self.known: KnownTeam | None = REDS
        self.asked = 0

    def now(self) -> datetime:
        return self.moment

    def names_of(self, _team: Team, *, seconds: float) -> KnownTeam | None:
        assert seconds > 0
        self.asked += 1
        return self.known

    def resolve(self, team: Team = LIVERPOOL, *, refresh: bool = False) -> int:
        container = container_of(aliases=self.aliases, wikidata=self, clock=self)
        return resolve_aliases({**team, "refresh": refresh}, container)["aliases"]

    def cached(self) -> list[str]:
        entry = self.aliases.find(40, self.moment)
        assert entry is not None
        return entry["aliases"]


@pytest.fixture
def library(database: Database[FixtureDocument]) -> Library:
    return Library(database)


def test_a_team_is_resolved_once(library: Library) -> None:
    assert library.resolve() == 3
    library.moment += 300 * DAY
    assert library.resolve() == 3
    assert library.asked == 1
    assert library.cached() == ["Liverpool", "Reds", "LFC"]


def test_a_team_nobody_knows_is_asked_for_again_after_a_day(library: Library) -> None:
    library.known = None
    assert library.resolve() == 1
    assert library.resolve() == 1
    assert library.asked == 1
    library.moment += DAY
    library.known = REDS
    assert library.resolve() == 3
    assert library.asked == 2


def test_a_refresh_asks_anew(library: Library) -> None:
    library.resolve()
    library.known = KnownTeam("Q1130849", (TeamName("The Kop", "nickname"),))
    assert library.resolve(refresh=True) == 2
    assert library.cached() == ["Liverpool", "Kop"]


def test_a_refresh_that_finds_nothing_keeps_what_was_known(library: Library) -> None:
    library.resolve()
    library.known = None
    assert library.resolve(refresh=True) == 3
    assert library.cached() == ["Liverpool", "Reds", "LFC"]


def test_a_team_with_a_new_name_is_asked_for_by_it(library: Library) -> None:
    library.resolve()
    library.resolve({**LIVERPOOL, "name": "Liverpool FC"})
    assert library.asked == 2
    assert library.cached()[0] == "Liverpool FC"
