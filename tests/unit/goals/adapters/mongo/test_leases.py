"""Tick lease, tick book, ingest marker and quota (F11, F12, F17)."""

from datetime import UTC, datetime, timedelta

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.leases import TICKS_KEPT, Leases
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.ids import moment_of
from tests.support.interruptions import before_write
from tests.support.match import tick

NOW = datetime(2022, 12, 18, 15, tzinfo=UTC)
DURATION = timedelta(seconds=55)


@pytest.fixture
def leases(database: Database[FixtureDocument]) -> Leases:
    return Leases(database)


def test_a_tick_that_would_overlap_a_running_one_is_refused(leases: Leases) -> None:
    assert leases.take(tick(1), NOW, DURATION)
    assert not leases.take(tick(2), NOW + timedelta(seconds=30), DURATION)


def test_the_next_tick_works_when_the_last_is_done(leases: Leases) -> None:
    leases.take(tick(1), NOW, DURATION)
    leases.release(tick(1), NOW + timedelta(seconds=10))
    assert leases.take(tick(2), NOW + timedelta(seconds=30), DURATION)


def test_the_lease_of_a_dead_tick_ends_by_the_clock(leases: Leases) -> None:
    leases.take(tick(1), NOW, DURATION)
    assert leases.take(tick(3), NOW + DURATION, DURATION)


def test_a_tick_that_is_retried_takes_its_own_lease_again(leases: Leases) -> None:
    assert leases.take(tick(1), NOW, DURATION)
    assert leases.take(tick(1), NOW + timedelta(seconds=2), DURATION)


def test_a_tick_that_was_overtaken_never_works(leases: Leases) -> None:
    leases.take(tick(2), NOW, DURATION)
    leases.release(tick(2), NOW)
    assert not leases.take(tick(1), NOW + timedelta(minutes=5), DURATION)


def test_a_late_release_does_not_end_the_lease_of_another(leases: Leases) -> None:
    leases.take(tick(1), NOW, DURATION)
    leases.take(tick(3), NOW + DURATION, DURATION)
    leases.release(tick(1), NOW + DURATION)
    assert not leases.take(tick(4), NOW + DURATION + timedelta(seconds=30), DURATION)


def test_of_two_first_ticks_at_once_one_works(leases: Leases) -> None:
    results: list[bool] = []
    with before_write(1, lambda: results.append(leases.take(tick(1), NOW, DURATION))):
        results.append(leases.take(tick(2), NOW, DURATION))
    assert results == [True, False]


def test_tick_outcomes_are_kept_for_ninety_minutes(leases: Leases) -> None:
    assert leases.tick_book() is None
    for n in range(TICKS_KEPT + 20):
        for _ in range(2):
            leases.note_tick(tick(n), "finished")
    leases.note_tick(tick(3), "overlapped")
    book = leases.tick_book()
    assert book is not None
    assert book.since == moment_of(tick(0))
    assert book.finished == {moment_of(tick(n)) for n in range(20, TICKS_KEPT + 20)}
    assert (book.overlapped, book.skipped) == ({moment_of(tick(3))}, frozenset())
