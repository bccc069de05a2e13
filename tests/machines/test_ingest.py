"""ingest.asl.json, state by state (F4)."""

from typing import Any

import pytest

from tests.machines.stage import Line, Performance, Stage, answers, raises

TEAMS = [
    {"id": 26, "name": "Argentina", "national": True, "country": "World"},
    {"id": 40, "name": "Liverpool", "national": False, "country": "England"},
]
RETIRED = answers({"fixtures": 1, "objects": 4, "more": False})
MORE = answers({"fixtures": 25, "objects": 90, "more": True})


def perform(stage: Stage, script: dict[str, list[Line]], event: dict[str, Any] | None = None) -> Performance:
    usual = {
        "ingest_fixtures": [answers({"fixtures": 3, "teams": TEAMS, "done": False})],
        "resolve_aliases": [answers({"aliases": 5})],
        "retire_fixtures": [RETIRED],
        "sweep_objects": [answers({"orphans": 0, "working_files": 0})],
        "back_up_database": [answers({"day": "2022-12-18", "documents": {}})],
    }
    return stage.perform("ingest", event or {}, usual | script)


def test_ingest_runs_its_steps_in_order(stage: Stage) -> None:
    done = perform(stage, {})
    assert done.status == "SUCCEEDED"
    assert [part for part, _ in done.calls] == [
        "ingest_fixtures",
        "resolve_aliases",
        "resolve_aliases",
        "retire_fixtures",
        "sweep_objects",
        "back_up_database",
    ]
    assert done.called("resolve_aliases") == TEAMS


def test_the_execution_tells_what_the_day_came_to(stage: Stage) -> None:
    """The output of the execution shows its result."""
    assert perform(stage, {"retire_fixtures": [MORE, RETIRED]}).output == {
        "fixtures": 3,
        "aliases": 10,
        "retired": 26,
        "swept": {"orphans": 0, "working_files": 0},
        "backup": {"day": "2022-12-18", "documents": {}},
    }


def test_a_day_that_is_done_tells_so_too(stage: Stage) -> None:
    done = perform(stage, {"ingest_fixtures": [answers({"fixtures": 0, "teams": [], "done": True})]})
    backup = {"day": "2022-12-18", "documents": {}}
    assert done.output == {"fixtures": 0, "aliases": 0, "retired": 0, "swept": None, "backup": backup}


@pytest.mark.parametrize(
    "event", [{}, {"fixture_ids": [1, 2]}, {"date": "2022-12-18"}, {"scheduled": "2022-12-18T00:05:00Z"}]
)
def test_what_is_asked_for_by_hand_is_handed_on(stage: Stage, event: dict[str, Any]) -> None:
    assert perform(stage, {}, event).called("ingest_fixtures") == [event]


def test_a_day_without_teams_asks_nobody(stage: Stage) -> None:
    done = perform(stage, {"ingest_fixtures": [answers({"fixtures": 3, "teams": []})]})
    assert done.status == "SUCCEEDED"
    assert done.called("resolve_aliases") == []


def test_a_team_that_cannot_be_resolved_does_not_stop_the_others(stage: Stage) -> None:
    done = perform(stage, {"resolve_aliases": [raises("MalformedAnswer"), answers({"aliases": 3})]})
    assert done.status == "SUCCEEDED"
    assert len(done.called("resolve_aliases")) == 2


def test_retention_goes_on_until_nothing_is_too_old(stage: Stage) -> None:
    done = perform(stage, {"retire_fixtures": [MORE, MORE, RETIRED]})
    assert len(done.called("retire_fixtures")) == 3
    assert len(done.called("sweep_objects")) == 1


@pytest.mark.parametrize("error", ["UpstreamUnavailable", "RateLimited", "PartialAnswer"])
def test_a_passing_failure_is_tried_again(stage: Stage, error: str) -> None:
    done = perform(stage, {"ingest_fixtures": [raises(error), answers({"fixtures": 3, "teams": []})]})
    assert done.status == "SUCCEEDED"
    assert len(done.called("ingest_fixtures")) == 2


@pytest.mark.parametrize("error", ["AccessDenied", "QuotaExhausted", "MalformedAnswer"])
def test_a_refusal_is_not_retried_and_retention_still_runs(stage: Stage, error: str) -> None:
    done = perform(stage, {"ingest_fixtures": [raises(error, "no")], "retire_fixtures": [MORE, RETIRED]})
    assert (done.status, done.error) == ("FAILED", error)
    assert len(done.called("ingest_fixtures")) == 1
    assert len(done.called("retire_fixtures")) == 2
    assert len(done.called("back_up_database")) == 1


def test_the_day_is_swept_once_however_often_it_is_tried(stage: Stage) -> None:
    """Retention runs once a day, also when ingest is retried."""
    failed = perform(stage, {"ingest_fixtures": [raises("AccessDenied")]})
    assert failed.called("sweep_objects") == []
    done = perform(stage, {"ingest_fixtures": [answers({"fixtures": 3, "teams": [], "done": False})]})
    assert len(done.called("sweep_objects")) == 1


def test_a_day_that_is_done_asks_only_whether_it_was_copied(stage: Stage) -> None:
    done = perform(stage, {"ingest_fixtures": [answers({"fixtures": 0, "teams": [], "done": True})]})
    assert done.status == "SUCCEEDED"
    assert [part for part, _ in done.calls] == ["ingest_fixtures", "back_up_database"]


def test_a_copy_that_fails_is_told(stage: Stage) -> None:
    done = perform(stage, {"back_up_database": [raises("AccessDenied")]})
    assert (done.status, done.error) == ("FAILED", "AccessDenied")


@pytest.mark.parametrize("step", ["retire_fixtures", "sweep_objects"])
def test_a_failed_step_does_not_prevent_the_backup(stage: Stage, step: str) -> None:
    done = perform(stage, {step: [raises("AccessDenied")]})
    assert (done.status, done.error) == ("FAILED", "AccessDenied")
    assert [part for part, _ in done.calls][-3:] == ["retire_fixtures", "sweep_objects", "back_up_database"]


def test_the_first_failure_is_reported(stage: Stage) -> None:
    script = {"ingest_fixtures": [raises("AccessDenied")], "retire_fixtures": [raises("MalformedAnswer")]}
    done = perform(stage, script)
    assert (done.error, len(done.called("sweep_objects"))) == ("AccessDenied", 0)
    assert len(done.called("back_up_database")) == 1
