"""Every Retry is of a named kind, and knows only errors of our own and of AWS."""

import pytest

import footy.core.errors
from tests.infrastructure.definitions import State, definition, invoking, states
from tests.infrastructure.retry_kinds import FUNCTION_ERRORS, KINDS, longest

EXPRESS_SECONDS = 300
TASKS = [state for state in states() if state.body["Type"] == "Task"]
SERVICES = ("Lambda", "Runtime", "Sandbox", "States", "StepFunctions")


def kinds(state: State) -> list[str]:
    return [retry["Comment"] for retry in state.body.get("Retry", [])]


def errors(state: State) -> set[str]:
    handled = [*state.body.get("Retry", []), *state.body.get("Catch", [])]
    return {error for one in handled for error in one["ErrorEquals"]}


@pytest.mark.parametrize("state", TASKS, ids=str)
def test_every_retry_is_of_a_kind(state: State) -> None:
    assert kinds(state), "a task is tried again"
    for retry in state.body["Retry"]:
        assert retry == {"Comment": retry["Comment"], **KINDS[retry["Comment"]]}


def test_every_kind_is_used() -> None:
    assert {kind for state in TASKS for kind in kinds(state)} == set(KINDS)


@pytest.mark.parametrize("state", invoking(), ids=str)
def test_a_function_that_could_not_answer_is_asked_again(state: State) -> None:
    assert set(FUNCTION_ERRORS) <= errors(state)


@pytest.mark.parametrize("state", states(), ids=str)
def test_every_error_is_ours_or_has_the_name_of_its_service(state: State) -> None:
    foreign = {name for name in errors(state) if not hasattr(footy.core.errors, name)} - {"ExecutionAlreadyExists"}
    assert {name.partition(".")[0] for name in foreign} <= set(SERVICES)


def test_a_tick_that_needs_all_its_tries_ends_before_its_machine_does() -> None:
    monitor = definition("monitor")["TimeoutSeconds"]
    tick = [state for state in TASKS if state.machine == "monitor"]
    assert [state.name for state in tick] == ["Plan tick", "Poll batch", "Start goal", "Finish tick"]
    begins = max(next(state for state in states() if state.name == "Ticks").body["Items"])
    lasts = sum(max(longest(kind, state.body["TimeoutSeconds"]) for kind in kinds(state)) for state in tick)
    assert begins + lasts <= monitor < EXPRESS_SECONDS
