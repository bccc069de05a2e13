"""Completion of one goal (S7 to S9)."""

from collections import Counter

from tests.support.goal_search import Search
from tests.support.searches import EVENT_ID, NOON, after

TEN = [f"download{n}-{EVENT_ID}" for n in range(1, 11)]


def test_a_goal_is_complete_when_its_ten_downloads_are_through(opened: Search) -> None:
    opened.put(_monitor_complete=True, _download_workflows=TEN, _finished_downloads=TEN, _telemetry={"opened_at": NOON})
    assert opened.complete() == {"complete": True}
    event = opened.goal()
    assert event["_download_complete"]
    assert event["_telemetry"]["completed_because"] == "downloads_finished"


def test_after_the_deadline_it_is_complete_with_its_reason(opened: Search, counted: Counter[str]) -> None:
    opened.clock.moment = after(30 * 60)
    assert opened.complete() == {"complete": True}
    assert opened.goal()["_telemetry"]["completed_because"] == "deadline"
    assert counted == {"GoalsOverdue": 1}


def test_a_goal_that_is_gone_is_not_complete(opened: Search) -> None:
    opened.drop()
    assert opened.complete() == {"complete": False}
