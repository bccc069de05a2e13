"""AslState machines: definitions, permissions, timeouts."""

import json
import re
from typing import Any

import pytest

from cdk.constructs.compute.state_machine import PLACEHOLDER
from tests.support.state_machines import MACHINES, AslState, invoking
from tests.support.templates import Deployment, Resource


def _machine(deployment: Deployment, name: str) -> Resource:
    return deployment.one("AWS::StepFunctions::StateMachine", name.capitalize() + "Machine")


def _text(machine: Resource) -> str:
    text: str = machine.properties["DefinitionString"]
    return text


def _statements(deployment: Deployment, machine: Resource) -> dict[str, Any]:
    role = machine.properties["RoleArn"]["Fn::GetAtt"][0]
    policies = [
        policy.properties["PolicyDocument"]["Statement"]
        for policy in deployment.resources("AWS::IAM::Policy")
        if {"Ref": role} in policy.properties["Roles"]
    ]
    resources = {}
    for statement in (one for policy in policies for one in policy):
        actions = statement["Action"]
        for action in [actions] if isinstance(actions, str) else actions:
            resources[action] = statement["Resource"]
    return resources


@pytest.mark.parametrize("name", MACHINES)
def test_each_placeholder_has_a_value(anywhere: Deployment, name: str) -> None:
    machine = _machine(anywhere, name)
    assert set(PLACEHOLDER.findall(_text(machine))) == set(machine.properties["DefinitionSubstitutions"])


@pytest.mark.parametrize("name", MACHINES)
def test_nothing_else_looks_like_a_placeholder(anywhere: Deployment, name: str) -> None:
    assert "${" not in re.sub(PLACEHOLDER, "", _text(_machine(anywhere, name)))


def test_only_the_monitor_is_express(anywhere: Deployment) -> None:
    kinds = {name: _machine(anywhere, name).properties["StateMachineType"] for name in MACHINES}
    assert kinds == {
        "monitor": "EXPRESS",
        "ingest": "STANDARD",
        "goal": "STANDARD",
        "download": "STANDARD",
        "classify": "STANDARD",
    }


@pytest.mark.parametrize("name", MACHINES)
def test_machines_are_named_logged_and_traced(anywhere: Deployment, name: str) -> None:
    properties = _machine(anywhere, name).properties
    assert properties["StateMachineName"] == f"footy-{anywhere.target.name}-{name}"
    assert properties["LoggingConfiguration"]["Level"] == "ALL"
    assert properties["TracingConfiguration"] == {"Enabled": True}


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_invokes_only_its_functions(on_aws: Deployment, name: str) -> None:
    machine = _machine(on_aws, name)
    named = [
        value
        for key, value in machine.properties["DefinitionSubstitutions"].items()
        if not key.endswith(("Machine", "Queue", "Offsets"))
    ]
    allowed = _statements(on_aws, machine)["lambda:InvokeFunction"]
    allowed = allowed if isinstance(allowed, list) else [allowed]
    assert sorted(allowed, key=str) == sorted(named, key=str)


@pytest.mark.parametrize(("name", "started"), [("monitor", "GoalMachine"), ("goal", "DownloadMachine")])
def test_a_machine_starts_only_its_executions(on_aws: Deployment, name: str, started: str) -> None:
    machine = _machine(on_aws, name)
    allowed = _statements(on_aws, machine)["states:StartExecution"]
    assert allowed == machine.properties["DefinitionSubstitutions"][started]


def test_the_download_sends_messages_and_runs_no_tasks(on_aws: Deployment) -> None:
    statements = _statements(on_aws, _machine(on_aws, "download"))
    queues = json.dumps(statements["sqs:SendMessage"])
    assert "UploadQueue" in queues
    assert "ClipsQueue" in queues
    assert not {action for action in statements if action.startswith(("ecs:", "iam:", "events:"))}


@pytest.mark.parametrize("state", invoking(), ids=str)
def test_a_state_outlasts_its_function(anywhere: Deployment, state: AslState) -> None:
    arn = _machine(anywhere, state.machine).properties["DefinitionSubstitutions"][state.placeholder]
    seconds = {one.name: one.properties["Timeout"] for one in anywhere.functions()}
    assert state.body["TimeoutSeconds"] == seconds[arn["Fn::GetAtt"][0]] + 5, "it is never a race which error comes"


def test_the_monitor_starts_a_tick_at_each_offset(on_aws: Deployment) -> None:
    offsets = _machine(on_aws, "monitor").properties["DefinitionSubstitutions"]["TickOffsets"]
    assert json.loads(offsets) == [*on_aws.target.numbers.tick_offsets]
