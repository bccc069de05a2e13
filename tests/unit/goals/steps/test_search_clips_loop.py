"""Whatever fails, dies or is delivered twice: as many downloads as could start, up to ten, and a goal that is over."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from footy.goals.model.ids import attempt_of
from tests.support.examples import examples
from tests.support.searches import EVENT_ID, FIXTURE, NOON, fixture, goal
from tests.unit.goals.steps.loop_play import DEADLINE, RULES, Play, Trouble

TROUBLES = st.builds(
    Trouble,
    search=st.sampled_from(
        [
            "finds",
            "finds",
            "finds",
            "finds nothing",
            "down",
            "refused",
            "rate limited",
            "dies before writing",
            "dies after",
        ]
    ),
    start=st.sampled_from(
        ["starts", "starts", "starts", "fails", "starts unnoticed", "execution dies", "download dies"]
    ),
    redelivered=st.booleans(),
    registers_after=st.sampled_from([0.0, 1.0, 30.0, 59.0, 90.0, 170.0]),
)


def played(database: Database[FixtureDocument], troubles: list[Trouble]) -> Play:
    database["fixtures_active"].replace_one({"_id": FIXTURE}, fixture(goal()), upsert=True)
    play = Play(database, iter(troubles))
    play.run()
    return play


@pytest.mark.soak
@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TROUBLES, max_size=20))
def test_every_pattern_of_failures_ends_with_what_could_start_and_a_goal_that_is_over(
    database: Database[FixtureDocument], troubles: list[Trouble]
) -> None:
    play = played(database, troubles)
    event = play.event()
    registered, telemetry = event["_download_workflows"], event["_telemetry"]
    assert sorted(registered) == sorted(play.started)
    assert len(registered) <= RULES.searches_per_goal
    assert len(registered) == RULES.searches_per_goal or gave_up(play)
    assert event["_download_complete"]
    assert telemetry["completed_at"] <= DEADLINE
    made = telemetry.get("attempts", [])
    assert play.charged == len(made) <= RULES.searches_per_goal
    heard = {attempt_of(download) for download in registered}
    lost = {record["n"] for record in made} - heard - hopeless(play)
    assert len(lost) <= 1 or gave_up(play), "of what was searched at most the last was not started"


def hopeless(play: Play) -> set[int | None]:
    """The attempts whose downloads died as often as they may."""
    deaths = Counter(map(attempt_of, play.died))
    return {attempt for attempt, times in deaths.items() if times > RULES.download_restarts}


def gave_up(play: Play) -> bool:
    """Only when fifteen attempts were made, or the time was over."""
    return play.last.attempt >= RULES.attempts_per_goal or play.event()["_telemetry"]["completed_at"] >= DEADLINE


@pytest.mark.parametrize("lag", [0, 59, 90, 170])
def test_however_long_downloads_take_to_register_ten_searches_are_charged_for_ten(
    database: Database[FixtureDocument], lag: float
) -> None:
    play = played(database, [Trouble(registers_after=lag)] * 40)
    assert (len(play.started), play.charged) == (10, 10)


@pytest.mark.parametrize("deaths", [1, 3])
def test_a_download_that_dies_before_its_goal_hears_of_it_is_started_again_under_another_name(
    database: Database[FixtureDocument], deaths: int
) -> None:
    play = played(database, [Trouble(start="download dies")] * deaths)
    assert (len(play.started), play.charged) == (10, 10)
    assert f"download1-{EVENT_ID}-r{deaths}" in play.event()["_finished_downloads"]


def test_a_goal_without_trouble_makes_ten_laps_a_minute_apart_and_one_look(database: Database[FixtureDocument]) -> None:
    play = played(database, [])
    attempts = play.event()["_telemetry"]["attempts"]
    assert [(record["at"] - NOON).total_seconds() for record in attempts] == [60 * n for n in range(10)]
    assert (play.laps, play.executions, play.charged) == (11, 1, 10)
