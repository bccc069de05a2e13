import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
from pymongo.collection import Collection
from pymongo.database import Database

from footy.adapters.mongo.active import Active, Applied
from footy.errors import AccessDenied, FootyError, QuotaExhausted, RateLimited, UpstreamUnavailable
from footy.fixtures.rows import Person
from footy.fixtures.starting import ExecutionStatus
from footy.model.documents import FixtureDocument
from footy.model.places import Place
from footy.settings import Rules
from tests.unit.adapters.mongo.interruptions import before_write
from tests.unit.fixtures.builders import AWAY, DI_MARIA, FIXTURE, KICKOFF, MBAPPE, MESSI, NOBODY, goal
from tests.unit.fixtures.football import entry, envelope, event
from tests.unit.matchday import Matchday, tick_after

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"
SEARCH = f"goal-{GOAL_ID}"
Lines = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def watched(day: Matchday) -> Matchday:
    day.watched()
    return day


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Lines:
    lines: Lines = []
    monkeypatch.setattr("footy.steps.poll_batch.say", lambda action, **facts: lines.append((action, facts)))
    return lines


def stable(day: Matchday) -> None:
    """Three ticks have seen a goal, and its search was started."""
    day.play(goal(23))
    assert [day.tick(seconds) for seconds in (0, 30, 60)] == [[], [], [SEARCH]]


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
    def test_they_go_where_their_status_and_kick_off_say(
        self, day: Matchday, status: str, minutes: int, place: Place
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

    def test_a_new_kick_off_is_noted(self, day: Matchday) -> None:
        day.put("staging")
        later = KICKOFF + timedelta(days=2)
        day.play(status="NS", kickoff=later)
        day.tick(0)
        assert day.fixture()["fixture"]["date"] == later.isoformat()

    def test_an_api_that_fails_at_the_mark_is_asked_again_by_the_next_tick(self, day: Matchday) -> None:
        day.put("staging")
        day.answers.failure = httpx.Response(503)
        with pytest.raises(UpstreamUnavailable):
            day.tick(0)
        day.finish(tick_after(0))
        day.answers.failure = None
        day.play(status="NS", kickoff=KICKOFF + timedelta(minutes=20))
        day.tick(30)
        assert day.where() == ["active"]

    def test_one_that_the_api_leaves_out_is_asked_for_at_the_next_mark(self, day: Matchday) -> None:
        day.put("staging")
        for seconds in (0, 30, 60, 900):
            day.tick(seconds)
        assert day.where() == ["staging"]
        assert len(day.answers.asked) == 2


class TestPostponement:
    def test_an_active_fixture_goes_back_with_its_goals(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        before = watched.goals
        watched.play(status="PST")
        watched.tick(30)
        assert watched.where() == ["staging"]
        assert watched.goals == before

    def test_its_goals_go_on_when_it_does(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        watched.play(status="PST")
        watched.tick(30)
        watched.play(goal(23), status="2H")
        watched.tick(900)
        watched.tick(930)
        assert watched.where() == ["active"]
        assert watched.goal["_monitor_workflows"] == [tick_after(0), tick_after(930)]

    def test_a_search_still_finds_its_goal_there(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        watched.play(status="PST")
        watched.tick(30)
        watched.open_search()
        assert watched.goal["_monitor_complete"] is True

    def test_one_that_is_abandoned_then_is_archived_when_its_goals_are_settled(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        watched.play(status="PST")
        watched.tick(30)
        watched.open_search()
        watched.complete_downloads()
        watched.play(goal(23), status="ABD")
        places = []
        for seconds in (900, 930, 960, 990):
            watched.tick(seconds)
            places += watched.where()
        assert places == ["active", "active", "active", "completed"]


class TestFailedPolls:
    @pytest.mark.parametrize(
        ("failure", "error"),
        [
            (httpx.Response(500), UpstreamUnavailable),
            (httpx.Response(429), RateLimited),
            (httpx.Response(200, json=envelope(errors={"requests": "limit"})), QuotaExhausted),
            (httpx.Response(200, json=envelope(errors={"access": "suspended"})), AccessDenied),
            (httpx.Response(200, text="<html>"), UpstreamUnavailable),
        ],
    )
    def test_nothing_is_counted_as_missing(
        self, watched: Matchday, failure: httpx.Response, error: type[FootyError]
    ) -> None:
        watched.play(goal(23))
        watched.tick(0)
        before = watched.fixture()
        watched.answers.failure = failure
        with pytest.raises(error):
            watched.tick(30)
        assert watched.fixture() == before

    def test_a_fixture_that_is_left_out_was_not_polled(self, day: Matchday) -> None:
        day.watched(1, 2)
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        day.tick(0)
        del day.answers.entries[2]
        day.play(fixture_id=1)
        day.tick(30)
        dropped = {fixture_id: day.fixture(fixture_id)["events"][0]["_drop_workflows"] for fixture_id in (1, 2)}
        assert dropped == {1: [tick_after(30)], 2: []}

    def test_a_fixture_that_cannot_be_read_harms_only_itself(self, day: Matchday) -> None:
        day.watched(1, 2, 3)
        for fixture_id in (1, 3):
            day.play(goal(23), fixture_id=fixture_id)
        day.answers.entries[2] = {"fixture": {"id": 2}}
        day.tick(0)
        assert [len(day.fixture(fixture_id)["events"]) for fixture_id in (1, 2, 3)] == [1, 0, 1]

    def test_a_goal_that_cannot_be_read_is_not_missing(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        watched.play({**event(goal(23)), "team": None}, goal(60, MBAPPE, AWAY))
        watched.tick(30)
        assert [len(found["_drop_workflows"]) for found in watched.goals] == [0, 0]

    @pytest.mark.parametrize("strange", [{"lineups": 2**80}, {"statistics": "\ud800"}])
    def test_what_the_database_cannot_hold_harms_only_its_fixture(self, day: Matchday, strange: dict[str, Any]) -> None:
        day.watched(1, 2)
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        day.answers.entries[1] |= strange
        day.tick(0)
        assert [len(day.fixture(fixture_id)["events"]) for fixture_id in (1, 2)] == [0, 1]

    @pytest.mark.parametrize("damage", [{"events": [{"_event_id": "1_2_3_Goal_1"}]}, {"_removed_events": 3}])
    def test_a_damaged_fixture_does_not_stop_the_others(self, day: Matchday, damage: dict[str, Any]) -> None:
        day.watched(1, 2)
        day.database["fixtures_active"].update_one({"_id": 1}, {"$set": damage})
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        plan = day.plan(KICKOFF)
        day.poll(plan["tick"], plan["batches"][0])
        assert len(day.fixture(2)["events"]) == 1


class TestPolls:
    def test_the_raw_body_is_kept(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        [live] = watched.database["fixtures_live"].find()
        assert json.loads(json.dumps(entry(FIXTURE, "2H", [goal(23)]))).items() <= dict(live).items()

    def test_a_retried_tick_changes_nothing(self, watched: Matchday) -> None:
        watched.play(goal(23), goal(40, NOBODY))
        plan = watched.plan(KICKOFF)
        watched.poll(plan["tick"], plan["batches"][0])
        before = watched.fixture()
        watched.poll(plan["tick"], plan["batches"][0])
        assert watched.fixture() == before

    def test_a_fixture_that_left_meanwhile_is_left_alone(self, watched: Matchday) -> None:
        plan = watched.plan(KICKOFF)
        watched.play(status="FT", winner=True)
        watched.poll(plan["tick"], plan["batches"][0])
        watched.finish(plan["tick"])
        assert watched.poll(plan["tick"], plan["batches"][0]) == []
        assert watched.where() == ["completed"]

    def test_what_a_search_writes_meanwhile_is_kept(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        plan = watched.plan(KICKOFF, 30)
        with before_write(1, watched.open_search):
            watched.poll(plan["tick"], plan["batches"][0])
        assert watched.goal["_monitor_complete"] is True
        assert watched.fixture()["_last_monitor"] == KICKOFF + timedelta(seconds=30)

    def test_a_fixture_that_never_rests_is_given_up_for_this_tick(self, watched: Matchday) -> None:
        watched.play(goal(23))
        plan = watched.plan(KICKOFF)
        restless = watched.database["fixtures_active"]
        with pytest.MonkeyPatch.context() as patch:
            write = Collection.bulk_write

            def first_somebody_else(room: Collection[Any], *arguments: Any, **named: Any) -> Any:
                restless.find_one_and_update({}, {"$set": {"_written": str(len(room.name) * id(arguments))}})
                return write(room, *arguments, **named)

            patch.setattr(Collection, "bulk_write", first_somebody_else)
            assert watched.poll(plan["tick"], plan["batches"][0]) == []
        assert watched.goals == []

    def test_round_trips_do_not_grow_with_the_fixtures(self, day: Matchday) -> None:
        day.watched(*range(1, 61))
        counts = []
        for playing in (range(1, 2), range(1, 61)):
            for fixture_id in playing:
                day.play(goal(23), fixture_id=fixture_id)
            batch = {"kind": "active", "ids": list(playing)}
            counts.append(_round_trips(lambda: day.poll(tick_after(0), batch)))  # type: ignore[arg-type]  # noqa: B023
        assert counts[0] == counts[1] == 3


class TestSearches:
    def test_a_stable_goal_is_searched_for(self, watched: Matchday) -> None:
        stable(watched)
        assert watched.goal["_telemetry"]["executions"] == [SEARCH]
        assert watched.executions.asked == []

    def test_one_that_was_not_opened_yet_is_left_to_run(self, watched: Matchday) -> None:
        stable(watched)
        assert watched.tick(90) == []
        assert watched.executions.asked == [SEARCH]

    def test_one_whose_start_failed_is_started_again_under_its_name(self, watched: Matchday) -> None:
        stable(watched)
        watched.executions.known.clear()
        assert watched.tick(90) == [SEARCH]
        assert watched.goal["_telemetry"]["executions"] == [SEARCH]

    @pytest.mark.parametrize("end", ["FAILED", "TIMED_OUT", "ABORTED", "SUCCEEDED"])
    def test_one_that_ended_before_it_was_opened_is_started_under_the_next_name(
        self, watched: Matchday, end: ExecutionStatus
    ) -> None:
        stable(watched)
        watched.executions.known[SEARCH] = end
        assert watched.tick(90) == [f"{SEARCH}-r1"]
        assert watched.tick(120) == []
        watched.executions.known[f"{SEARCH}-r1"] = end
        assert watched.tick(150) == [f"{SEARCH}-r2"]
        assert watched.goal["_telemetry"]["executions"] == [SEARCH, f"{SEARCH}-r1", f"{SEARCH}-r2"]

    @pytest.mark.parametrize(
        ("status", "starts"),
        [("RUNNING", []), ("SUCCEEDED", []), ("FAILED", [f"{SEARCH}-r1"]), ("ABORTED", [f"{SEARCH}-r1"])],
    )
    def test_one_that_fell_silent_is_looked_for(
        self, watched: Matchday, status: ExecutionStatus, starts: list[str]
    ) -> None:
        stable(watched)
        watched.open_search()
        watched.executions.known[SEARCH] = status
        assert watched.tick(60 + 150) == []
        assert watched.executions.asked == []
        assert watched.tick(60 + 180) == starts

    def test_one_past_its_deadline_is_not_started_again(self, watched: Matchday) -> None:
        stable(watched)
        watched.open_search()
        watched.executions.known[SEARCH] = "FAILED"
        assert watched.tick(60 + 30 * 60) == []

    def test_a_crash_before_the_start_starts_it_with_the_next_tick(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        watched.tick(30)
        plan = watched.plan(KICKOFF + timedelta(minutes=1))
        assert [started["execution"] for started in watched.poll(plan["tick"], plan["batches"][0])] == [SEARCH]
        watched.finish(plan["tick"])
        assert watched.tick(90) == [SEARCH]

    def test_a_corrected_scorer_starts_no_second_search(self, watched: Matchday) -> None:
        stable(watched)
        watched.play(goal(23, DI_MARIA))
        assert watched.tick(90) == []
        watched.executions.known[SEARCH] = "FAILED"
        assert watched.tick(120) == [f"goal-{FIXTURE}_26_{DI_MARIA.id}_Goal_1-r1"]

    def test_one_that_cannot_be_looked_up_is_looked_up_by_the_next_tick(self, watched: Matchday) -> None:
        stable(watched)
        watched.executions.known[SEARCH] = "FAILED"
        watched.executions.unreachable = True
        assert watched.tick(90) == []
        watched.executions.unreachable = False
        assert watched.tick(120) == [f"{SEARCH}-r1"]

    def test_a_name_without_an_id_is_searched_for(self, watched: Matchday) -> None:
        watched.play(goal(23, Person(None, "J. E. de Andrade")))
        assert [watched.tick(seconds) for seconds in (0, 30, 60)][2] == [f"goal-{FIXTURE}_26_j-e-de-andrade_Goal_1"]

    def test_the_numbers_are_those_of_the_deployment(self, database: Database[FixtureDocument]) -> None:
        day = Matchday(database, replace(Rules(), stable_ticks=2))
        day.watched()
        day.play(goal(23))
        assert [day.tick(0), day.tick(30)] == [[], [SEARCH]]


class TestLog:
    def test_a_poll_names_the_fixtures_that_were_answered(self, day: Matchday, said: Lines) -> None:
        day.watched(1, 2)
        day.play(fixture_id=1)
        day.tick(0)
        assert said == [("polled", {"kind": "active", "ids": [1]})]

    def test_a_poll_that_fails_names_none(self, watched: Matchday, said: Lines) -> None:
        watched.answers.failure = httpx.Response(500)
        with pytest.raises(UpstreamUnavailable):
            watched.tick(0)
        assert said == []

    def test_a_goal_that_is_missed_and_one_that_is_back_are_told(self, watched: Matchday, said: Lines) -> None:
        for seconds, rows in ((0, [goal(23)]), (30, []), (60, [goal(23)])):
            watched.play(*rows)
            watched.tick(seconds)
        assert [line for line in said if line[0] != "polled"] == [
            ("goal_discovered", {"event_id": GOAL_ID}),
            ("goal_missed", {"event_id": GOAL_ID, "misses": 1}),
            ("goal_seen_again", {"event_id": GOAL_ID, "misses": 1}),
        ]

    def test_what_is_decided_again_because_somebody_wrote_meanwhile_is_told_once(
        self, day: Matchday, said: Lines
    ) -> None:
        day.watched(1, 2)
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        plan, room = day.plan(KICKOFF), day.database["fixtures_active"]
        with before_write(1, lambda: room.update_one({"_id": 2}, {"$set": {"_written": "by another"}})):
            day.poll(plan["tick"], plan["batches"][0])
        assert said[1:] == [
            ("goal_discovered", {"event_id": f"{fixture_id}_26_{MESSI.id}_Goal_1"}) for fixture_id in (1, 2)
        ]

    def test_what_was_not_written_is_not_told(self, watched: Matchday, said: Lines) -> None:
        watched.play(goal(23))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Active, "apply", lambda *_: Applied(complete=False, broken={}))
            watched.tick(0)
        assert [action for action, _ in said] == ["polled"]

    def test_a_postponed_fixture_is_told_where_it_went(self, watched: Matchday, said: Lines) -> None:
        watched.play(status="PST")
        watched.tick(0)
        assert said[1:] == [("fixtures_moved", {"ids": [FIXTURE], "to": "staging"})]

    def test_a_waiting_fixture_that_begins_is_told_too(self, day: Matchday, said: Lines) -> None:
        day.put("staging")
        day.play(status="1H")
        day.tick(0)
        assert said == [
            ("polled", {"kind": "staging", "ids": [FIXTURE]}),
            ("fixtures_moved", {"ids": [FIXTURE], "to": "active"}),
        ]


def _round_trips(work: Any) -> int:
    """How often the database is asked, the budget of the API and the live bodies aside."""
    asked: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for name in ("find", "find_one", "bulk_write", "update_one", "insert_one", "delete_many"):
            original = getattr(Collection, name)

            def counted(room: Any, *arguments: Any, _name: str = name, _original: Any = original, **named: Any) -> Any:
                asked.append(f"{room.name}.{_name}")
                return _original(room, *arguments, **named)

            patch.setattr(Collection, name, counted)
        work()
    return len(asked)
