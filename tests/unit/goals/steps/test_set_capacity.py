"""Sizes of the worker pools, minute by minute (D7)."""

from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from footy.core.errors import UpstreamUnavailable
from footy.core.telemetry import metrics
from footy.goals.adapters.pools.pools import PoolSize
from footy.goals.steps.set_capacity import Output, set_capacity
from tests.support.containers import container_of
from tests.support.match import KICKOFF, MESSI, goal
from tests.support.matchday import Matchday, Watch

MINUTE = timedelta(minutes=1)


@dataclass
class Workforce:
    """Pool that resizes at once unless it is slow or away."""

    size: int = 0
    resizes: list[int] = field(default_factory=list)
    slow: bool = False
    is_resizable: bool = True
    away: bool = False

    def workers(self) -> PoolSize:
        if self.away:
            raise UpstreamUnavailable("away")
        return PoolSize(self.size, 0 if self.slow else self.size, resizable=self.is_resizable)

    def resize(self, size: int) -> None:
        self.resizes.append(size)
        self.size = size


@dataclass
class Looks:
    """Validation source with its concurrency."""

    at_once: int = 2
    away: bool = False

    def set_concurrency(self, at_once: int) -> bool:
        if self.away:
            raise UpstreamUnavailable("it is being changed")
        before, self.at_once = self.at_once, at_once
        return before != at_once


class Minutes:
    """The minutes of a match day, with a pool for its clips."""

    def __init__(self, day: Matchday, **pools: Workforce) -> None:
        self.day = day
        self.pools = pools
        self.feed = Looks()

    def at(self, minutes: int) -> Output:
        watch = Watch(KICKOFF + minutes * MINUTE)
        container = container_of(self.day.database, clock=watch, pools=self.pools, validation_source=self.feed)
        container.settings = replace(container.settings, looks_feed="its id")
        return set_capacity({}, container)


def counted(name: str) -> float:
    return float(sum(metrics.metric_set.get(name, {"Value": [0.0]})["Value"]))


@pytest.fixture(autouse=True)
def _from_zero() -> None:
    metrics.clear_metrics()


@pytest.fixture
def vision() -> Workforce:
    return Workforce()


@pytest.fixture
def minutes(day: Matchday, vision: Workforce) -> Minutes:
    return Minutes(day, vision=vision)


def test_goals_make_it_larger_and_their_end_smaller(minutes: Minutes, vision: Workforce) -> None:
    minutes.day.activate(status="1H")
    minutes.at(10)
    minutes.day.play(goal(11, MESSI))
    minutes.day.tick(11 * 60)
    assert minutes.at(11) == {"open": True, "goals": 1, "sizes": {"vision": 2}}
    minutes.day.complete_downloads()
    assert [minutes.at(at)["sizes"]["vision"] for at in (22, 23)] == [2, 1]
    assert vision.resizes == [1, 2, 1]


def test_one_pool_that_is_away_does_not_keep_the_others(day: Matchday) -> None:
    minutes = Minutes(day, vision=Workforce(away=True), browser=Workforce())
    day.activate(status="1H")
    assert minutes.at(10)["sizes"] == {"browser": 1}
    assert counted("PoolsNotResized") == 1


def test_machines_that_do_not_come_are_told_after_ten_minutes(day: Matchday) -> None:
    minutes = Minutes(day, vision=Workforce(slow=True))
    day.activate(status="1H")
    behind = []
    for at in (0, 5, 10, 11):
        minutes.at(at)
        behind.append(counted("PoolsBehind"))
    assert behind == [0, 0, 0, 1]


def test_clips_are_looked_at_side_by_side_as_instances_are_ready(minutes: Minutes, vision: Workforce) -> None:
    minutes.day.activate(status="1H")
    vision.size = 3
    minutes.at(10)
    assert minutes.feed.at_once == 6
    vision.slow = True
    minutes.at(11)
    assert minutes.feed.at_once == 0, "an instance that only starts has no place yet"


def test_a_feed_that_cannot_be_told_keeps_no_pool_from_its_size(minutes: Minutes, vision: Workforce) -> None:
    minutes.day.activate(status="1H")
    minutes.feed.away = True
    assert minutes.at(10)["sizes"] == {"vision": 1}
    assert vision.resizes == [1]
    assert counted("ValidationConcurrencyStale") == 1
