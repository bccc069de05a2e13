"""Retention of archived and never played fixtures (F4)."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest

from footy.goals.steps.retire_fixtures import PAGE
from tests.support.api_football import entry
from tests.support.interruptions import Crash, before_write, crash
from tests.support.match import KICKOFF
from tests.support.matchday import Matchday

MIDNIGHT = KICKOFF.replace(hour=0, minute=5)


@pytest.fixture(autouse=True)
def midnight(day: Matchday) -> None:
    day.watch.time = MIDNIGHT


def archive(day: Matchday, fixture_id: int, days: int) -> None:
    day.put("completed", fixture_id, completed_at=MIDNIGHT - timedelta(days=days))
    day.bucket.keys |= {f"{fixture_id}/a.mp4", f"{fixture_id}/b.mp4"}


def stage(day: Matchday, fixture_id: int, days: float, status: str | None = "PST") -> None:
    fixture = entry(fixture_id, status, kickoff=MIDNIGHT - timedelta(days=days))["fixture"]
    day.put("staging", fixture_id, fixture=fixture)
    day.bucket.keys.add(f"{fixture_id}/a.mp4")


def test_expired_clips_leave_the_edge_cache(day: Matchday) -> None:
    archive(day, 1, 15)
    day.retire()
    [message] = day.takedowns.letters
    assert message.body == '{"fixture_ids": [1]}'


def test_old_fixtures_are_deleted_with_their_objects(day: Matchday) -> None:
    archive(day, 1, 15)
    archive(day, 11, 13)
    assert day.retire() == {"fixtures": 1, "objects": 2, "more": False}
    assert (day.where(1), day.where(11)) == ([], ["completed"])
    assert day.bucket.keys == {"11/a.mp4", "11/b.mp4"}


@pytest.mark.parametrize("put", [archive, stage])
def test_retention_deletes_page_by_page(day: Matchday, put: Callable[[Matchday, int, int], None]) -> None:
    for fixture_id in range(PAGE + 3):
        put(day, fixture_id, 20)
    assert day.retire()["more"]
    assert day.retire()["fixtures"] == 3
    assert day.bucket.keys == set()


@pytest.mark.parametrize(("old", "recent", "deleted"), [(50, 0, 25), (51, 0, 0), (60, 240, 25), (61, 239, 0)])
def test_retention_is_refused_above_its_limits(
    day: Matchday, counted: Counter[str], old: int, recent: int, deleted: int
) -> None:
    for fixture_id in range(old + recent):
        archive(day, fixture_id, 20 if fixture_id < old else 1)
    assert day.retire()["fixtures"] == deleted
    assert counted.get("RetentionsRefused", 0) == (0 if deleted else 1)


def test_fixtures_in_staging_count_against_the_limit(day: Matchday) -> None:
    for fixture_id in range(51):
        (stage if fixture_id % 2 else archive)(day, fixture_id, 20)
    assert day.retire() == {"fixtures": 0, "objects": 0, "more": False}


def test_a_crash_leaves_no_object_without_its_fixture(day: Matchday) -> None:
    archive(day, 1, 20)
    with before_write(0, crash), pytest.raises(Crash):
        day.retire()
    assert (day.where(1), day.bucket.keys) == (["completed"], set())
    assert day.retire()["fixtures"] == 1


@pytest.mark.parametrize("status", ["PST", "TBD", "NS", "???", None])
def test_unplayed_fixtures_are_deleted_after_two_weeks(day: Matchday, status: str | None) -> None:
    stage(day, 1, 14.1, status)
    assert day.retire() == {"fixtures": 1, "objects": 1, "more": False}
    assert (day.where(1), day.bucket.keys) == ([], set())


@pytest.mark.parametrize(("days", "status"), [(13.9, "PST"), (-1, "NS"), (20, "1H"), (20, "FT")])
def test_expected_and_started_fixtures_stay_in_staging(day: Matchday, days: float, status: str) -> None:
    stage(day, 1, days, status)
    assert day.retire() == {"fixtures": 0, "objects": 0, "more": False}
    assert day.where(1) == ["staging"]
