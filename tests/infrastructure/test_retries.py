"""Retries: named kinds, and known errors only."""

import pytest

import footy.core.errors
from footy.api.settings import ApiRules
from tests.support.retry_kinds import ENDED_BY_A_FILE, FUNCTION_ERRORS, KINDS, longest
from tests.support.state_machines import AslState, definition, invoking, states

EXPRESS_SECONDS = 300
TASKS = [state for state in states() if state.body["Type"] == "Task"]
SERVICES = ("Lambda", "Runtime", "Sandbox", "States", "StepFunctions")


def kinds(state: AslState) -> list[str]:
    return [retry["Comment"] for retry in state.body.get("Retry", [])]


def errors(state: AslState) -> set[str]:
    handled = [*state.body.get("Retry", []), *state.body.get("Catch", [])]
    return {error for one in handled for error in one["ErrorEquals"]}


@pytest.mark.parametrize("state", TASKS, ids=str)
def test_each_retry_has_a_kind(state: AslState) -> None:
    assert kinds(state), "a task is tried again"
    for retry in state.body["Retry"]:
        assert retry == {"Comment": retry["Comment"], **KINDS[retry["Comment"]]}


def test_each_kind_is_used() -> None:
    assert {kind for state in TASKS for kind in kinds(state)} == set(KINDS)


@pytest.mark.parametrize("state", invoking(), ids=str)
def test_function_errors_are_retried(state: AslState) -> None:
    loads = state.function == "load_image"  # which may be ended by a file, and has no database
    assert set(FUNCTION_ERRORS) - ({*ENDED_BY_A_FILE, "WriteConflict"} if loads else set()) <= errors(state)


def test_a_function_that_a_file_ends_is_not_retried() -> None:
    [load] = [state for state in invoking() if state.function == "load_image"]
    retried = {error for retry in load.body["Retry"] for error in retry["ErrorEquals"]}
    assert retried & {*ENDED_BY_A_FILE, "States.ALL", "States.TaskFailed", "DecoderStopped"} == set()


@pytest.mark.parametrize("state", states(), ids=str)
def test_errors_are_ours_or_those_of_a_service(state: AslState) -> None:
    foreign = {name for name in errors(state) if not hasattr(footy.core.errors, name)} - {"ExecutionAlreadyExists"}
    assert {name.partition(".")[0] for name in foreign} <= set(SERVICES)


def test_a_tick_with_all_retries_ends_in_time() -> None:
    monitor = definition("monitor")["TimeoutSeconds"]
    tick = [state for state in TASKS if state.machine == "monitor"]
    assert [state.name for state in tick] == ["Plan tick", "Poll batch", "Start goal", "Finish tick"]
    begins = max(ApiRules().tick_offsets)
    lasts = sum(max(longest(kind, state.body["TimeoutSeconds"]) for kind in kinds(state)) for state in tick)
    assert begins + lasts <= monitor < EXPRESS_SECONDS
