"""What was archived long ago goes, its clips first."""

from datetime import timedelta

import pytest
from pymongo.database import Database

from footy.errors import UpstreamUnavailable
from footy.model.documents import FixtureDocument
from footy.steps.retire_fixtures import RETIRED_AT_ONCE
from tests.unit.adapters.mongo.interruptions import Crash, before_write, crash
from tests.unit.fixtures.builders import KICKOFF
from tests.unit.matchday import Matchday

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
