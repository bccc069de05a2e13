"""monitor.asl.json, state by state (F11 to F16, G8)."""

import json
from typing import Any

import pytest

from tests.machines.stage import Line, Performance, Stage, answers, raises

SCHEDULED = "2022-12-18T15:23:00Z"
TICK = "monitor-2022-12-18T15:23:00Z"
ABOUT = {"team": "Argentina", "scorer": "L. Messi", "minute": "90+4", "score": "2-1"}
GOALS = [
    {"event_id": f"979139_26_154_Goal_{n}", "execution": f"goal-979139_26_154_Goal_{n}", "about": ABOUT}
    for n in (1, 2, 3)
]
SKIPPED = answers({"tick": TICK, "skip": True, "batches": []})
FINISHED = answers({"completed": [7], "overdue": []})


def batch(*ids: int) -> dict[str, Any]:
    return {"kind": "active", "ids": list(ids)}


def planned(*batches: dict[str, Any]) -> Line:
    """Build a plan whose first tick polls and whose second is skipped."""
    first = {"tick": TICK, "skip": False, "batches": list(batches)}
    return {"answers": {"0": first, "30": SKIPPED["answers"]}, "by": "offset"}


def found(*goals: dict[str, Any]) -> Line:
    return answers({"polled": 2, "goals": list(goals)})


def perform(
    stage: Stage,
    script: dict[str, list[Line]],
    *,
    goals: str | None = None,
    event: dict[str, Any] | None = None,
) -> Performance:
    usual = {"plan_tick": [planned(batch(1))], "poll_batch": [found()], "finish_tick": [FINISHED]}
    scheduled = {"scheduled": SCHEDULED} if event is None else event
    return stage.perform("monitor", scheduled, usual | script, GoalMachine=goals or stage.sink("goal"))


def test_a_minute_has_two_ticks(stage: Stage) -> None:
    done = perform(stage, {"plan_tick": [SKIPPED]})
    assert done.status == "SUCCEEDED"
    asked = sorted(done.called("plan_tick"), key=lambda call: call["offset"])
    assert asked == [{"scheduled": SCHEDULED, "offset": 0}, {"scheduled": SCHEDULED, "offset": 30}]


@pytest.mark.parametrize("event", [{}, {"scheduled": "<aws.scheduler.scheduled-time>"}])
def test_without_a_scheduled_minute_it_is_that_of_the_start(stage: Stage, event: dict[str, Any]) -> None:
    done = perform(stage, {"plan_tick": [SKIPPED]}, event=event)
    assert {call["scheduled"][:2] for call in done.called("plan_tick")} == {"20"}


def test_a_skipped_tick_asks_nobody(stage: Stage) -> None:
    done = perform(stage, {"plan_tick": [SKIPPED]})
    assert done.called("poll_batch") == done.called("finish_tick") == []
    assert done.output == [{"skipped": True}, {"skipped": True}]


def test_a_tick_polls_starts_and_finishes(stage: Stage) -> None:
    goals = stage.sink("goal")
    script = {
        "plan_tick": [planned(batch(1, 2), batch(3))],
        "poll_batch": [found(GOALS[0]), found(GOALS[1], GOALS[2])],
    }
    done = perform(stage, script, goals=goals)
    polled = sorted(done.called("poll_batch"), key=lambda call: call["batch"]["ids"])
    assert polled == [{"tick": TICK, "batch": batch(1, 2)}, {"tick": TICK, "batch": batch(3)}]
    assert sorted(stage.started(goals)) == [goal["execution"] for goal in GOALS]
    assert done.called("finish_tick") == [{"tick": TICK}]
    assert done.calls[-1][0] == "finish_tick"


def test_a_search_input_has_the_id_and_a_description(stage: Stage) -> None:
    goals = stage.sink("goal")
    perform(stage, {"poll_batch": [found(GOALS[0])]}, goals=goals)
    [execution] = stage.states.list_executions(stateMachineArn=goals)["executions"]
    told = stage.states.describe_execution(executionArn=execution["executionArn"])["input"]
    scheduled = json.loads(told)
    assert "monitor" in scheduled.pop("AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID")
    assert scheduled == {"event_id": GOALS[0]["event_id"], **ABOUT}


