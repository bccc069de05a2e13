"""More goals at once than capacity: jobs wait, and nothing is lost."""

import pytest
from pymongo.database import Database

from footy.goals.capacity.pool import instances_needed, pool_of
from footy.goals.model.documents import FixtureDocument
from tests.machines.drought import SAFE, SPARE
from tests.machines.overload import CLIPS, LOOKS_AT_ONCE, RULES, overload
from tests.machines.stage import Stage
from tests.support.waiting import eventually, while_it_advances

LONG = (pytest.mark.soak, pytest.mark.long)


@pytest.mark.parametrize(("goals", "attempts", "room"), [(6, 1, 1), pytest.param(40, 3, 2, marks=LONG)])
def test_goals_at_once_lose_nothing(
    stage: Stage, database: Database[FixtureDocument], goals: int, attempts: int, room: int
) -> None:
    needed = instances_needed(goals, pool_of("clips", RULES), is_open=True)
    assert needed > room
    with overload(stage, database, goals, attempts) as evening:
        executions = evening.kick_off()
        evening.die_with_hands_full(4)
        assert evening.statuses(executions) == {"RUNNING"}, "jobs wait while there is no worker"
        with evening.room(room) as ground:
            while_it_advances(evening.finished, evening.progress, "the end of all downloads")
            eventually(lambda: not ground.at_work, "the end of the last worker")
        assert ground.most == {SPARE: needed - 1, SAFE: needed}, "missing Spot capacity is replaced on demand"
        assert ground.held == {SPARE: 0, SAFE: 0}
        assert evening.statuses(executions) == {"SUCCEEDED"}
        for event in evening.events():
            assert len(event["_s3_videos"]) == attempts * CLIPS
            assert {video["popularity"] for video in event["_s3_videos"]} == {1}
            assert len(event["_finished_clips"]) == attempts * CLIPS, "each was published before its download's end"
        clips = goals * attempts * CLIPS
        assert evening.decoder.looked == clips, "the jobs of the dead worker were done once by another"
        assert evening.model.refused > 0
        assert evening.model.most <= LOOKS_AT_ONCE
