"""Hourly start of the daily ingest, and fixtures that ended unwatched (F4, F26)."""

from collections import Counter
from datetime import timedelta

import httpx
import pytest
from pymongo.database import Database

from footy.core.errors import UpstreamUnavailable
from footy.goals.model.documents import FixtureDocument
from footy.goals.steps import ingest_fixtures as room
from tests.support.api_football import envelope
from tests.support.match import KICKOFF
from tests.support.matchday import Matchday
from tests.unit.goals.steps.test_ingest_fixtures import MIDNIGHT, on


class TestOnceADay:
    @pytest.fixture
    def day(self, database: Database[FixtureDocument]) -> Matchday:
        match_day = Matchday(database)
        match_day.watch.time = MIDNIGHT
        return match_day

    def test_the_next_hour_does_nothing(self, day: Matchday, counted: Counter[str]) -> None:
        on(day, 0, 1)
        assert not started(day, hour=0)["done"]
        before = len(day.answers.requests)
        assert started(day, hour=1) == {"fixtures": 0, "teams": [], "done": True}
        assert len(day.answers.requests) == before
        assert counted["IngestsFinished"] == 2

    def test_a_failed_ingest_is_repeated_by_the_next_hour(self, day: Matchday, counted: Counter[str]) -> None:
        on(day, 0, 1)
        day.answers.failure = httpx.Response(200, json=envelope(errors={"bug": "ours"}))
        with pytest.raises(UpstreamUnavailable):
            started(day, hour=0)
        assert not counted["IngestsFinished"]
        day.answers.failure = None
        assert not started(day, hour=1)["done"]
        assert day.where(1) == ["staging"]

    def test_by_hand_it_always_runs_and_the_day_is_done(self, day: Matchday) -> None:
        started(day, hour=0)
        on(day, 0, 1)
        assert len(day.ingest({})) == 2
        assert started(day, hour=1)["done"]

    @pytest.mark.parametrize("order", [{"fixture_ids": [1]}, {"date": "2022-12-18"}])
    def test_what_was_asked_for_by_hand_is_not_the_day(
        self, day: Matchday, counted: Counter[str], order: room.Input
    ) -> None:
        on(day, 0, 1)
        day.ingest(order)
        assert not counted["IngestsFinished"]
        assert not started(day, hour=1)["done"]

    def test_a_scheduled_day_looks_again_at_the_archive(self, day: Matchday) -> None:
        day.put("completed", 1, status="FT", completed_at=MIDNIGHT - timedelta(hours=3), events=[])
        day.play(fixture_id=1, status="2H")
        started(day, hour=0)
        assert day.where(1) == ["active"]


def started(day: Matchday, *, hour: int) -> room.Output:
    """The run of that hour."""
    day.watch.time = MIDNIGHT + timedelta(hours=hour)
    return room.ingest_fixtures({"scheduled": day.watch.time.isoformat()}, day.container)


class TestSeenTooLate:
    """A fixture that was over before anybody watched it is archived without its goals."""

    @pytest.fixture
    def day(self, database: Database[FixtureDocument]) -> Matchday:
        match_day = Matchday(database)
        match_day.watch.time = MIDNIGHT
        return match_day

    def test_an_ingest_tells_it_and_counts_it(self, day: Matchday, counted: Counter[str]) -> None:
        on(day, 0, 1, "FT")
        day.answers.entries[1]["goals"] = {"home": 2, "away": 1}
        day.ingest()
        assert counted["FixturesMissed"] == 1
        assert day.fixture(1)["completed_because"] == "unwatched"

    def test_a_tick_tells_it_and_counts_it(self, day: Matchday, counted: Counter[str]) -> None:
        day.put("staging")
        day.play(status="FT", goals=(2, 1), kickoff=KICKOFF)
        day.tick(0)
        assert counted["FixturesMissed"] == 1
        assert day.fixture()["completed_because"] == "unwatched"

    @pytest.mark.parametrize(("status", "goals"), [("FT", (0, 0)), ("CANC", (None, None)), ("AWD", (3, 0))])
    def test_nothing_was_missed_where_nobody_scored(
        self,
        day: Matchday,
        counted: Counter[str],
        status: str,
        goals: tuple[int | None, int | None],
    ) -> None:
        day.put("staging")
        day.play(status=status, goals=goals)
        day.tick(0)
        assert not counted["FixturesMissed"]
        assert day.fixture()["completed_because"] == "ended"