def test_a_tick_tells_what_it_did(stage: Stage) -> None:
    script = {
        "plan_tick": [planned(batch(1, 2), batch(3))],
        "poll_batch": [found(GOALS[0]), found(GOALS[1])],
    }
    counts = {"polled": 4, "searches": 2, "completed": 1, "overdue": 0}
    done = perform(stage, script)
    assert {"tick": TICK, **counts} in done.output


def test_a_quiet_tick_tells_that_it_was_quiet(stage: Stage) -> None:
    quiet = answers({"completed": [], "overdue": []})
    done = perform(stage, {"plan_tick": [planned()], "finish_tick": [quiet]})
    assert {"tick": TICK, "polled": 0, "searches": 0, "completed": 0, "overdue": 0} in done.output


def test_with_nothing_to_poll_the_tick_still_finishes(stage: Stage) -> None:
    done = perform(stage, {"plan_tick": [planned()]})
    assert done.called("poll_batch") == []
    assert done.called("finish_tick") == [{"tick": TICK}]


@pytest.mark.parametrize("error", ["QuotaExhausted", "AccessDenied", "RateLimited", "KeyError"])
def test_a_batch_that_fails_for_now_stops_no_other(stage: Stage, error: str) -> None:
    goals = stage.sink("goal")
    script = {"plan_tick": [planned(batch(1), batch(2))], "poll_batch": [raises(error), found(GOALS[0])]}
    done = perform(stage, script, goals=goals)
    assert done.status == "SUCCEEDED"
    assert len(done.called("poll_batch")) == 2
    assert stage.started(goals) == [GOALS[0]["execution"]]
    assert done.called("finish_tick") == [{"tick": TICK}]


@pytest.mark.parametrize("error", ["UpstreamUnavailable", "WriteConflict", "PartialAnswer"])
@pytest.mark.parametrize("part", ["poll_batch", "finish_tick"])
def test_a_passing_failure_is_tried_again_within_the_tick(stage: Stage, part: str, error: str) -> None:
    usual = {"poll_batch": found(), "finish_tick": FINISHED}
    done = perform(stage, {part: [raises(error), usual[part]]})
    assert done.status == "SUCCEEDED"
    assert len(done.called(part)) == 2


def test_planning_is_tried_again_with_the_same_tick(stage: Stage) -> None:
    done = perform(stage, {"plan_tick": [raises("UpstreamUnavailable"), SKIPPED]})
    asked = done.called("plan_tick")
    assert len(asked) == 3
    assert {call["scheduled"] for call in asked} == {SCHEDULED}


def test_a_search_that_was_started_before_is_started(stage: Stage) -> None:
    goals = stage.sink("goal")
    script = {"poll_batch": [found(GOALS[0])]}
    perform(stage, script, goals=goals)
    done = perform(stage, script, goals=goals)
    assert done.status == "SUCCEEDED"
    assert stage.started(goals) == [GOALS[0]["execution"]]
    assert done.called("finish_tick") == [{"tick": TICK}]


def test_a_search_that_cannot_be_started_stops_no_other(stage: Stage) -> None:
    goals = stage.sink("goal")
    broken = {"event_id": "x", "execution": "not a name, surely *", "about": {}}
    done = perform(stage, {"poll_batch": [found(broken, GOALS[0])]}, goals=goals)
    assert done.status == "SUCCEEDED"
    assert GOALS[0]["execution"] in stage.started(goals)
    assert done.called("finish_tick") == [{"tick": TICK}]


@pytest.mark.parametrize("part", ["plan_tick", "finish_tick"])
def test_a_tick_that_is_lost_leaves_the_machine_whole(stage: Stage, part: str) -> None:
    done = perform(stage, {part: [raises("KeyError")]})
    assert done.status == "SUCCEEDED"
    assert {"lost": True} in done.output
