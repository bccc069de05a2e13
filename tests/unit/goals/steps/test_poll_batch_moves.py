"""Moves of polled fixtures: activation, postponement, reopening (F2, F3, F7 to F9, F26)."""

from datetime import timedelta

import httpx
import pytest

from footy.core.errors import QuotaExhausted, UpstreamUnavailable
from footy.goals.adapters.football import football
from footy.goals.model.collections import CollectionName
from tests.support.api_football import envelope
from tests.support.match import FIXTURE, KICKOFF, MESSI, goal
from tests.support.matchday import Matchday, tick_after

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"


class TestWaitingFixtures:
    @pytest.mark.parametrize(
        ("status", "minutes", "place"),
        [
            ("NS", 31, "staging"),
            ("NS", 30, "active"),
            ("1H", 300, "active"),
            ("PST", 10, "staging"),
            ("CANC", 300, "completed"),
        ],
    )
    def test_staging_moves_by_status_and_kick_off(
        self, day: Matchday, status: str, minutes: int, place: CollectionName
    ) -> None:
        day.put("staging")
        day.play(status=status, kickoff=KICKOFF + timedelta(minutes=minutes))
        plan = day.plan(KICKOFF)
        assert day.poll(plan["tick"], plan["batches"][0]) == []
        assert day.where() == [place]
        assert day.fixture()["fixture"]["status"]["short"] == status

    def test_an_activated_fixture_has_no_goals_yet(self, day: Matchday) -> None:
        day.put("staging")
        day.play(goal(3), status="1H")
        day.tick(0)
        assert (day.fixture()["events"], day.fixture()["activated_at"]) == ([], KICKOFF)
        day.tick(30)
        assert day.goal["_event_id"] == GOAL_ID

    def test_a_failed_poll_of_staging_is_repeated_by_the_next_tick(self, day: Matchday) -> None:
        day.put("staging")
        day.answers.failure = httpx.Response(503)
        with pytest.raises(UpstreamUnavailable):
            day.tick(0)
        day.finish(tick_after(0))
        day.answers.failure = None
        day.play(status="NS", kickoff=KICKOFF + timedelta(minutes=20))
        day.tick(30)
        assert day.where() == ["active"]


def postpone(day: Matchday) -> None:
    """Three ticks in a row say so."""
    day.play(status="PST")
    for seconds in (30, 60, 90):
        day.tick(seconds)


class TestPostponement:
    def test_a_postponed_fixture_keeps_its_goals(self, active_day: Matchday) -> None:
        active_day.play(goal(23))
        active_day.tick(0)
        before = active_day.goals
        postpone(active_day)
        assert active_day.where() == ["staging"]
        assert active_day.goals == before


class TestReopening:
    """A whistle told too early, a match abandoned and resumed."""

    @pytest.fixture
    def archived(self, active_day: Matchday) -> Matchday:
        active_day.play(goal(23))
        active_day.tick(0)
        active_day.events.update(active_day.goal["_event_id"], {"$set": {"events.$._download_complete": True}})
        active_day.play(goal(23), status="FT")
        for seconds in (30, 60, 90):
            active_day.tick(seconds)
        assert active_day.where() == ["completed"]
        return active_day

    @pytest.mark.parametrize(("status", "place"), [("2H", "active"), ("NS", "staging"), ("FT", "completed")])
    def test_recently_archived_fixtures_are_polled_at_the_marks(
        self, archived: Matchday, status: str, place: CollectionName
    ) -> None:
        archived.play(goal(23), status=status)
        archived.tick(600)
        assert archived.where() == ["completed"]
        archived.tick(900)
        assert archived.where() == [place]
        assert len(archived.goals) == 1

    def test_archived_fixtures_of_a_failed_request_stay_due(
        self, day: Matchday, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(football, "PARALLEL_REQUESTS", 1)
        ids = range(1, day.rules.poll_batch_size + 2)
        for fixture_id in ids:
            day.put("completed", fixture_id, status="FT", completed_at=KICKOFF, events=[])
            day.play(fixture_id=fixture_id, status="FT")
        day.answers.refused_after = (1, httpx.Response(500))
        day.tick(900)
        day.answers.refused_after = None
        day.tick(930)
        assert [query["ids"].split("-") for query in day.answers.requests[1:]] == [[str(ids[-1])]] * 2

    def test_an_overdue_fixture_is_reopened_for_its_final_status(self, active_day: Matchday) -> None:
        active_day.play(status="2H")
        active_day.tick(0)
        five_hours = 5 * 60 * 60
        active_day.answers.failure = httpx.Response(200, json=envelope(errors={"requests": "limit"}))
        with pytest.raises(QuotaExhausted):
            active_day.tick(five_hours)
        active_day.finish(tick_after(five_hours))
        assert active_day.where() == ["completed"]
        active_day.answers.failure = None
        active_day.play(goal(80), status="FT")
        for seconds in (900, 930):
            active_day.tick(five_hours + seconds)
        assert active_day.where() == ["active"]
        assert (active_day.fixture()["goals"], active_day.goal["_event_id"]) == ({"home": 1, "away": 0}, GOAL_ID)
