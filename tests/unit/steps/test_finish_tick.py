"""The end of a tick: what is over is closed, archived and cleared away."""

from datetime import timedelta

import pytest

from footy.errors import UpstreamUnavailable
from tests.unit.adapters.mongo.interruptions import Crash, before_write, crash
from tests.unit.fixtures.builders import FIXTURE, KICKOFF, MESSI, goal
from tests.unit.matchday import Matchday, tick_after

MINUTE = timedelta(minutes=1)
GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"


class TestFinishing:
    def test_a_finished_fixture_with_a_winner_is_archived(self, day: Matchday) -> None:
        day.watched()
        day.play(status="FT", winner=True)
        day.tick(0)
        assert day.where() == ["completed"]
        assert day.fixture()["completed_at"] == KICKOFF
        assert day.database["fixtures_live"].count_documents({}) == 0

    def test_a_draw_is_archived_when_three_ticks_have_seen_its_end(self, day: Matchday) -> None:
        day.watched()
        day.play(status="FT")
        places = []
        for seconds in (0, 30, 60):
            day.tick(seconds)
            places += day.where()
        assert places == ["active", "active", "completed"]

    def test_a_goal_holds_its_fixture_until_it_is_complete(self, day: Matchday) -> None:
        day.watched()
        day.play(goal(90), status="FT", winner=True)
        for seconds in (0, 30, 60):
            day.tick(seconds)
        day.open_search()
        day.tick(90)
        assert day.where() == ["active"]
        day.complete_downloads()
        day.tick(120)
        assert day.where() == ["completed"]

    def test_a_goal_that_is_scored_while_the_archive_is_written_is_not_lost(self, day: Matchday) -> None:
        day.watched(status="FT")
        day.database["fixtures_active"].update_one({}, {"$set": {"teams.home.winner": True}})
        plan = day.plan(KICKOFF)
        day.play(goal(90), status="2H")
        with before_write(0, lambda: day.poll(plan["tick"], plan["batches"][0])):
            day.finish(plan["tick"])
        assert day.where() == ["active"]
        assert day.goal["_event_id"] == GOAL_ID

    def test_a_search_ends_at_its_deadline(self, day: Matchday) -> None:
        day.watched()
        day.play(goal(23))
        for seconds in (0, 30, 60):
            day.tick(seconds)
        day.open_search()
        day.tick(60 + 29 * 60)
        assert day.goal["_download_complete"] is False
        day.tick(60 + 30 * 60)
        assert day.goal["_download_complete"] is True
        assert day.goal["_telemetry"]["completed_because"] == "deadline"

    def test_the_sweep_completes_what_the_last_upload_did_not(self, day: Matchday) -> None:
        day.watched()
        day.play(goal(23))
        for seconds in (0, 30, 60):
            day.tick(seconds)
        day.open_search()
        ten = [f"download{n}" for n in range(1, 11)]
        done = {"events.$._download_workflows": ten, "events.$._finished_downloads": ten}
        day.events.update(GOAL_ID, {"$set": done})
        day.tick(90)
        assert day.goal["_telemetry"]["completed_because"] == "downloads_finished"

    def test_a_damaged_fixture_holds_no_other_up(self, day: Matchday) -> None:
        day.watched(1, 2)
        damage = {"events": [{"_monitor_complete": True, "_download_complete": False, "_event_id": "1_2_3_Goal_1"}]}
        day.database["fixtures_active"].update_one({"_id": 1}, {"$set": damage})
        for fixture_id in (1, 2):
            day.play(fixture_id=fixture_id, status="FT", winner=True)
        day.tick(0)
        assert (day.where(1), day.where(2)) == (["active"], ["completed"])

    def test_the_next_tick_may_work_when_this_one_is_done(self, day: Matchday) -> None:
        day.plan(KICKOFF)
        day.finish(tick_after(0))
        assert not day.plan(KICKOFF, 30)["skip"]


class TestRemovedObjects:
    @pytest.fixture
    def dropped(self, day: Matchday) -> Matchday:
        """Three ticks have missed a goal that had a clip, and the third is about to finish."""
        day.watched()
        day.play(goal(23))
        day.tick(0)
        clip = {"_s3_key": f"{FIXTURE}/{GOAL_ID}/x.mp4", "share_id": "s"}
        day.events.update(GOAL_ID, {"$set": {"events.$._s3_videos": [clip]}})
        day.bucket.keys = {clip["_s3_key"], "another"}
        day.play()
        day.tick(30)
        day.tick(60)
        plan = day.plan(KICKOFF + MINUTE, 30)
        day.poll(plan["tick"], plan["batches"][0])
        return day

    def test_they_are_deleted_when_the_tick_finishes(self, dropped: Matchday) -> None:
        assert dropped.finish(tick_after(90)) == {"completed": [], "removed_objects": 1}
        assert dropped.bucket.keys == {"another"}
        [tombstone] = dropped.fixture()["_removed_events"]
        assert "objects" not in tombstone
        assert tombstone["share_ids"] == ["s"]

    def test_a_crash_in_between_deletes_them_again(self, dropped: Matchday) -> None:
        with before_write(0, crash), pytest.raises(Crash):
            dropped.finish(tick_after(90))
        assert dropped.bucket.keys == {"another"}
        dropped.tick(150)
        assert "objects" not in dropped.fixture()["_removed_events"][0]

    def test_a_bucket_that_does_not_answer_holds_no_other_tick_up(self, dropped: Matchday) -> None:
        dropped.bucket.unreachable = True
        with pytest.raises(UpstreamUnavailable):
            dropped.finish(tick_after(90))
        dropped.bucket.unreachable = False
        assert not dropped.plan(KICKOFF + 2 * MINUTE)["skip"]
        assert dropped.finish(tick_after(120))["removed_objects"] == 1

    def test_their_fixture_waits_for_them(self, dropped: Matchday) -> None:
        dropped.bucket.unreachable = True
        with pytest.raises(UpstreamUnavailable):
            dropped.finish(tick_after(90))
        dropped.play(status="FT", winner=True)
        plan = dropped.plan(KICKOFF + 2 * MINUTE)
        dropped.poll(plan["tick"], plan["batches"][0])
        dropped.bucket.unreachable = False
        dropped.finish(plan["tick"])
        assert dropped.where() == ["active"]
        dropped.tick(150)
        assert dropped.where() == ["completed"]
