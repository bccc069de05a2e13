"""goal.asl.json, state by state (S2 to S5)."""

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.machines.stage import Line, Performance, Stage, answers, raises

OPENED = {"attempt": 0, "started": 0, "attempts": 15, "pace_seconds": 60, "settle_seconds": 300}
COMPLETE = answers({"complete": True})
PARENT = "AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID"
LAP = 4
"""Transitions of one attempt: search, choice, start, pace."""


def nothing(outcome: str, attempt: int = 0, wait_seconds: int = 0) -> Line:
    order = {"order": 0, "download": "", "clips": []}
    return answers({"outcome": outcome, "attempt": attempt, "wait_seconds": wait_seconds, **order})


SETTLE = nothing("settle", 10)


def order(event_id: str, n: int, clips: list[dict[str, Any]] | None = None, *, attempt: int = 0) -> Line:
    found = {"outcome": "found", "attempt": attempt or n, "order": n, "wait_seconds": 50}
    return answers({**found, "download": f"download{n}-{event_id}", "clips": clips or []})


def orders(event_id: str, *numbers: int) -> list[Line]:
    return [order(event_id, n, [{"tweet_id": "1"}]) for n in numbers]


def search(stage: Stage, event_id: str, downloads: str, **parts: list[Line]) -> Performance:
    script = {
        "open_search": [answers(OPENED)],
        "check_completion": [COMPLETE],
        "search_clips": [SETTLE],
        **parts,
    }
    return stage.perform("goal", {"event_id": event_id}, script, name=f"goal-{event_id}", DownloadMachine=downloads)


@pytest.fixture
def event_id() -> str:
    return f"979139_26_{uuid4().hex[:8]}_Goal_1"


@pytest.fixture
def downloads(stage: Stage) -> str:
    return stage.sink("downloads")


def test_ten_attempts_start_ten_downloads_and_then_settle(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, search_clips=[*orders(event_id, *range(1, 11)), SETTLE])
    assert done.status == "SUCCEEDED"
    assert stage.started(downloads) == [f"download{n}-{event_id}" for n in range(1, 11)]
    assert done.states[-3:] == ["Settle", "Check completion", "Search over"]
    assert done.called("search_clips") == [{"event_id": event_id, "attempt": n, "started": n} for n in range(11)]
    assert done.transitions == 1 + 10 * LAP + 2 + 3


def test_the_search_is_opened_under_its_own_name(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads)
    assert done.called("open_search") == [{"event_id": event_id, "execution": f"goal-{event_id}"}]


def test_a_download_input_describes_its_goal(stage: Stage, event_id: str, downloads: str) -> None:
    about = {"team": "Argentina", "scorer": "L. Messi", "minute": "23", "score": "1-0"}
    event = {"event_id": event_id, **about, PARENT: "arn:aws:states:eu-west-1:000000000000:express:monitor:1"}
    script = {
        "open_search": [answers(OPENED)],
        "check_completion": [COMPLETE],
        "search_clips": [order(event_id, 1, [{"tweet_id": "1"}]), SETTLE],
    }
    stage.perform("goal", event, script, name=f"goal-{event_id}", DownloadMachine=downloads)
    [execution] = stage.states.list_executions(stateMachineArn=downloads)["executions"]
    told = json.loads(stage.states.describe_execution(executionArn=execution["executionArn"])["input"])
    assert told.pop(PARENT).endswith(f"goal-{event_id}")
    download = {"event_id": event_id, "download_id": f"download1-{event_id}", "clips": [{"tweet_id": "1"}]}
    assert told == {**download, **about}


def test_a_restarted_search_goes_on_where_the_first_stopped(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, open_search=[answers({**OPENED, "attempt": 7, "started": 6})])
    assert done.called("search_clips") == [{"event_id": event_id, "attempt": 7, "started": 6}]


@pytest.mark.parametrize("error", ["UpstreamUnavailable", "Sandbox.Timedout"])
def test_a_search_that_cannot_open_fails(stage: Stage, event_id: str, downloads: str, error: str) -> None:
    done = search(stage, event_id, downloads, open_search=[raises(error)])
    assert (done.status, done.error) == ("FAILED", error)
    assert len(done.called("open_search")) == 6


