"""What was archived long ago goes, its clips first."""

from datetime import timedelta

import pytest
from pymongo.database import Database

from footy.core.errors import UpstreamUnavailable
from footy.goals.model.documents import FixtureDocument
from footy.goals.steps.retire_fixtures import RETIRED_AT_ONCE
from tests.support.api_football import entry
from tests.support.match import KICKOFF
from tests.support.matchday import Matchday
from tests.unit.goals.adapters.mongo.interruptions import Crash, before_write, crash

MIDNIGHT = KICKOFF.replace(hour=0, minute=5)


@pytest.fixture
def day(database: Database[FixtureDocument]) -> Matchday:
    known = Matchday(database)
    known.watch.time = MIDNIGHT
    return known


class TestRetention:
    def archived(self, day: Matchday, fixture_id: int, days: int) -> None:
        day.put("completed", fixture_id, completed_at=MIDNIGHT - timedelta(days=days))
        day.bucket.keys |= {f"{fixture_id}/a.mp4", f"{fixture_id}/b.mp4"}

    def test_what_is_older_than_two_weeks_goes_with_its_objects(self, day: Matchday) -> None:
        self.archived(day, 1, 15)
        self.archived(day, 11, 13)
        assert day.retire() == {"fixtures": 1, "objects": 2, "more": False}
        assert (day.where(1), day.where(11)) == ([], ["completed"])
        assert day.bucket.keys == {"11/a.mp4", "11/b.mp4"}

    def test_it_goes_page_by_page(self, day: Matchday) -> None:
        for fixture_id in range(RETIRED_AT_ONCE + 3):
            self.archived(day, fixture_id, 20)
        assert day.retire()["more"]
        assert day.retire() == {"fixtures": 3, "objects": 6, "more": False}
        assert day.bucket.keys == set()

    def test_a_crash_leaves_no_object_without_its_fixture(self, day: Matchday) -> None:
        self.archived(day, 1, 20)
        with before_write(0, crash), pytest.raises(Crash):
            day.retire()
        assert (day.where(1), day.bucket.keys) == (["completed"], set())
        assert day.retire()["fixtures"] == 1

    def test_a_bucket_that_does_not_answer_keeps_the_fixture(self, day: Matchday) -> None:
        self.archived(day, 1, 20)
        day.bucket.unreachable = True
        with pytest.raises(UpstreamUnavailable):
            day.retire()
        assert day.where(1) == ["completed"]


class TestWaitingInVain:
    """A fixture that never begins is not asked about for ever."""

    def waiting(self, day: Matchday, fixture_id: int, days: float, status: str | None = "PST") -> None:
        told = entry(fixture_id, status, kickoff=MIDNIGHT - timedelta(days=days))
        day.put("staging", fixture_id, fixture=told["fixture"])
        day.bucket.keys.add(f"{fixture_id}/a.mp4")

    @pytest.mark.parametrize("status", ["PST", "TBD", "NS", "???", None])
    def test_two_weeks_after_a_kick_off_that_was_never_moved_it_goes(self, day: Matchday, status: str | None) -> None:
        self.waiting(day, 1, 14.1, status)
        assert day.retire() == {"fixtures": 1, "objects": 1, "more": False}
        assert (day.where(1), day.bucket.keys) == ([], set())

    @pytest.mark.parametrize(("days", "status"), [(13.9, "PST"), (-1, "NS"), (20, "1H"), (20, "FT")])
    def test_one_that_is_expected_or_about_to_be_moved_stays(self, day: Matchday, days: float, status: str) -> None:
        self.waiting(day, 1, days, status)
        assert day.retire() == {"fixtures": 0, "objects": 0, "more": False}
        assert day.where(1) == ["staging"]

    def test_on_its_new_day_the_ingest_brings_it_again(self, day: Matchday) -> None:
        self.waiting(day, 1, 20)
        day.retire()
        day.play(fixture_id=1, status="NS", kickoff=MIDNIGHT + timedelta(hours=15))
        day.answers.days = {MIDNIGHT.date().isoformat(): [1]}
        day.ingest()
        assert day.where(1) == ["staging"]

    def test_they_go_page_by_page(self, day: Matchday) -> None:
        for fixture_id in range(RETIRED_AT_ONCE + 3):
            self.waiting(day, fixture_id, 20)
        assert day.retire()["more"]
        assert day.retire() == {"fixtures": 3, "objects": 3, "more": False}
