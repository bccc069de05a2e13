"""What a match day asks of the stack that it is played on."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pymongo.database import Database
from rich.console import Console

from footy.core.clock import MatchClock, Pace
from footy.goals.adapters.mongo.leases import Leases
from footy.goals.model.documents import FixtureDocument
from local.aws.server import Ministack
from local.cli.live_table import Screen
from local.cli.play import Play
from local.stack.home import Home
from local.stack.stack import Stack

BEGAN = datetime(2025, 7, 5, 18, 0, tzinfo=UTC)
FIRST, SECOND = "2025-07-05T17:59:00Z", "2025-07-05T18:01:00Z"
LASTING = timedelta(minutes=5)


@pytest.fixture
def play(tmp_path: Path, database: Database[FixtureDocument]) -> Play:
    """Two minutes after it began."""
    home = Home(tmp_path)
    home.prepare()
    MatchClock(home.clock).write(Pace(0.0, BEGAN + timedelta(minutes=2), 0.0))
    stack = Stack(home, Screen(Console(file=io.StringIO())), None, 60.0)
    stack.aws, stack.database = Ministack(home.aws, port=9), database
    return Play(stack)


def test_the_workers_are_warm_when_a_tick_has_come_to_its_end_since_the_clock_goes(play: Play) -> None:
    leases = Leases(play.stack.database)
    assert not play.has_ticked(BEGAN), "nobody has ticked"
    leases.take(FIRST, BEGAN - timedelta(minutes=1), LASTING)
    leases.release(FIRST, BEGAN - timedelta(seconds=30))
    assert not play.has_ticked(BEGAN), "that was before"
    leases.take(SECOND, BEGAN + timedelta(minutes=1), LASTING)
    assert not play.has_ticked(BEGAN), "it is still at work"
    leases.release(SECOND, BEGAN + timedelta(minutes=1, seconds=20))
    assert play.has_ticked(BEGAN)
