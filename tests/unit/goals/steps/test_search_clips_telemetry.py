"""Telemetry of attempts: nothing posted is not a failure (W3, S16)."""

from collections import Counter
from typing import Any

import pytest

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    QuotaExhausted,
    RateLimited,
    SessionExpired,
    UpstreamUnavailable,
)
from tests.support.goal_search import Search
from tests.support.searches import EVENT_ID, NOON, attempt, video

QUERY = "Messi (Argentina OR Albiceleste) has:videos -is:retweet"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Every log line, warnings marked."""
    lines: list[tuple[str, dict[str, Any]]] = []
    steps = "footy.goals.steps.search_clips"
    monkeypatch.setattr(f"{steps}.log_info", lambda action, **facts: lines.append((action, facts)))
    monkeypatch.setattr(f"{steps}.log_warning", lambda action, **facts: lines.append((f"warning: {action}", facts)))
    return lines


def test_clips_that_were_found_are_counted(
    opened: Search, counted: Counter[str], lines: list[tuple[str, dict[str, Any]]]
) -> None:
    opened.posts.videos = [video(n) for n in range(7)]
    opened.attempt(1)
    assert counted == {"ClipsFound": 7}
    facts = {"n": 1, "query": QUERY, "found": 7, "new": 7, "chosen": 5, "seconds": 2.0, "skipped": {}, "read": 0}
    assert lines == [("searched", facts)]


def test_nothing_posted_is_not_a_failure(
    opened: Search, counted: Counter[str], lines: list[tuple[str, dict[str, Any]]]
) -> None:
    assert opened.attempt(1)["download"] == f"download1-{EVENT_ID}", "an empty attempt starts a download too (S3)"
    assert counted == {"ClipsFound": 0, "NothingPosted": 1}
    facts = {"n": 1, "query": QUERY, "found": 0, "new": 0, "chosen": 0, "seconds": 2.0, "skipped": {}, "read": 0}
    assert lines == [("nothing_posted", facts)]
    telemetry = opened.goal()["_telemetry"]
    assert [(record["n"], record["found"]) for record in telemetry["attempts"]] == [(1, 0)]
    assert "failed_searches" not in telemetry


def test_an_exhausted_budget_is_not_nothing_posted(
    opened: Search, counted: Counter[str], lines: list[tuple[str, dict[str, Any]]]
) -> None:
    spent = [attempt(1, at=NOON, read=opened.rules.posts_per_goal, query=QUERY)]
    opened.put(_twitter_search=QUERY, _telemetry={"opened_at": NOON, "attempts": spent})
    opened.attempt(2)
    assert opened.posts.queries == []
    assert (counted, [action for action, _ in lines]) == ({"PostBudgetsExhausted": 1}, ["posts_used_up"])
    goal = opened.goal()
    assert (goal["_twitter_search"], [one["query"] for one in goal["_telemetry"]["attempts"]]) == (QUERY, [QUERY, ""])


@pytest.mark.parametrize(
    "failure",
    [
        UpstreamUnavailable("down"),
        MalformedAnswer("odd"),
        AccessDenied("no"),
        SessionExpired("log in"),
        QuotaExhausted("used up"),
        RateLimited("patience", retry_after=60),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_a_failed_search_is_not_nothing_posted(
    opened: Search, counted: Counter[str], lines: list[tuple[str, dict[str, Any]]], failure: FootyError
) -> None:
    opened.posts.failure = failure
    if isinstance(failure, RateLimited):
        opened.attempt(1)
    else:
        with pytest.raises(type(failure)):
            opened.attempt(1)
    assert counted == {"SearchesFailed": 1}
    facts = {"n": 1, "query": QUERY, "error": type(failure).__name__, "reason": str(failure)}
    assert lines == [("warning: search_failed", facts)]
    telemetry = opened.goal()["_telemetry"]
    assert [(record["n"], record["error"]) for record in telemetry["failed_searches"]] == [(1, type(failure).__name__)]
    assert "attempts" not in telemetry


def test_skipped_posts_are_not_nothing_posted(
    opened: Search, counted: Counter[str], lines: list[tuple[str, dict[str, Any]]]
) -> None:
    opened.posts.skipped = {"several_videos": 2}
    opened.attempt(1)
    assert counted == {"ClipsFound": 0, "PostsSkipped": 2}
    assert [action for action, _ in lines] == ["searched"]
