"""A function's process is killed in the middle of its work: neither day, tick nor attempt is lost with it."""

from uuid import uuid4

import pytest

from tests.machines.stage import Stage, answers, exits
from tests.machines.test_goal import SETTLE, order, search
from tests.machines.test_ingest import TEAMS
from tests.machines.test_ingest import perform as ingest
from tests.machines.test_monitor import FINISHED, GOALS, found, planned
from tests.machines.test_monitor import batch as of
from tests.machines.test_monitor import perform as tick


def test_the_ingest_of_the_day(stage: Stage) -> None:
    done = ingest(
        stage, {"ingest_fixtures": [exits(), exits(), answers({"fixtures": 3, "teams": TEAMS, "done": False})]}
    )
    assert done.status == "SUCCEEDED"
    assert done.called("resolve_aliases") == TEAMS


@pytest.mark.parametrize("part", ["retire_fixtures", "back_up_database"])
def test_what_follows_the_ingest(stage: Stage, part: str) -> None:
    whole = {
        "retire_fixtures": answers({"fixtures": 1, "objects": 4, "more": False}),
        "back_up_database": answers({"day": "2022-12-18", "documents": {}}),
    }
    assert ingest(stage, {part: [exits(), whole[part]]}).status == "SUCCEEDED"


def test_a_tick(stage: Stage) -> None:
    goals = stage.sink("goal")
    script = {
        "plan_tick": [exits(), planned(of(1))],
        "poll_batch": [exits(), found(GOALS[0])],
        "finish_tick": [exits(), FINISHED],
    }
    done = tick(stage, script, goals=goals)
    assert (done.status, stage.started(goals)) == ("SUCCEEDED", [GOALS[0]["execution"]])


def test_an_attempt_of_a_search(stage: Stage) -> None:
    event_id, downloads = f"979139_26_{uuid4().hex[:8]}_Goal_1", stage.sink("downloads")
    found_clip = order(event_id, 1, [{"tweet_id": "1"}])
    done = search(stage, event_id, downloads, search_clips=[exits(), found_clip, SETTLE])
    assert (done.status, stage.started(downloads)) == ("SUCCEEDED", [f"download1-{event_id}"])
