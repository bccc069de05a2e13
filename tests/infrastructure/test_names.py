"""One name for a state, its function, its step and its test."""

from importlib import import_module
from inspect import signature
from typing import get_type_hints

import pytest

from cdk.constructs.compute.function import camel_case
from cdk.packages import ROOT
from footy.api.container import ApiContainer
from footy.goals.container import GoalsContainer
from footy.images.container import ImagesContainer
from tests.support.state_machines import AslState, invoking

STEPS = {
    file.stem: file.parent.parent.name
    for file in (ROOT / "layers" / "footy" / "python" / "footy").glob("*/steps/[!_]*.py")
}
CONTAINERS = {"goals": GoalsContainer, "images": ImagesContainer, "api": ApiContainer}
# queues, the page's API, a schedule and a deployment call these, and no state
QUEUED = ("upload_batch", "take_down_clips", "validate_clip", "accept_image")
API_FUNCTIONS = ("answer_request", "answer_operator", "answer_organization")
SCHEDULED = ("mend_images", "send_webhooks", "set_capacity")
DEPLOYED = ("make_users",)
UNSTATED = (*QUEUED, *API_FUNCTIONS, *SCHEDULED, *DEPLOYED)
# use cases of organisations, which one function serves for all of them
SERVED = ("list_images", "remove_image", "retry_image", "show_image", "upload_image")
FUNCTIONS = sorted({state.function for state in invoking()} | {*UNSTATED})
STEPPED = sorted({*FUNCTIONS, *SERVED})


@pytest.mark.parametrize("state", invoking(), ids=str)
def test_a_state_is_named_after_its_function(state: AslState) -> None:
    assert state.placeholder == camel_case(state.function)


def test_each_function_has_one_state() -> None:
    assert sorted([*(state.function for state in invoking()), *UNSTATED]) == FUNCTIONS
    assert {folder.parent.name for folder in (ROOT / "lambdas").glob("*/handler.py")} == set(FUNCTIONS)
    assert set(STEPS) == set(STEPPED)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_calls_the_step_of_its_name(name: str) -> None:
    handler = (ROOT / "lambdas" / name / "handler.py").read_text(encoding="utf-8")
    assert f"from footy.{STEPS[name]}.steps.{name} import" in handler


@pytest.mark.parametrize("name", STEPPED)
def test_a_step_has_input_and_output_types(name: str) -> None:
    module = import_module(f"footy.{STEPS[name]}.steps.{name}")
    step = getattr(module, name)
    hints = get_type_hints(step)
    request, container = signature(step).parameters
    assert (hints[request], hints[container], hints["return"]) == (module.Input, CONTAINERS[STEPS[name]], module.Output)


@pytest.mark.parametrize("name", STEPPED)
def test_a_step_has_a_test(name: str) -> None:
    assert "def test_" in (ROOT / "tests" / "unit" / STEPS[name] / "steps" / f"test_{name}.py").read_text("utf-8")
