"""Validation of API-Football's answers (F16, F18)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from footy.goals.adapters.football.api_football_bodies import Reject, read_fixtures
from footy.goals.fixtures.rows import Body
from tests.support.api_football import entry, event
from tests.support.match import DI_MARIA, MESSI, goal


def body_of(fixture: Any) -> Body:
    [body], rejects = read_fixtures([fixture])
    assert rejects == []
    return body


def without(fixture: dict[str, Any], *path: str) -> dict[str, Any]:
    first, *rest = path
    changed = (
        {**fixture, first: without(fixture[first], *rest)} if rest else {k: v for k, v in fixture.items() if k != first}
    )
    return dict(changed)


def test_a_fixture_is_read() -> None:
    row = goal(23, MESSI, extra=2, assist=DI_MARIA, detail="Penalty", comments="VAR")
    body = body_of(entry(7, "1H", [row]))
    assert (body.id, body.status, body.home_id, body.away_id) == (7, "1H", 26, 2)
    assert body.kickoff == datetime(2022, 12, 18, 15, tzinfo=UTC)
    assert body.events == (row,)


@pytest.mark.parametrize(
    "path",
    [
        ("fixture", "id"),
        ("fixture", "status", "short"),
        ("league", "id"),
        ("teams", "home", "id"),
        ("goals",),
        ("score",),
    ],
)
def test_a_missing_field_is_named_and_harms_only_its_fixture(path: tuple[str, ...]) -> None:
    bodies, rejects = read_fixtures([entry(1), without(entry(2), *path), entry(3)])
    assert [body.id for body in bodies] == [1, 3]
    [reject] = rejects
    assert reject.reason.startswith(".".join(path))


@pytest.mark.parametrize("fixture", [None, 3, "text", [], {"fixture": None}, {"fixture": {"id": "seven"}}])
def test_garbage_is_rejected_without_an_id(fixture: Any) -> None:
    bodies, [reject] = read_fixtures([fixture])
    assert bodies == []
    assert reject.fixture_id is None


@pytest.mark.parametrize("path", [("time",), ("time", "elapsed"), ("team",), ("team", "id"), ("type",), ("detail",)])
def test_an_unreadable_row_harms_only_itself(path: tuple[str, ...]) -> None:
    broken = without(event(goal(40)), *path)
    [body], [reject] = read_fixtures([entry(7, rows=[goal(23), broken, goal(60)])])
    assert [row.elapsed for row in body.events or ()] == [23, 60]
    assert reject.reason.startswith(f"events.1.{'.'.join(path)}")
    assert not body.proves_absence


def test_a_repeated_row_is_one_goal() -> None:
    [body], [reject] = read_fixtures([entry(7, rows=[goal(23), goal(60), goal(23)])])
    assert body.events == (goal(23), goal(60))
    assert body.proves_absence
    assert reject == Reject(7, "events: 1 repeated")


@pytest.mark.parametrize(("elapsed", "read"), [("23", [23]), ("half past", []), (None, []), ([23], []), (2.5, [])])
def test_a_text_for_a_number_harms_only_its_row(elapsed: Any, read: list[int]) -> None:
    row = {**event(goal(1)), "time": {"elapsed": elapsed, "extra": None}}
    [body], rejects = read_fixtures([entry(7, rows=[row, goal(60)])])
    assert [row.elapsed for row in body.events or ()] == [*read, 60]
    assert [reject.fixture_id for reject in rejects] == ([] if read else [7])


@pytest.mark.parametrize("row", [{"type": "Card"}, {"type": "subst", "time": None}, {"type": "Var", "detail": None}])
def test_unreadable_rows_of_other_kinds_are_ignored(row: dict[str, Any]) -> None:
    body = body_of(entry(rows=[row, goal(23)]))
    assert body.events == (goal(23),)
    assert body.proves_absence


@pytest.mark.parametrize("player", [None, {}, {"id": None, "name": None}, {"id": 0, "name": ""}])
def test_a_goal_without_a_scorer_is_read(player: Any) -> None:
    body = body_of(entry(rows=[{**event(goal(23)), "player": player}]))
    assert [row.player.has_name for row in body.events or ()] == [False]


@pytest.mark.parametrize("rows", [None, ...])
def test_absent_events_differ_from_no_events(rows: Any) -> None:
    fixture = entry(rows=None) if rows is None else {**entry(), "events": None}
    assert body_of(fixture).events is None
    assert body_of(entry(rows=[])).events == ()


def test_a_kick_off_without_a_timestamp_is_read_from_the_date() -> None:
    fixture = without(entry(), "fixture", "timestamp")
    assert body_of(fixture).kickoff == datetime(2022, 12, 18, 15, tzinfo=UTC)


@pytest.mark.parametrize("timestamp", [-1, 10**15])
def test_a_kick_off_beyond_the_calendar_harms_only_its_fixture(timestamp: int) -> None:
    fixture = entry(2)
    fixture["fixture"]["timestamp"] = timestamp
    bodies, [reject] = read_fixtures([fixture, entry(3)])
    assert [body.id for body in bodies] == [3]
    assert reject.fixture_id == 2
