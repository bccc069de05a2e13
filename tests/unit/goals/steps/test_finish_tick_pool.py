"""Size and capacity type of the clips pool."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

import pytest

from footy.core.errors import UpstreamUnavailable
from footy.goals.capacity.capacity_type import WorkerService
from footy.goals.fixtures.rows import EventRow
from footy.goals.steps import finish_tick
from tests.support.match import AWAY, DI_MARIA, KICKOFF, MBAPPE, goal
from tests.support.matchday import Matchday

SAFE, SPARE = "safe", "spare"
GOALS = [goal(minute, who, AWAY) for minute in (5, 25, 45, 65, 85) for who in (MBAPPE, DI_MARIA)]


@dataclass
class Ground:
    """Two services of ECS, of which each starts only as many as there is room for."""

    room: dict[str, int] = field(default_factory=lambda: {SAFE: 99, SPARE: 99})
    desired: dict[str, int] = field(default_factory=lambda: {SAFE: 0, SPARE: 0})
    requests: list[tuple[str, int]] = field(default_factory=list)
    away: bool = False
    services = (SAFE, SPARE)

    def standing(self) -> Mapping[str, WorkerService]:
        if self.away:
            raise UpstreamUnavailable("away")
        return {name: WorkerService(count, min(count, self.room[name])) for name, count in self.desired.items()}

    def hold(self, service: str, workers: int) -> None:
        self.requests.append((service, workers))
        self.desired[service] = workers


@dataclass
class Evening:
    """A match day whose ticks size the pool on that ground."""

    day: Matchday
    ground: Ground
    counted: dict[str, float]

    def tick(self, seconds: int, *goals: EventRow) -> dict[str, int]:
        """Return the size of each service after a tick with these goals."""
        self.day.play(*goals)
        plan = self.day.plan(KICKOFF + timedelta(seconds=seconds - seconds % 60), seconds % 60)
        for batch in plan["batches"]:
            self.day.poll(plan["tick"], batch)
        self.counted.clear()
        container = self.day.container
        container.clips_pool = cast("Any", self.ground)
        finish_tick.finish_tick({"tick": plan["tick"]}, container)
        return self.ground.desired


@pytest.fixture
def evening(day: Matchday, monkeypatch: pytest.MonkeyPatch) -> Evening:
    counted: dict[str, float] = {}
    monkeypatch.setattr(finish_tick, "count", lambda name, value=1: counted.update({name: value}))
    day.activate()
    return Evening(day, Ground(), counted)


def test_a_worker_starts_at_the_first_sight_of_a_goal(
    evening: Evening,
) -> None:
    assert evening.tick(0) == {SAFE: 0, SPARE: 0}
    assert evening.tick(30, goal(10)) == {SAFE: 1, SPARE: 0}
    assert not evening.day.goal["_monitor_complete"], "it is still being confirmed"


def test_an_unchanged_size_is_not_requested_again(evening: Evening) -> None:
    for seconds in (0, 30, 60):
        evening.tick(seconds, *GOALS[:6])
    assert evening.ground.requests == [(SAFE, 1), (SPARE, 2)]


def test_missing_spot_workers_run_on_demand_meanwhile(evening: Evening) -> None:
    evening.ground.room[SPARE] = 1
    assert evening.tick(0, *GOALS) == {SAFE: 1, SPARE: 4}
    assert evening.tick(30, *GOALS) == {SAFE: 4, SPARE: 4}
    assert evening.counted["SpotCapacityMissing"] == 3
    evening.ground.room[SPARE] = 99
    assert evening.tick(60, *GOALS) == {SAFE: 1, SPARE: 4}
    assert "SpotCapacityMissing" not in evening.counted


@pytest.mark.parametrize("trouble", ["away", "gone"])
def test_an_unreachable_pool_does_not_fail_the_tick(evening: Evening, trouble: str) -> None:
    evening.tick(0, *GOALS)
    if trouble == "away":
        evening.ground.away = True
    else:
        del evening.ground.desired[SPARE]
    requests = list(evening.ground.requests)
    evening.tick(30)
    assert evening.ground.requests == requests
    assert (evening.counted["PoolUnknown"], evening.counted["TicksFinished"]) == (1, 1)
