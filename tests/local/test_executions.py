from concurrent.futures import ThreadPoolExecutor

import pytest

from local.stack.replay_clock import PAUSED_PACE
from tests.local.cloud import Cloud
from tests.support.waiting import QUICK

pytestmark = pytest.mark.xdist_group("embedded-aws")

WAITS = {"Wait": {"Type": "Wait", "Seconds": 600, "End": True}}
PASSES = {"Pass": {"Type": "Pass", "End": True}}


def test_starting_a_running_execution_again_answers_with_it(cloud: Cloud) -> None:
    machine = cloud.machine(WAITS)
    assert cloud.start(machine, {"event_id": "e"}, "goal-e") == cloud.start(machine, {"event_id": "e"}, "goal-e")


def test_a_running_execution_cannot_be_started_with_another_input(cloud: Cloud) -> None:
    machine = cloud.machine(WAITS)
    cloud.start(machine, {"event_id": "e"}, "goal-e")
    with pytest.raises(cloud.client("stepfunctions").exceptions.ExecutionAlreadyExists):
        cloud.start(machine, {"event_id": "other"}, "goal-e")


def test_a_name_is_not_used_again_when_its_execution_has_ended(cloud: Cloud) -> None:
    machine = cloud.machine(PASSES)
    cloud.outcome(cloud.start(machine, {}, "goal-e"))
    with pytest.raises(cloud.client("stepfunctions").exceptions.ExecutionAlreadyExists):
        cloud.start(machine, {}, "goal-e")


def test_of_many_simultaneous_starts_one_execution_comes(cloud: Cloud) -> None:
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


def test_a_wait_that_has_begun_follows_a_change_of_pace(cloud: Cloud) -> None:
    cloud.emulator.scale_waits(1)
    try:
        execution = cloud.start(cloud.machine({"Wait": {"Type": "Wait", "Seconds": 600, "End": True}}))
        running = cloud.client("stepfunctions").describe_execution(executionArn=execution)
        cloud.emulator.scale_waits(QUICK)
        ended = cloud.outcome(execution)
    finally:
        cloud.emulator.scale_waits(1)
    assert (running["status"], ended["status"]) == ("RUNNING", "SUCCEEDED")


def test_a_wait_stands_while_the_match_clock_does(cloud: Cloud) -> None:
    cloud.emulator.scale_waits(1 / PAUSED_PACE)
    try:
        execution = cloud.start(cloud.machine({"Wait": {"Type": "Wait", "Seconds": 1, "End": True}}))
        for _ in range(5):  # what does not wait goes on
            assert cloud.run({"Pass": {"Type": "Pass", "End": True}})["status"] == "SUCCEEDED"
        waiting = cloud.client("stepfunctions").describe_execution(executionArn=execution)
        cloud.emulator.scale_waits(QUICK)
        ended = cloud.outcome(execution)
    finally:
        cloud.emulator.scale_waits(1)
    assert (waiting["status"], ended["status"]) == ("RUNNING", "SUCCEEDED")
