"""The statements of one goal's search, under redelivery and beside other writers."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.goals.searches import PostsRead, Searches
from footy.goals.model.clips import ChosenPost
from footy.goals.model.documents import EventDocument, FixtureDocument
from tests.support.searches import EVENT_ID, NOON, after, attempt, fixture, goal, tweet_id

OTHER_ID = "979139_26_1_Goal_1"
READING = PostsRead([], posts=3, usd=0.015)


@pytest.fixture
def events(database: Database[FixtureDocument]) -> GoalEvents:
    database["fixtures_active"].insert_one(fixture(goal(_event_id=OTHER_ID), goal()))
    return GoalEvents(database)


@pytest.fixture
def searches(events: GoalEvents) -> Searches:
    return Searches(events)


def stored_goal(events: GoalEvents, event_id: str = EVENT_ID) -> EventDocument:
    event = events.find(event_id)
    assert event is not None
    return event


def post(number: int, n: int = 1) -> ChosenPost:
    return {
        "url": f"https://x.com/i/status/{tweet_id(number)}",
        "tweet_id": tweet_id(number),
        "attempt": n,
        "video_url": None,
        "duration": 20.0,
    }


def test_a_search_that_is_opened_again_keeps_its_deadline(events: GoalEvents, searches: Searches) -> None:
    searches.open(EVENT_ID, execution="goal-x", at=NOON)
    searches.open(EVENT_ID, execution="goal-x", at=after(5))
    searches.open(EVENT_ID, execution="goal-x-r1", at=after(300))
    assert stored_goal(events)["_telemetry"] == {"opened_at": NOON, "executions": ["goal-x", "goal-x-r1"]}


def test_an_attempt_is_recorded_with_its_posts(events: GoalEvents, searches: Searches) -> None:
    assert searches.record(EVENT_ID, attempt(1), [post(1), post(2)], READING)
    assert stored_goal(events)["_telemetry"]["attempts"] == [attempt(1)]
    assert stored_goal(events)["_discovered_videos"] == [post(1), post(2)]
    assert stored_goal(events, OTHER_ID)["_discovered_videos"] == []


def test_two_executions_cannot_choose_the_same_post(events: GoalEvents, searches: Searches) -> None:
    assert searches.record(EVENT_ID, attempt(1), [post(1)], READING)
    assert not searches.record(EVENT_ID, attempt(2), [post(2), post(1)], READING)
    assert stored_goal(events)["_discovered_videos"] == [post(1)]


def test_of_many_at_once_one_wins(events: GoalEvents, searches: Searches) -> None:
    with ThreadPoolExecutor(8) as many:
        written = list(
            many.map(lambda number: searches.record(EVENT_ID, attempt(1), [post(number)], READING), range(24))
        )
    assert written.count(True) == 1
    assert len(stored_goal(events)["_discovered_videos"]) == 1
