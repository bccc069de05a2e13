"""Outages of the database at any write of a tick (F16)."""

from datetime import timedelta
from typing import Any

import pytest
from pymongo.errors import NotPrimaryError

from footy.core.errors import UpstreamUnavailable
from tests.support.interruptions import before_write
from tests.support.match import KICKOFF, goal
from tests.support.matchday import Matchday

STORIES: dict[str, dict[str, Any]] = {
    "goals": {"rows": [goal(10)]},
    "postponed": {"rows": [], "status": "PST", "kickoff": KICKOFF + timedelta(days=30)},
    "archived": {"rows": [], "status": "FT", "winner": True},
}
PLACES = {"goals": "active", "postponed": "staging", "archived": "completed"}
# taking the lease is two of them the first time; then the budget, what the API says, and the decisions
WRITES = 5


def step_down() -> None:
    raise NotPrimaryError("not primary")


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("n", range(WRITES))
def test_an_outage_ends_the_tick_and_the_next_one_makes_it_good(active_day: Matchday, story: str, n: int) -> None:
    facts = dict(STORIES[story])
    active_day.play(*facts.pop("rows"), **facts)
    with before_write(n, step_down), pytest.raises(UpstreamUnavailable):
        active_day.tick(0)
    active_day.database["leases"].delete_many({})
    assert active_day.where(), "nothing is lost"
    for seconds in (60, 90, 120, 150):
        active_day.tick(seconds)
    assert active_day.where() == [PLACES[story]]
