from concurrent.futures import ThreadPoolExecutor

import pytest

from local.stack.replay_clock import PAUSED_PACE
from tests.local.cloud import Cloud
from tests.support.waiting import QUICK

pytestmark = pytest.mark.xdist_group("embedded-aws")

WAITS = {"Wait": {"Type": "Wait", "Seconds": 600, "End": True}}
PASSES = {"Pass": {"Type": "Pass", "End": True}}


def test_repeated_start_returns_the_running_execution(cloud: Cloud) -> None:
    machine = cloud.machine(WAITS)
    assert cloud.start(machine, {"event_id": "e"}, "goal-e") == cloud.start(machine, {"event_id": "e"}, "goal-e")


def test_repeated_start_with_other_input_is_refused(cloud: Cloud) -> None:
    machine = cloud.machine(WAITS)
    cloud.start(machine, {"event_id": "e"}, "goal-e")
    with pytest.raises(cloud.client("stepfunctions").exceptions.ExecutionAlreadyExists):
        cloud.start(machine, {"event_id": "other"}, "goal-e")


def test_name_of_an_ended_execution_is_refused(cloud: Cloud) -> None:
    machine = cloud.machine(PASSES)
    cloud.outcome(cloud.start(machine, {}, "goal-e"))
    with pytest.raises(cloud.client("stepfunctions").exceptions.ExecutionAlreadyExists):
        cloud.start(machine, {}, "goal-e")


def test_simultaneous_starts_make_one_execution(cloud: Cloud) -> None:
    child = cloud.machine(WAITS)
    start = {
        "Type": "Task",
        "Resource": "arn:aws:states:::states:startExecution",
        "Arguments": {"StateMachineArn": child, "Name": "goal-e", "Input": {"event_id": "e"}},
        "Output": "{% $states.result.ExecutionArn %}",
        "End": True,
    }
    parent = cloud.machine({"Start": start}, "EXPRESS")
    with ThreadPoolExecutor(8) as pool:
        outcomes = [cloud.outcome(ticket) for ticket in pool.map(lambda _: cloud.start(parent), range(8))]
    assert {outcome["status"] for outcome in outcomes} == {"SUCCEEDED"}
    assert len({outcome["output"] for outcome in outcomes}) == 1


def test_running_wait_follows_a_new_scale(cloud: Cloud) -> None:
    cloud.emulator.scale_waits(1)
    try:
        execution = cloud.start(cloud.machine({"Wait": {"Type": "Wait", "Seconds": 600, "End": True}}))
        running = cloud.client("stepfunctions").describe_execution(executionArn=execution)
        cloud.emulator.scale_waits(QUICK)
        ended = cloud.outcome(execution)
    finally:
        cloud.emulator.scale_waits(1)
    assert (running["status"], ended["status"]) == ("RUNNING", "SUCCEEDED")


def test_wait_pauses_with_the_clock(cloud: Cloud) -> None:
    cloud.emulator.scale_waits(1 / PAUSED_PACE)
    try:
        execution = cloud.start(cloud.machine({"Wait": {"Type": "Wait", "Seconds": 1, "End": True}}))
        for _ in range(5):  # what does not wait goes on
            assert cloud.run({"Pass": {"Type": "Pass", "End": True}})["status"] == "SUCCEEDED"
        pending = cloud.client("stepfunctions").describe_execution(executionArn=execution)
        cloud.emulator.scale_waits(QUICK)
        ended = cloud.outcome(execution)
    finally:
        cloud.emulator.scale_waits(1)
    assert (pending["status"], ended["status"]) == ("RUNNING", "SUCCEEDED")
