"""The stack is killed in the middle of a search and started again: nothing stored is lost, the match goes on."""

import json
from pathlib import Path

import pytest

from footy.store.database import connect
from footy.store.documents import EventDocument
from tests.integration.command import eventually, facts, local, running

pytestmark = pytest.mark.xdist_group("interruption")

PLAYED = ("demo", "--replay", "var", "--speed", "40")


def halfway(home: Path) -> EventDocument | None:
    """The goal that is being searched for and has clips already."""
    told = facts(home)
    if told is None:
        return None
    database = connect(told["mongodb"], "footy", timeout_ms=1_000)
    try:
        fixtures = database["fixtures_active"].find()
        goals = [goal for fixture in fixtures for goal in fixture.get("events", [])]
    finally:
        database.client.close()
    return next((goal for goal in goals if goal["_s3_videos"] and 2 <= len(goal["_download_workflows"]) < 8), None)


def test_a_killed_stack_goes_on_where_it_was(tmp_path: Path) -> None:
    home, told = tmp_path / "stack", tmp_path / "summary.json"
    with running(home, *PLAYED) as stack:
        before = eventually(lambda: halfway(home), seconds=180, what="a search with clips")
        stack.kill()
        stack.wait()
    ended = local(*PLAYED, "--resume", "--home", str(home), "--json", str(told), seconds=300)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    summary = json.loads(told.read_text())
    goals = {goal["event_id"]: goal for fixture in summary["fixtures"] for goal in fixture["goals"]}
    after = goals[before["_event_id"]]
    assert summary["problems"] == []
    assert after["download_complete"]
    assert after["downloads"] >= 10
    assert sum(clip["popularity"] for clip in after["clips"]) >= sum(
        video["popularity"] for video in before["_s3_videos"]
    )
