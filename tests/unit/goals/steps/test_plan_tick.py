"""Planning of a tick: lease, marks, clock and quota (F7, F11 to F15, F17)."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from footy.goals.fixtures.lifecycle.tick import TickBook
from footy.goals.model.quota import Quota
from footy.goals.steps.plan_tick import Output, plan_tick
from tests.support.match import FIXTURE, KICKOFF
from tests.support.matchday import Matchday, tick_after

MINUTE = timedelta(minutes=1)


def ids_of(day: Matchday, scheduled: datetime, offset: int = 0) -> list[tuple[str, list[int]]]:
    return [(batch["kind"], batch["ids"]) for batch in day.plan(scheduled, offset)["batches"]]


class TestPlanning:
    def test_with_nothing_to_watch_nobody_is_asked(self, day: Matchday) -> None:
        assert day.plan(KICKOFF) == {"tick": tick_after(0), "skip": False, "batches": []}
        day.finish(tick_after(0))
        assert day.answers.requests == []

    def test_active_fixtures_are_polled_in_large_batches(self, day: Matchday) -> None:
        day.rules = replace(day.rules, fixtures_per_poll=20)
        day.activate(*range(1, 46))
        batches = ids_of(day, KICKOFF)
        assert [(kind, len(ids)) for kind, ids in batches] == [("active", 20), ("active", 20), ("active", 5)]
        assert sorted(_id for _, ids in batches for _id in ids) == list(range(1, 46))

    def test_a_tick_that_would_overlap_a_running_one_is_skipped(self, day: Matchday) -> None:
        day.activate()
        assert not day.plan(KICKOFF)["skip"]
        assert day.plan(KICKOFF, 30) == {"tick": tick_after(30), "skip": True, "batches": []}

    @pytest.mark.parametrize(("minute", "due"), [(14, []), (15, [FIXTURE]), (16, [FIXTURE]), (29, [FIXTURE])])
    def test_staging_is_polled_at_the_quarters_of_the_hour(self, day: Matchday, minute: int, due: list[int]) -> None:
        day.put("staging", _last_monitor=KICKOFF + 2 * MINUTE)
        assert ids_of(day, KICKOFF + minute * MINUTE) == ([("staging", due)] if due else [])

    def test_one_mark_polls_a_fixture_once(self, day: Matchday) -> None:
        day.put("staging")
        day.play(status="NS", kickoff=KICKOFF + timedelta(days=1))
        for seconds in (0, 30, 60, 840, 870):
            day.tick(seconds)
        assert len(day.answers.requests) == 1
        day.tick(900)
        assert len(day.answers.requests) == 2


class TestTicksAhead:
    """One that was started by hand for a moment to come would hold up every tick until then."""

    def planned(self, day: Matchday, *, seconds_ahead: int) -> Output:
        day.watch.time = KICKOFF - timedelta(seconds=seconds_ahead)
        return plan_tick({"scheduled": KICKOFF.isoformat(), "offset": 0}, day.container)

    def test_two_minutes_are_what_two_clocks_may_differ_by(self, day: Matchday) -> None:
        day.activate()
        assert not self.planned(day, seconds_ahead=120)["skip"]

    @pytest.mark.parametrize("seconds_ahead", [121, 86_400])
    def test_more_is_refused_and_counted(
        self, day: Matchday, monkeypatch: pytest.MonkeyPatch, seconds_ahead: int
    ) -> None:
        counted: list[str] = []
        monkeypatch.setattr("footy.goals.steps.plan_tick.count", counted.append)
        day.activate()
        refused = self.planned(day, seconds_ahead=seconds_ahead)
        assert refused == {"tick": tick_after(0), "skip": True, "batches": []}
        assert counted == ["TicksRefused"]


class TestBudget:
    def low(self, day: Matchday, share: float = 0.09) -> None:
        day.leases.note_quota(Quota(7500, int(7500 * share)), KICKOFF)

    def test_a_low_budget_thins_the_ticks_out_and_never_stops_them(self, day: Matchday) -> None:
        self.low(day)
        skipped = [day.plan(KICKOFF + n // 2 * MINUTE, 30 * (n % 2))["skip"] for n in range(1)]
        day.finish(tick_after(0))
        assert (skipped, day.plan(KICKOFF, 30)["skip"]) == ([False], True)
        assert not day.plan(KICKOFF + MINUTE)["skip"]

    def test_the_budget_is_read_from_every_answer(self, day: Matchday) -> None:
        day.activate()
        day.play()
        day.answers.quota = (7500, 100)
        day.tick(0)
        assert day.leases.quota(KICKOFF.date()) == Quota(7500, 100)


class TestEndings:
    """The end of each tick is recorded, so that lost ticks can be counted."""

    def test_a_tick_that_was_left_out_on_purpose(self, day: Matchday) -> None:
        day.leases.note_quota(Quota(7500, 600), KICKOFF)
        day.plan(KICKOFF, 30)
        day.container.operator_log.pause("anna", KICKOFF)
        day.plan(KICKOFF + MINUTE)
        skipped = {KICKOFF + timedelta(seconds=30), KICKOFF + MINUTE}
        assert day.leases.tick_book() == TickBook(min(skipped), skipped=skipped)

    def test_a_tick_for_which_another_was_at_work(self, day: Matchday) -> None:
        day.plan(KICKOFF)
        day.plan(KICKOFF, 30)
        half = KICKOFF + timedelta(seconds=30)
        assert day.leases.tick_book() == TickBook(half, overlapped={half})
