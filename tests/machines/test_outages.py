"""Every function of a machine fails twice, as in a database failover, and nothing is lost."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.machines.company import places_of
from tests.machines.stage import ROOT, Line, Performance, Stage, answers, exits, raises
from tests.machines.workers import Workers, working

FAILURES = {
    "failover": raises("UpstreamUnavailable"),
    "exit": exits(),
    "no type": raises("Lambda.Unknown"),
    "time-out": raises("Sandbox.Timedout"),
    "conflict": raises("WriteConflict"),
}
GOAL = "979139_26_154_Goal_1"
CLIPS = [{"tweet_id": "1604500000000000001"}, {"tweet_id": "1604500000000000002"}]
VERDICT = {"clip": "1604500000000000001", "outcome": "accepted", "verified": True, "minute": 23, "status": "verified"}
TICK = "monitor-2022-12-18T15:23:00Z"
FINISHED: dict[str, Any] = {"completed": [], "overdue": []}
TEAM = {"id": 26, "name": "Argentina", "national": True, "country": "World"}
OPENED = {"attempt": 0, "started": 0, "attempts": 15, "pace_seconds": 60, "settle_seconds": 300}
NOTHING: dict[str, Any] = {"attempt": 1, "order": 0, "download": "", "clips": [], "wait_seconds": 0}


@dataclass(frozen=True, slots=True)
class Play:
    """Machine, its input, and the final answers of its functions."""

    machine: str
    event: dict[str, Any]
    lines: Mapping[str, list[Line]]
    others: dict[str, str] = field(default_factory=dict)

    def perform(self, stage: Stage, failure: Line, **sound: list[Line]) -> Performance:
        """Run the machine; every function fails twice first, except sound ones."""
        script = {part: [failure, failure, *lines] for part, lines in self.lines.items()}
        return stage.perform(self.machine, self.event, {**script, **sound}, **self.others)

    def assert_whole(self, done: Performance) -> None:
        """Check the number of calls of each function."""
        assert done.status == "SUCCEEDED", done.error
        assert {part: len(done.called(part)) for part in self.lines} == {
            part: 2 + len(lines) for part, lines in self.lines.items()
        }


@pytest.fixture(params=FAILURES)
def failure(request: pytest.FixtureRequest) -> Line:
    return FAILURES[request.param]


def test_a_tick_polls_starts_and_finishes(stage: Stage, failure: Line) -> None:
    goals = stage.sink("goal")
    planned = {"tick": TICK, "skip": False, "batches": [{"kind": "active", "ids": [1]}]}
    skipped = {"tick": TICK, "skip": True, "batches": []}
    plan: Line = {"answers": {"0": planned, "30": skipped}, "by": "offset"}
    lines = {
        "plan_tick": [plan, plan],
        "poll_batch": [answers({"polled": 1, "goals": [{"event_id": GOAL, "execution": f"goal-{GOAL}", "about": {}}]})],
        "finish_tick": [answers(FINISHED)],
    }
    play = Play("monitor", {"scheduled": "2022-12-18T15:23:00Z"}, lines, {"GoalMachine": goals})
    done = play.perform(stage, failure)
    play.assert_whole(done)
    [finished, skipped] = done.output
    assert (finished["completed"], finished["overdue"], skipped) == (0, 0, {"skipped": True})
    assert stage.started(goals) == [f"goal-{GOAL}"]


def test_a_day_begins(stage: Stage, failure: Line) -> None:
    lines = {
        "ingest_fixtures": [answers({"fixtures": 3, "teams": [TEAM]})],
        "resolve_aliases": [answers({"aliases": 5})],
        "retire_fixtures": [answers({"fixtures": 1, "objects": 4, "more": False})],
        "sweep_objects": [answers({"orphans": 0, "working_files": 0})],
        "back_up_database": [answers({"day": "2022-12-18", "documents": {}})],
    }
    play = Play("ingest", {}, lines)
    play.assert_whole(play.perform(stage, failure))


def test_an_image_is_classified_and_recorded(stage: Stage, failure: Line) -> None:
    """Load image fails in none of these ways: a file that ends it may be hostile (see test_classify)."""
    lines = {
        "begin_image": [answers({"action": "load"})],
        "classify_image": [answers({"top": [{"label": "lion", "score": 0.9}], "model": {"name": "any"}})],
        "record_image": [answers({"recorded": True})],
    }
    play = Play("classify", {"key": "lions/one.png", "event_id": "e" * 64, "version_id": "v1"}, lines)
    loaded = answers({"action": "classify", "reason": "", "look": 1})
    play.assert_whole(play.perform(stage, failure, load_image=[loaded]))


def test_a_search_orders_its_download_and_checks_its_completion(stage: Stage, failure: Line) -> None:
    downloads, download = stage.sink("downloads"), f"download1-{uuid4().hex[:8]}"
    ordered = {**NOTHING, "outcome": "found", "order": 1, "download": download}
    lines = {
        "open_search": [answers(OPENED)],
        "search_clips": [answers(ordered), answers({**NOTHING, "outcome": "settle"})],
        "check_completion": [answers({"complete": True})],
    }
    play = Play("goal", {"event_id": GOAL}, lines, {"DownloadMachine": downloads})
    done = play.perform(stage, failure)
    play.assert_whole(done)
    assert {call["attempt"] for call in done.called("search_clips")} == {0, 1}, "no attempt is lost"
    assert stage.started(downloads) == [download]


def test_no_machine_is_left_out() -> None:
    played = set(re.findall(r'Play\("(\w+)"', Path(__file__).read_text(encoding="utf-8")))
    assert played == {file.name.split(".")[0] for file in (ROOT / "statemachines").glob("*.asl.json")}


def test_a_download_is_fetched_looked_at_and_signalled(stage: Stage, failure: Line) -> None:
    workers = Workers(stage, {"": VERDICT})
    event = {"event_id": GOAL, "download_id": f"download1-{GOAL}", "clips": CLIPS}
    registered = {"action": "fetch", "until": "2022-12-18T16:00:00Z"}
    places = {"ClipsQueue": workers.queue, "UploadQueue": places_of(stage)["UploadQueue"]}
    play = Play("download", event, {"register_download": [answers(registered)]}, places)
    with working(workers):
        play.assert_whole(play.perform(stage, failure))
    [(signal, _)] = stage.messages(places["UploadQueue"])
    assert signal["verdicts"] == [VERDICT] * len(CLIPS)
