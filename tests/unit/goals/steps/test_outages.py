"""The primary steps down at any write of a tick: the tick fails under our name, as no fixture's own failure."""

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
def test_an_outage_ends_the_tick_and_the_next_one_makes_it_good(watched: Matchday, story: str, n: int) -> None:
    told = dict(STORIES[story])
    watched.play(*told.pop("rows"), **told)
    with before_write(n, step_down), pytest.raises(UpstreamUnavailable):
        watched.tick(0)
    watched.database["leases"].delete_many({})
    assert watched.where(), "nothing is lost"
    for seconds in (60, 90, 120, 150):
        watched.tick(seconds)
    assert watched.where() == [PLACES[story]]