def test_a_goal_that_is_gone_ends_the_search(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, search_clips=[*orders(event_id, 1), nothing("gone", 1)])
    assert (done.status, done.states[-1]) == ("SUCCEEDED", "Goal gone")
    assert stage.started(downloads) == [f"download1-{event_id}"]
    assert done.called("check_completion") == []


@pytest.mark.parametrize("error", ["AccessDenied", "SessionExpired", "QuotaExhausted", "ZeroDivisionError"])
def test_a_permanent_failure_is_not_retried(stage: Stage, event_id: str, downloads: str, error: str) -> None:
    done = search(stage, event_id, downloads, search_clips=[raises(error), SETTLE])
    assert [call["attempt"] for call in done.called("search_clips")] == [0, 1]
    assert (done.status, stage.started(downloads)) == ("SUCCEEDED", [])


@pytest.mark.parametrize("error", ["UpstreamUnavailable", "Sandbox.Timedout", "WriteConflict"])
def test_an_outage_is_retried_within_the_attempt(stage: Stage, event_id: str, downloads: str, error: str) -> None:
    done = search(stage, event_id, downloads, search_clips=[raises(error), *orders(event_id, 1), SETTLE])
    assert [call["attempt"] for call in done.called("search_clips")] == [0, 0, 1]
    assert stage.started(downloads) == [f"download1-{event_id}"]


def test_a_provider_that_is_down_costs_one_attempt_at_a_time(stage: Stage, event_id: str, downloads: str) -> None:
    down = [raises("UpstreamUnavailable")] * 3
    done = search(stage, event_id, downloads, search_clips=[*down, *orders(event_id, 2), SETTLE])
    assert [call["attempt"] for call in done.called("search_clips")] == [0, 0, 0, 1, 2]
    assert stage.started(downloads) == [f"download2-{event_id}"]


def test_a_silent_source_ends_after_fifteen_attempts(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, search_clips=[raises("ZeroDivisionError")])
    assert [call["attempt"] for call in done.called("search_clips")] == list(range(15))
    assert (done.status, done.states[-3:]) == ("SUCCEEDED", ["Settle", "Check completion", "Search over"])
    assert stage.started(downloads) == []


def test_a_rate_limit_is_waited_for_and_costs_no_download(stage: Stage, event_id: str, downloads: str) -> None:
    limited = nothing("rate_limited", 1, 900)
    done = search(stage, event_id, downloads, search_clips=[limited, *orders(event_id, 2), SETTLE])
    assert [call["attempt"] for call in done.called("search_clips")] == [0, 1, 2]
    assert stage.started(downloads) == [f"download2-{event_id}"]


def test_a_tenth_download_on_its_way_is_waited_for(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, search_clips=[nothing("wait", 10, 60), SETTLE])
    assert [call["attempt"] for call in done.called("search_clips")] == [0, 10]
    assert stage.started(downloads) == []


def test_a_download_that_was_already_started_is_no_failure(stage: Stage, event_id: str, downloads: str) -> None:
    search(stage, event_id, downloads, search_clips=[*orders(event_id, 1), SETTLE])
    again = stage.perform(
        "goal",
        {"event_id": event_id},
        {
            "open_search": [answers(OPENED)],
            "search_clips": [*orders(event_id, 1), SETTLE],
            "check_completion": [COMPLETE],
        },
        DownloadMachine=downloads,
    )
    assert again.called("search_clips")[-1]["started"] == 1
    assert stage.started(downloads) == [f"download1-{event_id}"]


def test_a_failed_download_start_does_not_end_the_loop(stage: Stage, event_id: str) -> None:
    nowhere = "arn:aws:states:eu-west-1:000000000000:stateMachine:nowhere"
    laps = [order(event_id, 1), order(event_id, 1, attempt=2), SETTLE]
    done = search(stage, event_id, nowhere, search_clips=laps)
    assert done.status == "SUCCEEDED"
    assert [(call["attempt"], call["started"]) for call in done.called("search_clips")] == [(0, 0), (1, 0), (2, 0)]


def test_a_failsafe_that_fails_is_left_to_the_sweep(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, check_completion=[raises("UpstreamUnavailable")])
    assert (done.status, len(done.called("check_completion"))) == ("SUCCEEDED", 6)
