"""goal.asl.json, state by state."""

from typing import Any
from uuid import uuid4

import pytest

from tests.machines.stage import Line, Performance, Stage, answers, raises

OPENED = {"exists": True, "attempt": 0, "pace_seconds": 60, "settle_seconds": 300}
COMPLETE = answers({"complete": True})
SETTLE = answers({"action": "settle", "attempt": 11})
LAP = 5
"""Transitions of one attempt: next, choice, search, start, pace."""


def attempts(count: int) -> list[Line]:
    return [*(answers({"action": "search", "attempt": n}) for n in range(1, count + 1)), SETTLE]


def orders(event_id: str, count: int, clips: list[dict[str, Any]] | None = None) -> list[Line]:
    return [
        answers({"download": f"download{n}-{event_id}", "clips": clips or [], "wait_seconds": 50})
        for n in range(1, count + 1)
    ]


def search(stage: Stage, event_id: str, downloads: str, **parts: list[Line]) -> Performance:
    script = {
        "open_search": [answers(OPENED)],
        "check_completion": [COMPLETE],
        "search_clips": [raises("KeyError")],
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
    done = search(
        stage, event_id, downloads, next_attempt=attempts(10), search_clips=orders(event_id, 10, [{"tweet_id": "1"}])
    )
    assert done.status == "SUCCEEDED"
    assert stage.started(downloads) == [f"download{n}-{event_id}" for n in range(1, 11)]
    assert done.states[-3:] == ["Settle", "Check completion", "Search over"]
    assert done.called("next_attempt") == [{"event_id": event_id, "attempt": n} for n in range(11)]
    assert done.transitions == 10 * LAP + 6


def test_the_search_is_opened_under_its_own_name(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, next_attempt=[SETTLE])
    assert done.called("open_search") == [{"event_id": event_id, "execution": f"goal-{event_id}"}]


def test_a_restarted_search_goes_on_with_the_next_attempt(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, open_search=[answers({**OPENED, "attempt": 7})], next_attempt=[SETTLE])
    assert done.called("next_attempt") == [{"event_id": event_id, "attempt": 7}]


def test_a_search_that_cannot_open_fails_so_that_the_monitor_starts_another(
    stage: Stage, event_id: str, downloads: str
) -> None:
    done = search(stage, event_id, downloads, open_search=[raises("UpstreamUnavailable")])
    assert (done.status, done.error) == ("FAILED", "UpstreamUnavailable")
    assert len(done.called("open_search")) == 6


def test_a_goal_that_is_gone_ends_the_search(stage: Stage, event_id: str, downloads: str) -> None:
    gone = answers({"action": "gone", "attempt": 1})
    done = search(stage, event_id, downloads, next_attempt=[gone])
    assert (done.status, done.states[-1], stage.started(downloads)) == ("SUCCEEDED", "Goal gone", [])


@pytest.mark.parametrize("error", ["AccessDenied", "SessionExpired", "MalformedAnswer", "ZeroDivisionError"])
def test_a_permanent_failure_of_a_search_is_not_retried_and_starts_no_download(
    stage: Stage, event_id: str, downloads: str, error: str
) -> None:
    done = search(stage, event_id, downloads, next_attempt=attempts(1), search_clips=[raises(error)])
    assert len(done.called("search_clips")) == 1
    assert (done.status, stage.started(downloads)) == ("SUCCEEDED", [])


def test_a_failed_search_is_followed_by_the_next_attempt(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(
        stage,
        event_id,
        downloads,
        next_attempt=attempts(2),
        search_clips=[raises("AccessDenied"), *orders(event_id, 2)[1:]],
    )
    assert done.status == "SUCCEEDED"
    assert stage.started(downloads) == [f"download2-{event_id}"]


def test_an_outage_is_retried_within_the_attempt(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(
        stage,
        event_id,
        downloads,
        next_attempt=attempts(1),
        search_clips=[raises("UpstreamUnavailable"), *orders(event_id, 1)],
    )
    assert len(done.called("search_clips")) == 2
    assert stage.started(downloads) == [f"download1-{event_id}"]


def test_a_rate_limit_is_waited_for_and_costs_no_download(stage: Stage, event_id: str, downloads: str) -> None:
    limited = raises("RateLimited", "the search service asks for patience: retry after 120 s")
    done = search(stage, event_id, downloads, next_attempt=attempts(1), search_clips=[limited])
    assert len(done.called("search_clips")) == 1
    assert (done.status, stage.started(downloads)) == ("SUCCEEDED", [])


def test_a_download_that_was_already_started_is_no_failure(stage: Stage, event_id: str, downloads: str) -> None:
    same = orders(event_id, 1)
    done = search(stage, event_id, downloads, next_attempt=attempts(2), search_clips=same)
    assert done.status == "SUCCEEDED"
    assert stage.started(downloads) == [f"download1-{event_id}"]


def test_a_download_that_cannot_start_does_not_end_the_loop(stage: Stage, event_id: str) -> None:
    nowhere = "arn:aws:states:eu-west-1:000000000000:stateMachine:nowhere"
    done = search(stage, event_id, nowhere, next_attempt=attempts(3), search_clips=orders(event_id, 3))
    assert done.status == "SUCCEEDED"
    assert len(done.called("search_clips")) == 3


def test_without_an_answer_what_comes_next_nothing_more_is_started(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, next_attempt=[raises("AutoReconnect")])
    assert done.states[-3:] == ["Settle", "Check completion", "Search over"]
    assert stage.started(downloads) == []


def test_a_failsafe_that_fails_is_left_to_the_sweep(stage: Stage, event_id: str, downloads: str) -> None:
    done = search(stage, event_id, downloads, next_attempt=[SETTLE], check_completion=[raises("AutoReconnect")])
    assert (done.status, len(done.called("check_completion"))) == ("SUCCEEDED", 4)
