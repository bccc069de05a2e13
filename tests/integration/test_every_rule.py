"""Three matches at once that cover the rules of fixtures and goals (F3, F18, F22, G2 to G15)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from footy.goals.model.documents import EventDocument, FixtureDocument, Tombstone
from footy.goals.model.ids import moment_of
from footy.goals.model.keys import key_in
from tests.integration.conftest import Played
from tests.integration.lines import Line

pytestmark = [pytest.mark.xdist_group("matches"), pytest.mark.soak, pytest.mark.long]

CUP, SHOOT_OUT, POSTPONED = 9910001, 9910002, 9910003
VARELA_1, VARELA_2 = f"{CUP}_991001_9910011_Goal_1", f"{CUP}_991001_9910011_Goal_2"
MARLOWE = f"{CUP}_991001_9910013_Goal_1"
CANCELLED, SORREL = f"{CUP}_991002_9910021_Goal_1", f"{CUP}_991002_9910021_Goal_2"
OWN_GOAL = f"{CUP}_991002_9910012_Goal_1"
UNKNOWN_SCORER, QUILLAN = f"{SHOOT_OUT}_991004_0_Goal_1", f"{SHOOT_OUT}_991004_9910041_Goal_1"
HARROW, PELLOW = f"{SHOOT_OUT}_991003_9910031_Goal_1", f"{SHOOT_OUT}_991003_9910032_Goal_1"
HOLLIS_1, HOLLIS_2 = f"{CUP}_991001_9910014_Goal_1", f"{CUP}_991001_9910014_Goal_2"
TARRANT = f"{POSTPONED}_991005_9910051_Goal_1"
GOALS = {VARELA_1, VARELA_2, SORREL, OWN_GOAL, MARLOWE, HOLLIS_1, HOLLIS_2, QUILLAN, PELLOW, TARRANT}


@dataclass(frozen=True, slots=True)
class Polls:
    """Log lines of all polls."""

    lines: list[Line]

    def said(self, action: str) -> list[Line]:
        return [line for line in self.lines if line["action"] == action]

    def of(self, fixture_id: int) -> set[datetime]:
        """Return the ticks with an answer about a fixture."""
        return {tick_of(line) for line in self.said("polled") if fixture_id in line["ids"]}

    def without(self, fixture_id: int) -> set[datetime]:
        """Return the ticks whose answer omits a fixture."""
        return {tick_of(line) for line in self.said("fixtures_omitted") if fixture_id in line["ids"]}

    def unanswered(self) -> set[datetime]:
        """Return the ticks that got only server errors."""
        refused = {tick_of(line) for line in self.said("poll_failed") if "500" in line["reason"]}
        return refused - {tick_of(line) for line in self.said("polled")}

    def of_goal(self, action: str, event_id: str) -> list[Line]:
        """Return the lines about one goal."""
        return [line for line in self.said(action) if line["event_id"] == event_id]


@pytest.fixture(scope="module")
def polls(rules: Played) -> Polls:
    return Polls(rules.lines("poll_batch"))


def tick_of(line: Line) -> datetime:
    return moment_of(line["tick"])


def at(clock: str) -> datetime:
    """Return a time on the day of the matches."""
    return datetime.fromisoformat(f"2025-07-12T{clock}").replace(tzinfo=UTC)


def goal(played: Played, event_id: str) -> EventDocument:
    return next(event for event in played.goals() if event["_event_id"] == event_id)


def fixture(played: Played, fixture_id: int) -> FixtureDocument:
    return next(fixture for fixture in played.completed() if fixture["_id"] == fixture_id)


def tombstone(played: Played, event_id: str) -> Tombstone:
    removed = fixture(played, int(event_id.partition("_")[0]))["_removed_events"]
    return next(tombstone for tombstone in removed if tombstone["_event_id"] == event_id)


def score(event: EventDocument) -> str:
    before, after = event["_score_before"], event["_score_after"]
    return f"{before['home']}-{before['away']} {after['home']}-{after['away']}"


def searches(played: Played) -> dict[str, str]:
    """Return the status of each search by execution name."""
    return {execution["name"]: execution["status"] for execution in played.executions("goal")}


def test_the_day_ends_without_a_problem(rules: Played) -> None:
    assert rules.summary.problems == []


def test_every_fixture_is_archived_with_exactly_its_goals(rules: Played) -> None:
    lines = {line.fixture_id: (line.collection, line.status, line.score) for line in rules.summary.fixtures}
    assert lines == {
        CUP: ("completed", "FT", "5-2"),
        SHOOT_OUT: ("completed", "PEN", "1-1"),
        POSTPONED: ("completed", "FT", "1-0"),
    }
    assert {event["_event_id"] for event in rules.goals()} == GOALS


def test_each_goal_was_searched_for_exactly_once(rules: Played) -> None:
    first_names = (GOALS - {PELLOW}) | {HARROW, CANCELLED}
    assert searches(rules) == {f"goal-{event_id}": "SUCCEEDED" for event_id in first_names}


def test_a_brace_is_two_goals_in_the_order_of_the_match(rules: Played) -> None:
    assert (goal(rules, VARELA_1)["time"]["elapsed"], score(goal(rules, VARELA_1))) == (2, "0-0 1-0")
    assert (goal(rules, VARELA_2)["time"]["elapsed"], score(goal(rules, VARELA_2))) == (6, "1-0 2-0")


def test_a_corrected_minute_publishes_what_waited_for_it(rules: Played) -> None:
    event = goal(rules, TARRANT)
    assert [one["fields"]["elapsed"] for one in event["_snapshots"]] == [6, 2]
    outcomes = [download["outcomes"] for download in event["_telemetry"]["downloads"]]
    assert sum(one.get("waiting", 0) for one in outcomes) == 1
    assert [video["timestamp_status"] for video in event["_s3_videos"]] == ["verified"]


def test_every_published_clip_stands_under_its_goal(rules: Played) -> None:
    truth = rules.summary.placement
    assert (truth.wrong, truth.unidentified) == ((), 0)


def test_an_own_goal_belongs_to_the_side_that_profits(rules: Played) -> None:
    event = goal(rules, OWN_GOAL)
    assert (event["team"]["name"], event["player"]["name"], event["detail"]) == ("Stonewick", "P. Kestrel", "Own Goal")
    assert score(event) == "2-0 2-1"


def test_a_goal_without_a_scorer_waits_for_his_name(rules: Played) -> None:
    event = goal(rules, QUILLAN)
    assert event["_previous_ids"] == [UNKNOWN_SCORER]
    named = next(snapshot for snapshot in event["_snapshots"] if snapshot["fields"]["player_id"])
    assert event["_first_seen"] < at("18:06:00") <= named["at"]
    assert min(event["_monitor_workflows"]) == named["tick"]
    assert tombstone(rules, UNKNOWN_SCORER)["redirect_to"] == QUILLAN


def test_clips_of_a_var_removal_are_kept_for_a_day(rules: Played) -> None:
    removed = tombstone(rules, CANCELLED)
    assert removed["why"] == "var"
    assert removed["share_ids"], "no clip was published before"
    assert removed["at"] > at("18:10:30")
    assert {key for key in rules.play.stored() if CANCELLED in key} == {
        key_in("removed", key) for key in removed["objects"]
    }


def test_the_id_of_a_removed_goal_is_not_used_again(rules: Played) -> None:
    event = goal(rules, SORREL)
    assert (event["time"]["elapsed"], score(event), event["_previous_ids"]) == (12, "2-1 2-2", [])
    assert not {execution for execution in event["_telemetry"]["executions"] if CANCELLED in execution}


def test_a_goal_that_flickers_is_kept(rules: Played, polls: Polls) -> None:
    assert polls.of_goal("goal_missed", MARLOWE), "no tick missed it"
    assert polls.of_goal("goal_seen_again", MARLOWE)
    assert goal(rules, MARLOWE)["_drop_workflows"] == []


def test_only_the_var_removal_was_ever_missed(rules: Played, polls: Polls) -> None:
    """Neither the postponement nor the outages made a goal missing."""
    assert {line["event_id"] for line in polls.said("goal_missed")} == {MARLOWE, CANCELLED}
    assert all(event["_drop_workflows"] == [] for event in rules.goals())


def test_a_corrected_scorer_inherits_everything(rules: Played) -> None:
    event, removed = goal(rules, PELLOW), tombstone(rules, HARROW)
    assert event["_previous_ids"] == [HARROW]
    assert (removed["why"], removed["redirect_to"]) == ("corrected", PELLOW)
    assert event["player"]["name"] == "G. Pellow"
    assert event["_first_seen"] < at("18:10:00")
    assert set(event["_download_workflows"]) == {f"download{n}-{HARROW}" for n in range(1, 11)}
    assert {video["_s3_key"] for video in event["_s3_videos"]} <= rules.play.stored()
    assert {round(video["duration"]) for video in event["_s3_videos"]} == {6, 8}, "one of each name's posts"
    assert event["_telemetry"]["first_clip_at"] < at("18:12:00"), "no clip was published under the first name"


def test_kicks_of_a_shoot_out_are_not_goals(rules: Played) -> None:
    document = fixture(rules, SHOOT_OUT)
    assert (document["score"]["penalty"], document["goals"]) == ({"home": 2, "away": 1}, {"home": 1, "away": 1})
    assert [event["_event_id"] for event in document["events"]] == [QUILLAN, PELLOW]


def test_a_postponed_match_comes_back_with_its_goals(rules: Played, polls: Polls) -> None:
    assert len(fixture(rules, POSTPONED)["_moves"]) == 4, "to active, to staging, to active, to completed"
    [called_off] = [tick_of(line) for line in polls.said("fixtures_moved") if line["to"] == "staging"]
    assert goal(rules, TARRANT)["_first_seen"] < called_off
    meanwhile = {tick for tick in polls.of(CUP) if called_off < tick < at("18:15:00")}
    assert meanwhile, "the others were not polled either"
    assert not meanwhile & polls.of(POSTPONED)
    assert max(polls.of(POSTPONED)) > at("18:15:00")


def test_a_fixture_omitted_by_the_api_misses_no_goal(rules: Played, polls: Polls) -> None:
    left_out = polls.without(SHOOT_OUT)
    assert left_out, "every answer had it"
    assert goal(rules, QUILLAN)["_first_seen"] < min(left_out)
    assert not left_out & polls.of(SHOOT_OUT)
    assert left_out & polls.of(CUP), "the others were left out too"
    assert max(polls.of(SHOOT_OUT)) > max(left_out)


def test_an_outage_of_three_minutes_makes_no_goal_missing(rules: Played, polls: Polls) -> None:
    dark = polls.unanswered()
    assert dark, "every question was answered"
    assert max(dark) - min(dark) >= timedelta(minutes=1)
    for fixture_id in (CUP, SHOOT_OUT, POSTPONED):
        polled = polls.of(fixture_id)
        assert not {tick for tick in polled if min(dark) < tick < max(dark)}
        assert min(polled) < min(dark)
        assert max(polled) > max(dark)
    assert all(event["_first_seen"] < min(dark) for event in rules.goals())
