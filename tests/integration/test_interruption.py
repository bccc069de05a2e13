"""Kill during a search and resume: nothing stored is lost, and the match continues."""

import json
from pathlib import Path

import pytest

from footy.core.mongo.database import connect
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.model.documents import EventDocument
from tests.integration.command import facts, local, running
from tests.support.waiting import eventually

pytestmark = [
    pytest.mark.xdist_group("interruption"),
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.embedded("it ends with the stack and is gone on with; another one goes on alone"),
]

PLAYED = ("demo", "--replay", "var", "--speed", "60")
VALID_GOAL = "9900001_990001_9900011_Goal_1"


def uploading(goal: EventDocument) -> bool:
    """Return whether some clips are published and others are still expected."""
    return bool(goal["_s3_videos"]) and len(goal["_download_workflows"]) < 8


def caught(home: Path) -> EventDocument | None:
    """Return the valid goal during its search."""
    told = facts(home)
    if told is None:
        return None
    database = connect(told["mongodb"], told["database"], timeout_ms=60_000)
    try:
        goal = GoalEvents(database).find(VALID_GOAL)
    finally:
        database.client.close()
    return goal if goal and uploading(goal) else None


def test_a_killed_stack_goes_on_where_it_was(tmp_path: Path) -> None:
    home, told = tmp_path / "stack", tmp_path / "summary.json"
    with running(home, *PLAYED) as stack:
        before = eventually(lambda: caught(home), "a goal whose clips are uploaded")
        stack.kill()
        stack.wait()
    ended = local(*PLAYED, "--resume", "--home", str(home), "--json", str(told))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    summary = json.loads(told.read_text())
    goals = {goal["event_id"]: goal for fixture in summary["fixtures"] for goal in fixture["goals"]}
    after = goals[before["_event_id"]]
    assert summary["problems"] == []
    assert after["download_complete"]
    assert after["downloads"] >= 10
    assert (after["finished"], after["because"]) == (after["downloads"], "downloads_finished")
    assert sum(clip["popularity"] for clip in after["clips"]) >= sum(
        video["popularity"] for video in before["_s3_videos"]
    )
