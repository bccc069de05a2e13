"""Schedules of ticks, ingest and images; none on the emulator."""

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, cast

import pytest
from moto.events.models import EventPattern
from moto.events.utils import EventMessageType

from cdk.packages import ROOT
from footy.goals.fixtures.lifecycle.tick import REPORT_DELAY
from tests.support.templates import Deployment


def started_by(schedule: Mapping[str, Any]) -> tuple[str, str, object]:
    """Return the machine, the name and the input of the executions that a schedule starts."""
    assert json.dumps(schedule["Target"]["Arn"]).endswith(':scheduler:::aws-sdk:sfn:startExecution"]]}')
    first, machine, last = schedule["Target"]["Input"]["Fn::Join"][1]
    request = json.loads(f"{first}ARN{last}")
    assert request["StateMachineArn"] == "ARN"
    return re.sub("[0-9A-F]{8}$", "", machine["Ref"]), request["Name"], json.loads(request["Input"])


@pytest.mark.parametrize("fixture", ["dev", "searching"])
def test_schedules_have_readable_names(fixture: str, request: pytest.FixtureRequest) -> None:
    deployment: Deployment = request.getfixturevalue(fixture)
    names = {one.properties["Name"] for one in deployment.resources("AWS::Scheduler::Schedule")}
    expected = {"monitor", "ingest", "set-capacity", "mend-images"}
    expected |= {"check-sessions", "send-webhooks"} if fixture == "searching" else set()
    assert names == {f"{deployment.target.prefix}-{name}" for name in expected}


def test_the_monitor_starts_every_minute(on_aws: Deployment) -> None:
    schedule = on_aws.one("AWS::Scheduler::Schedule", "EveryMinute").properties
    assert schedule["ScheduleExpression"] == "cron(* * * * ? *)"
    assert schedule["State"] == "ENABLED"
    assert started_by(schedule) == (
        "MonitorMachine",
        "monitor-<aws.scheduler.execution-id>",
        {"scheduled": "<aws.scheduler.scheduled-time>"},
    )


def test_a_late_tick_is_dropped(on_aws: Deployment) -> None:
    policy = on_aws.one("AWS::Scheduler::Schedule", "EveryMinute").properties["Target"]["RetryPolicy"]
    assert policy["MaximumEventAgeInSeconds"] == 60


def test_a_tick_is_called_lost_only_when_it_cannot_end_any_more(on_aws: Deployment) -> None:
    policy = on_aws.one("AWS::Scheduler::Schedule", "EveryMinute").properties["Target"]["RetryPolicy"]
    monitor = json.loads((ROOT / "statemachines" / "monitor.asl.json").read_text(encoding="utf-8"))
    last = timedelta(seconds=policy["MaximumEventAgeInSeconds"] + monitor["TimeoutSeconds"])
    assert last <= REPORT_DELAY


def test_the_ingest_starts_every_hour(on_aws: Deployment) -> None:
    schedule = on_aws.one("AWS::Scheduler::Schedule", "EveryHour").properties
    assert schedule["ScheduleExpression"] == "cron(5 * * * ? *)"
    assert schedule["ScheduleExpressionTimezone"] == "Etc/UTC"
    assert started_by(schedule) == (
        "IngestMachine",
        "ingest-<aws.scheduler.execution-id>",
        {"scheduled": "<aws.scheduler.scheduled-time>"},
    )


def test_a_late_ingest_is_dropped(on_aws: Deployment) -> None:
    policy = on_aws.one("AWS::Scheduler::Schedule", "EveryHour").properties["Target"]["RetryPolicy"]
    assert policy["MaximumEventAgeInSeconds"] == 3600


def test_stalled_images_are_repaired_every_five_minutes(on_aws: Deployment) -> None:
    schedule = on_aws.one("AWS::Scheduler::Schedule", "EveryFiveMinutes").properties
    assert schedule["ScheduleExpression"] == "cron(*/5 * * * ? *)"
    assert schedule["State"] == "ENABLED"
    assert "MendImages" in json.dumps(schedule["Target"]["Arn"])
    assert schedule["Target"]["RetryPolicy"]["MaximumEventAgeInSeconds"] == 300


def test_lambda_drops_late_scheduled_calls(on_aws: Deployment) -> None:
    """A schedule only puts it into Lambda's queue, which would keep it for six hours and make it three times."""
    called = {
        one.properties["Target"]["Arn"]["Fn::GetAtt"][0]: one.properties["Target"]["RetryPolicy"]
        for one in on_aws.resources("AWS::Scheduler::Schedule")
        if "Function" in json.dumps(one.properties["Target"]["Arn"])
    }
    configured = {
        one.properties["FunctionName"]["Ref"]: {
            key: one.properties[key] for key in ("MaximumEventAgeInSeconds", "MaximumRetryAttempts")
        }
        for one in on_aws.resources("AWS::Lambda::EventInvokeConfig")
    }
    assert len(configured) > 1
    assert configured == called


def test_the_emulator_has_no_active_schedules(local: Deployment) -> None:
    assert {one.properties["State"] for one in local.resources("AWS::Scheduler::Schedule")} == {"DISABLED"}
    assert local.resources("AWS::Events::Rule") == []


# as AWS documents it
DEPLOYED = {
    "version": "0",
    "source": "aws.cloudformation",
    "detail-type": "CloudFormation Stack Status Change",
    "time": "2022-12-18T14:00:00Z",
    "detail": {"stack-id": "this stack", "status-details": {"status": "CREATE_COMPLETE", "status-reason": ""}},
}


@pytest.mark.parametrize(
    ("stack", "status", "begins"),
    [
        ("this stack", "CREATE_COMPLETE", True),
        ("this stack", "UPDATE_COMPLETE", True),
        ("this stack", "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS", False),
        ("this stack", "UPDATE_ROLLBACK_COMPLETE", False),
        ("this stack", "DELETE_COMPLETE", False),
        ("another", "CREATE_COMPLETE", False),
    ],
)
def test_a_successful_deployment_starts_the_ingest(
    on_aws: Deployment, stack: str, status: str, *, begins: bool
) -> None:
    [rule] = on_aws.resources("AWS::Events::Rule")
    pattern = json.dumps(rule.properties["EventPattern"]).replace(json.dumps({"Ref": "AWS::StackId"}), '"this stack"')
    event = {**DEPLOYED, "detail": {"stack-id": stack, "status-details": {"status": status, "status-reason": ""}}}
    assert EventPattern.load(pattern).matches_event(cast("EventMessageType", event)) is begins


def test_the_first_ingest_is_the_scheduled_one(on_aws: Deployment) -> None:
    """With the moment it is for, as the hourly one has: a day that is in is not asked for again."""
    [rule] = on_aws.resources("AWS::Events::Rule")
    [target] = rule.properties["Targets"]
    assert "IngestMachine" in json.dumps(target["Arn"])
    assert target["InputTransformer"]["InputPathsMap"] == {"time": "$.time"}
    assert json.loads(target["InputTransformer"]["InputTemplate"].replace("<time>", '"now"')) == {"scheduled": "now"}
