"""What a search says and counts: that nothing was posted is one thing, that the search failed another."""

from typing import Any

import pytest
from pymongo.database import Database

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    QuotaExhausted,
    RateLimited,
    SessionExpired,
    UpstreamUnavailable,
)
from footy.goals.model.documents import FixtureDocument
from tests.support.searches import NOON, attempt, video
from tests.unit.goals.steps.one_search import Search

QUERY = "Messi Argentina has:videos -is:retweet"


@pytest.fixture
def opened(database: Database[FixtureDocument]) -> Search:
    search = Search(database)
    search.put(_monitor_complete=True, _twitter_aliases=["Argentina"], _telemetry={"opened_at": NOON})
    return search


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Every metric with the sum of what was added to it."""
    sums: dict[str, float] = {}

    def count(name: str, value: float = 1) -> None:
        sums[name] = sums.get(name, 0) + value

    monkeypatch.setattr("footy.goals.steps.search_clips.count", count)
    return sums


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Every log line, warnings marked."""
    lines: list[tuple[str, dict[str, Any]]] = []
    steps = "footy.goals.steps.search_clips"
    monkeypatch.setattr(f"{steps}.log_info", lambda action, **facts: lines.append((action, facts)))
    monkeypatch.setattr(f"{steps}.log_warning", lambda action, **facts: lines.append((f"warning: {action}", facts)))
    return lines


def test_clips_that_were_found_are_counted(
    opened: Search, counted: dict[str, float], told: list[tuple[str, dict[str, Any]]]
) -> None:
    opened.posts.videos = [video(n) for n in range(7)]
    opened.attempt(1)
    assert counted == {"ClipsFound": 7}
    facts = {"n": 1, "query": QUERY, "found": 7, "new": 7, "chosen": 5, "seconds": 2.0, "skipped": {}, "read": 0}
    assert told == [("searched", facts)]


def test_nothing_posted_is_told_as_that_and_as_no_failure(
    opened: Search, counted: dict[str, float], told: list[tuple[str, dict[str, Any]]]
) -> None:
    opened.attempt(1)
    assert counted == {"ClipsFound": 0, "NothingPosted": 1}
    facts = {"n": 1, "query": QUERY, "found": 0, "new": 0, "chosen": 0, "seconds": 2.0, "skipped": {}, "read": 0}
    assert told == [("nothing_posted", facts)]
    telemetry = opened.goal()["_telemetry"]
    assert [(record["n"], record["found"]) for record in telemetry["attempts"]] == [(1, 0)]
    assert "failed_searches" not in telemetry


def test_that_a_goal_may_read_no_more_posts_is_no_search_that_found_nothing(
    opened: Search, counted: dict[str, float], told: list[tuple[str, dict[str, Any]]]
) -> None:
    spent = [attempt(1, at=NOON, read=opened.rules.posts_per_goal, query=QUERY)]
    opened.put(_twitter_search=QUERY, _telemetry={"opened_at": NOON, "attempts": spent})
    opened.attempt(2)
    assert opened.posts.asked == []
    assert (counted, [action for action, _ in told]) == ({"PostBudgetsExhausted": 1}, ["posts_used_up"])
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
def test_a_failed_search_is_told_by_its_name_and_never_as_nothing_posted(
    opened: Search, counted: dict[str, float], told: list[tuple[str, dict[str, Any]]], failure: FootyError
) -> None:
    opened.posts.failure = failure
    if isinstance(failure, RateLimited):
        opened.attempt(1)
    else:
        with pytest.raises(type(failure)):
            opened.attempt(1)
    assert counted == {"SearchesFailed": 1}
    facts = {"n": 1, "query": QUERY, "error": type(failure).__name__, "reason": str(failure)}
    assert told == [("warning: search_failed", facts)]
    telemetry = opened.goal()["_telemetry"]
    assert [(record["n"], record["error"]) for record in telemetry["failed_searches"]] == [(1, type(failure).__name__)]
    assert "attempts" not in telemetry


def test_posts_that_were_passed_over_are_counted_beside_those_that_were_found(
    opened: Search, counted: dict[str, float]
) -> None:
    opened.posts.videos, opened.posts.skipped = [video(1)], {"no_video": 3, "truncated_id": 1}
    opened.attempt(1)
    assert counted == {"ClipsFound": 1, "PostsSkipped": 4}


def test_when_all_that_was_posted_is_passed_over_something_was_posted(
    opened: Search, counted: dict[str, float], told: list[tuple[str, dict[str, Any]]]
) -> None:
    opened.posts.skipped = {"several_videos": 2}
    opened.attempt(1)
    assert counted == {"ClipsFound": 0, "PostsSkipped": 2}
    assert [action for action, _ in told] == ["searched"]


def test_what_is_delivered_again_is_counted_once(opened: Search, counted: dict[str, float]) -> None:
    opened.posts.videos = [video(1)]
    opened.attempt(1)
    opened.attempt(1)
    assert counted == {"ClipsFound": 1}
