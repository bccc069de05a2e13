"""Search of a goal on the emulator with the real functions and failures around it (S3 to S9)."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pymongo.database import Database

from bench.goal_cost import TRANSITIONS
from footy.goals.fixtures.goal.starting import execution_to_start, latest_execution
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Rules
from tests.local.served import served
from tests.machines.company import RATE, VERDICT, Company, places_of
from tests.machines.stage import Stage
from tests.machines.workers import Workers, working
from tests.machines.x_of_goals import MOST_CLIPS
from tests.support.searches import EVENT_ID, NOON, after
from tests.support.waiting import QUICK

GOAL = f"goal-{EVENT_ID}"
MOST_TRANSITIONS = 150
LOST_LAP = 6
"""Transitions of a lap whose download cannot be started: search, choice, three tries, pace. The last may succeed."""


@pytest.fixture
def company(stage: Stage, database: Database[FixtureDocument], mongo_uri: str, tmp_path: Path) -> Iterator[Company]:
    made = Company(stage, database, mongo_uri, tmp_path, places_of(stage), Workers(stage, {"": VERDICT}))
    stage.aws.scale_waits(1 / RATE)
    with served(made.x.app()) as url, working(made.workers):
        made.gather(url)
        yield made
    stage.aws.scale_waits(QUICK)


def named(*attempts: int) -> list[str]:
    return sorted(f"download{n}-{EVENT_ID}" for n in attempts)


def started(company: Company) -> list[str]:
    return sorted(company.stage.started(company.downloads))


def assert_cheap(company: Company) -> None:
    """Check that a whole goal with its downloads stays within its transitions."""
    transitions = company.transitions()
    searching = sum(count for name, count in transitions.items() if name.startswith(GOAL))
    print(f"transitions: goal {searching}, whole {sum(transitions.values())}, executions {len(transitions)}")
    assert searching > 0
    assert sum(transitions.values()) <= MOST_TRANSITIONS


def test_a_search_makes_ten_downloads_within_its_transitions(company: Company) -> None:
    company.x.clips = MOST_CLIPS
    execution = company.run()
    assert company.status(execution) == "SUCCEEDED"
    event = company.event()
    assert sorted(event["_download_workflows"]) == started(company) == named(*range(1, 11))
    assert (company.x.asked, company.x.charged) == (10, 10)
    assert event["_twitter_aliases"] == ["Argentina"], "without an answer the team's own name is the alias"
    assert not event["_download_complete"]
    company.upload()
    assert company.event()["_download_complete"]
    assert sorted(company.event()["_finished_downloads"]) == named(*range(1, 11))
    assert company.transitions()[GOAL] == 46
    assert sum(company.transitions().values()) == TRANSITIONS + 10 * MOST_CLIPS, "so many are paid for"
    assert_cheap(company)


def test_a_download_that_died_unregistered_is_renamed(company: Company) -> None:
    died = company.stage.states.start_execution(
        stateMachineArn=company.downloads, name=f"download1-{EVENT_ID}", input='{"event_id": "unknown"}'
    )["executionArn"]
    company.until(lambda: company.status(died) != "RUNNING")
    assert company.status(died) == "FAILED"
    company.run()
    registered = company.event()["_download_workflows"]
    assert sorted(registered) == sorted([f"download1-{EVENT_ID}-r1", *named(*range(3, 12))])
    assert company.x.charged == 10


def test_outages_and_a_rate_limit_lose_no_download(company: Company) -> None:
    reset = after(600)
    company.x.troubles = [
        *[(503, {})] * 3,
        (401, {}),
        (429, {"x-rate-limit-reset": str(int(reset.timestamp()))}),
    ]
    company.run()
    telemetry = company.event()["_telemetry"]
    failed = [(failure["n"], failure["error"]) for failure in telemetry["failed_searches"]]
    assert failed == [*[(1, "UpstreamUnavailable")] * 3, (2, "AccessDenied"), (3, "RateLimited")]
    assert [record["n"] for record in telemetry["attempts"]] == list(range(4, 14))
    assert telemetry["attempts"][0]["at"] >= reset
    assert sorted(company.event()["_download_workflows"]) == started(company) == named(*range(4, 14))
    assert company.x.charged == 10
    assert_cheap(company)


def test_failed_download_starts_cost_no_search(company: Company) -> None:
    with company.without_downloads():
        execution = company.start(GOAL)
        company.until(lambda: company.stage.entered(execution, "Start download") >= 2)
        assert (company.x.charged, company.event()["_download_workflows"]) == (1, [])
    company.until(lambda: company.status(execution) != "RUNNING")
    company.until(lambda: len(company.event()["_download_workflows"]) == 10)
    assert company.status(execution) == "SUCCEEDED"
    made = [record["n"] for record in company.event()["_telemetry"]["attempts"]]
    assert made[0] == 1
    assert 3 <= made[1] <= 6, "the laps in between ordered the same again"
    assert sorted(company.event()["_download_workflows"]) == started(company) == named(*made)
    assert (company.x.charged, len(made)) == (10, 10)
    troubled = made[1] - 1
    assert company.transitions()[GOAL] <= 46 + troubled * LOST_LAP


def test_the_failsafe_closes_a_goal_without_searches(company: Company) -> None:
    company.rule("deadline_minutes", 10)
    company.x.troubles = [(401, {})] * 15
    assert company.status(company.run()) == "SUCCEEDED"
    event = company.event()
    telemetry = event["_telemetry"]
    assert event["_download_complete"]
    assert telemetry["completed_because"] == "deadline"
    assert telemetry["completed_at"] - telemetry["opened_at"] >= timedelta(minutes=10)
    assert (event["_download_workflows"], started(company), company.x.charged) == ([], [], 0)
    failed = [(failure["n"], failure["error"]) for failure in telemetry["failed_searches"]]
    assert failed == [(n, "AccessDenied") for n in range(1, len(failed) + 1)]
    assert 1 <= len(failed) < 15, "the deadline came first, however slow the machine"
    assert_cheap(company)


def test_an_aborted_search_is_started_again_and_goes_on(company: Company) -> None:
    company.x.meanwhile[4] = lambda: company.abort(GOAL)
    company.run()
    latest = latest_execution(company.event())
    assert latest == GOAL
    again = execution_to_start(company.event(), latest, "ABORTED", NOON + timedelta(hours=1), Rules())
    assert again == f"{GOAL}-r1"
    company.run(again)
    event = company.event()
    assert event["_telemetry"]["executions"] == [GOAL, f"{GOAL}-r1"]
    assert len(event["_download_workflows"]) == company.x.charged == 10
    assert sorted(event["_download_workflows"]) == started(company)
    assert event["_telemetry"]["opened_at"] < NOON.replace(hour=13)
    company.upload()
    assert company.event()["_download_complete"]
    assert_cheap(company)


def test_a_removed_goal_ends_its_search(company: Company) -> None:
    company.x.meanwhile[3] = company.drop
    assert company.status(company.run()) == "SUCCEEDED"
    assert company.x.charged == 3, "one search was on its way"
    assert len(started(company)) == 2


def test_a_timed_out_function_is_retried(company: Company) -> None:
    functions = company.stage.aws.client("lambda")
    functions.update_function_configuration(FunctionName=company.functions["search_clips"], Timeout=6)
    company.x.slow_once = 8.0
    company.run()
    event = company.event()
    assert "failed_searches" not in event["_telemetry"], "the killed process wrote nothing"
    assert sorted(event["_download_workflows"]) == started(company) == named(*range(1, 11))
    assert [record["n"] for record in event["_telemetry"]["attempts"]] == list(range(1, 11))
    assert_cheap(company)
