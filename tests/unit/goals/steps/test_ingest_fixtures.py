"""Ingest: window, routing, manual mode and teams (F1, F2, F4 to F6)."""

from datetime import timedelta

import httpx
import pytest
from pymongo.database import Database

from footy.core.errors import AccessDenied, UpstreamUnavailable
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import FixtureDocument
from tests.support.api_football import entry, envelope
from tests.support.interruptions import Crash, before_write, crash
from tests.support.match import KICKOFF
from tests.support.matchday import Matchday

MIDNIGHT = KICKOFF.replace(hour=0, minute=5)
PREMIER_LEAGUE, ENGLAND = 39, 10


@pytest.fixture
def day(database: Database[FixtureDocument]) -> Matchday:
    match_day = Matchday(database)
    match_day.watch.time = MIDNIGHT
    return match_day


def on(day: Matchday, ahead: int, fixture_id: int, status: str = "NS", league: int = PREMIER_LEAGUE) -> None:
    """A fixture so many days ahead."""
    kickoff = KICKOFF + timedelta(days=ahead)
    teams = (fixture_id * 10 + 1001, fixture_id * 10 + 1002)
    day.answers.play(entry(fixture_id, status, None, kickoff=kickoff, league=league, teams=teams))
    day.answers.days.setdefault(kickoff.date().isoformat(), []).append(fixture_id)


def days_asked(day: Matchday) -> list[int]:
    dates = [query["date"] for query in day.answers.requests]
    return [(KICKOFF.fromisoformat(date).date() - MIDNIGHT.date()).days for date in dates]


class TestWindow:
    def test_three_days_are_fetched(self, day: Matchday) -> None:
        for ahead in (0, 1, 2, 3):
            on(day, ahead, ahead + 1)
        day.ingest()
        assert days_asked(day) == [0, 1, 2]
        assert [day.where(fixture_id) for fixture_id in (1, 2, 3, 4)] == [["staging"]] * 3 + [[]]

    def test_an_empty_tomorrow_looks_ahead_to_the_next_day(self, day: Matchday) -> None:
        on(day, 0, 1)
        on(day, 9, 2)
        on(day, 10, 3)
        day.ingest()
        assert days_asked(day) == list(range(10))
        assert (day.where(2), day.where(3)) == (["staging"], [])

    def test_the_search_ends_after_thirty_days(self, day: Matchday) -> None:
        assert day.ingest() == []
        assert days_asked(day) == list(range(31))

    def test_a_plan_that_sees_only_so_far_is_enough_for_today(self, day: Matchday) -> None:
        on(day, 0, 1)
        refused = httpx.Response(200, json=envelope(errors={"plan": "Free plans do not have access to this date"}))
        day.answers.refused_after = (1, refused)
        assert len(day.ingest()) == 2
        assert day.where(1) == ["staging"]

    @pytest.mark.parametrize(
        ("error", "name"), [({"token": "wrong"}, AccessDenied), ({"bug": "ours"}, UpstreamUnavailable)]
    )
    def test_an_outage_never_reads_as_no_matches(
        self, day: Matchday, error: dict[str, str], name: type[Exception]
    ) -> None:
        day.answers.failure = httpx.Response(200, json=envelope(errors=error))
        with pytest.raises(name):
            day.ingest()


class TestRouting:
    @pytest.mark.parametrize(
        ("status", "place"),
        [
            ("TBD", "staging"),
            ("NS", "staging"),
            ("PST", "staging"),
            ("1H", "active"),
            ("SUSP", "active"),
            ("FT", "completed"),
        ],
    )
    def test_each_status_goes_to_its_collection(self, day: Matchday, status: str, place: CollectionName) -> None:
        on(day, 0, 1, status)
        day.ingest()
        assert day.where(1) == [place]

    @pytest.mark.parametrize(
        ("place", "was", "status"), [("staging", "NS", "2H"), ("active", "1H", "2H"), ("completed", "FT", "FT")]
    )
    def test_a_known_fixture_is_left_as_it_is(
        self, day: Matchday, place: CollectionName, was: str, status: str
    ) -> None:
        day.put(place, 1, status=was, note="as it was")
        before = day.fixture(1)
        on(day, 0, 1, status)
        day.ingest()
        assert day.fixture(1) == before

    @pytest.mark.parametrize("ended", ["ABD", "SUSP"])
    def test_an_archived_one_whose_other_day_comes_waits_for_it(self, day: Matchday, ended: str) -> None:
        long_ago = MIDNIGHT - timedelta(days=day.rules.reopening_days + 3)
        day.put("completed", 1, status=ended, completed_at=long_ago, events=[{"_event_id": f"1_26_{ended}_Goal_1"}])
        on(day, 2, 1)
        day.ingest()
        assert day.where(1) == ["staging"]
        assert [goal["_event_id"] for goal in day.fixture(1)["events"]] == [f"1_26_{ended}_Goal_1"]

    def test_only_tracked_leagues_and_teams_are_followed(self, day: Matchday) -> None:
        on(day, 0, 1, league=186)
        day.answers.play(entry(2, "NS", None, league=10, teams=(ENGLAND, 5000)))
        day.answers.days[MIDNIGHT.date().isoformat()].append(2)
        day.ingest()
        assert (day.where(1), day.where(2)) == ([], ["staging"])

    def test_one_that_cannot_be_read_does_not_keep_the_others_out(self, day: Matchday) -> None:
        on(day, 0, 1)
        on(day, 0, 2)
        del day.answers.entries[1]["teams"]["home"]["id"]
        day.ingest()
        assert (day.where(1), day.where(2)) == ([], ["staging"])


class TestByHand:
    def test_fixtures_are_ingested_by_id_even_if_nobody_tracks_them(self, day: Matchday) -> None:
        for fixture_id in range(1, 26):
            on(day, 0, fixture_id, league=186)
        day.ingest({"fixture_ids": list(range(1, 26))})
        # side by side: the smaller one may be asked first
        assert sorted(len(query["ids"].split("-")) for query in day.answers.requests) == [5, 20]
        assert all(day.where(fixture_id) == ["staging"] for fixture_id in range(1, 26))

    def test_a_day_is_ingested(self, day: Matchday) -> None:
        on(day, 5, 1)
        day.ingest({"date": (KICKOFF + timedelta(days=5)).date().isoformat()})
        assert days_asked(day) == [5]
        assert day.where(1) == ["staging"]


class TestTeams:
    def test_both_teams_of_what_is_still_to_be_played_are_told_once(self, day: Matchday) -> None:
        on(day, 0, 1)
        on(day, 1, 2, "FT")
        on(day, 2, 3)
        teams = day.ingest()
        assert [team["id"] for team in teams] == [1011, 1012, 1031, 1032]
        assert teams[0] == {"id": 1011, "name": "Team 1011", "national": False, "country": "World"}

    def test_opponents_of_national_teams_are_national_teams(self, day: Matchday) -> None:
        day.answers.play(entry(2, "NS", None, league=10, teams=(ENGLAND, 5000)))
        assert [team["national"] for team in day.ingest({"fixture_ids": [2]})] == [True, True]

    def test_a_crash_is_made_good_by_the_next_run(self, day: Matchday) -> None:
        for ahead in (0, 1, 2):
            on(day, ahead, ahead + 1)
        with before_write(1, crash), pytest.raises(Crash):
            day.ingest()
        assert len(day.ingest()) == 6
        assert [day.where(fixture_id) for fixture_id in (1, 2, 3)] == [["staging"]] * 3
