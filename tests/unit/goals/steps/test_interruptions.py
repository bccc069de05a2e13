"""Crashes and concurrent ticks between any two writes of a tick (F10, G17, G18)."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from footy.goals.fixtures.rows import EventRow
from tests.support.interruptions import Crash, before_write, crash
from tests.support.match import AWAY, DI_MARIA, FIXTURE, KICKOFF, MBAPPE, UNKNOWN_SCORER, goal
from tests.support.matchday import Matchday, tick_after

TIMELINE: list[list[EventRow]] = [
    [goal(10), goal(30, MBAPPE, AWAY), goal(31, UNKNOWN_SCORER)],
    [goal(10), goal(30, MBAPPE, AWAY), goal(31, DI_MARIA)],
    [goal(10), goal(31, DI_MARIA)],
    [goal(10), goal(31, DI_MARIA)],
    [goal(10), goal(31, DI_MARIA), goal(60)],
]


def played(day: Matchday, until: int) -> set[str]:
    """The timeline up to that tick, which is still to come; answers the ids there are by then."""
    day.activate()
    for n, rows in enumerate(TIMELINE[:until]):
        day.play(*rows)
        day.tick(30 * n)
    day.play(*TIMELINE[until])
    return {event["_event_id"] for event in day.goals}


def assert_as_told(day: Matchday, until: int, before: set[str]) -> None:
    """The goals are those that are listed, no id was used twice, and none is forgotten."""
    assert sorted(event["time"]["elapsed"] or 0 for event in day.goals) == [row.elapsed for row in TIMELINE[until]]
    ids = [event["_event_id"] for event in day.goals]
    buried = [tombstone["_event_id"] for tombstone in day.fixture().get("_removed_events", [])]
    assert len({*ids, *buried}) == len(ids) + len(buried)
    assert before <= {*ids, *buried}


@pytest.mark.parametrize("until", [0, 1, 4])
@pytest.mark.parametrize("n", range(5))
def test_a_crash_among_the_goals(day: Matchday, until: int, n: int) -> None:
    before = played(day, until)
    die(day, n, 30 * until)
    for later in (2, 3, 4):
        day.tick(30 * (until + later))
    assert_as_told(day, until, before)


@pytest.mark.parametrize("until", [0, 1, 4])
@pytest.mark.parametrize("n", range(4))
def test_another_tick_among_the_goals(day: Matchday, until: int, n: int) -> None:
    before = played(day, until)
    late, racing = tick_after(30 * until), tick_after(30 * (until + 1))
    with before_write(n, lambda: day.poll(racing, {"kind": "active", "ids": [FIXTURE]})):
        day.poll(late, {"kind": "active", "ids": [FIXTURE]})
    for later in (2, 3, 4):
        day.tick(30 * (until + later))
    assert_as_told(day, until, before)


def activated(day: Matchday) -> None:
    day.put("staging")
    day.play(goal(10), status="1H")


def postponed(day: Matchday) -> None:
    day.activate()
    day.play(status="PST", kickoff=KICKOFF + timedelta(days=30))


def archived(day: Matchday) -> None:
    day.activate()
    day.play(status="FT", winner=True)


@pytest.mark.parametrize(("story", "place"), [(activated, "active"), (postponed, "staging"), (archived, "completed")])
@pytest.mark.parametrize("n", range(6))
def test_a_crash_on_the_way(day: Matchday, story: Callable[[Matchday], None], place: str, n: int) -> None:
    story(day)
    die(day, n, 0)
    assert day.where() != []
    for seconds in (60, 90, 120):
        day.tick(seconds)
    assert day.where() == [place]


@pytest.mark.parametrize(("story", "place"), [(activated, "active"), (postponed, "staging"), (archived, "completed")])
@pytest.mark.parametrize("n", range(5))
def test_another_tick_on_the_way(day: Matchday, story: Callable[[Matchday], None], place: str, n: int) -> None:
    story(day)
    plan = day.plan(KICKOFF)

    def another() -> None:
        day.database["leases"].delete_many({})
        day.tick(30)

    with before_write(n, another):
        for batch in plan["batches"]:
            day.poll(plan["tick"], batch)
        day.finish(plan["tick"])
    for seconds in (60, 90, 120):
        day.tick(seconds)
    assert day.where() == [place]


def die(day: Matchday, n: int, seconds: int) -> None:
    """The tick ends before its nth write; its lease runs out."""
    with before_write(n, crash):
        try:
            day.tick(seconds)
        except Crash:
            day.database["leases"].delete_many({})
