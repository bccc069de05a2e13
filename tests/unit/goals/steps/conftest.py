"""Fixtures of the step tests: a match day, a search, and buckets for uploads."""

from collections import Counter
from collections.abc import Iterator

import pytest
from aws_lambda_powertools.metrics import MetricUnit
from pymongo.database import Database

from footy.core import telemetry
from footy.goals.model.documents import FixtureDocument
from tests.support.goal_search import Search
from tests.support.matchday import Matchday
from tests.support.searches import NOON
from tests.support.uploads import Stage, staged


@pytest.fixture
def day(database: Database[FixtureDocument]) -> Matchday:
    """A match day on which nothing has happened yet."""
    return Matchday(database)


@pytest.fixture
def active_day(day: Matchday) -> Matchday:
    """The same, its fixture being watched."""
    day.activate()
    return day


@pytest.fixture
def search(database: Database[FixtureDocument]) -> Search:
    """A goal that is stable and not yet searched for."""
    one_search = Search(database)
    one_search.put()
    return one_search


@pytest.fixture
def opened(search: Search) -> Search:
    """The same goal, its search opened."""
    search.put(_monitor_complete=True, _twitter_aliases=["Argentina", "Albiceleste"], _telemetry={"opened_at": NOON})
    return search


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Metrics that the test counts, summed by name."""
    counts = Counter[str]()

    def add(name: str, unit: MetricUnit, value: float) -> None:
        if unit is MetricUnit.Count:
            counts[name] += int(value)

    monkeypatch.setattr(telemetry.metrics, "add_metric", add)
    return counts


@pytest.fixture
def stage(database: Database[FixtureDocument]) -> Iterator[Stage]:
    """Empty buckets beside the database."""
    with staged(database) as ready:
        yield ready
