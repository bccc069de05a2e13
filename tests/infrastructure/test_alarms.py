"""Alarms: each reaches the topic, and each counter has an alarm or needs none."""

import json
import re
from fnmatch import fnmatchcase
from typing import Any, cast

import pytest
from aws_cdk import Stack
from aws_cdk.assertions import Annotations, Match

from cdk.constructs.monitoring.alarms import NO_EMAIL
from cdk.counter_alarms import COUNTER_ALARMS
from cdk.packages import ROOT
from tests.support.state_machines import MACHINES
from tests.support.templates import Deployment, service, variables

RUNBOOK = (ROOT / "docs" / "operator" / "runbook.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (\S+): ", RUNBOOK, re.MULTILINE)
# counters for dashboards only
WITHOUT_ALARM = {
    "BatchesDeadLettered",  # upload-dead-letters covers them
    "ClipsAssigned",
    "ClipsFailed",
    "ClipsFound",
    "ClipsPublished",
    "ClipsRejected",
    "FixturesMissed",  # nothing can be done any more
    "FixturesOmitted",
    "FixturesReopened",
    "FixturesTo",
    "GoalsArchived",
    "GoalsConfirming",
    "GoalsSearching",
    "GoalsVerified",
    "GoalsWatchable",
    "GoalsWithClip",
    "ImagesClassified",
    "ImagesFailed",  # the organisation sees the reason; ModelUnusable covers the model
    "NothingPosted",
    "PostBudgetsExhausted",
    "PostsDollars",
    "PostsRead",
    "PostsSkipped",
    "RequestsUsed",  # TicksSkippedForQuota covers it
    "RowsRejected",
    "SearchesFailedOver",  # SearchesFailed covers a failure of all providers
    "SearchesMade",
    "TicksOverlapped",
    "TicksPaused",  # an operator paused them; monitor-silence covers a forgotten pause
    "WebhookMessages",
    "WebhookMessagesLost",  # nothing can be done about a single message
    "WorkingFilesRemoved",
    "WriteConflicts",
}


def alarms(deployment: Deployment) -> dict[str, Any]:
    """Return the alarms by name, without the prefix of the target."""
    every = [alarm.properties for alarm in deployment.resources("AWS::CloudWatch::Alarm")]
    return {alarm["AlarmName"].removeprefix(f"footy-{deployment.target.name}-"): alarm for alarm in every}


def test_alarms_and_sections_of_the_runbook_match(variant: Deployment, searching: Deployment) -> None:
    names = alarms(variant)
    sections = {name: [section for section in SECTIONS if fnmatchcase(name, section)] for name in names}
    assert {name: matches for name, matches in sections.items() if len(matches) != 1} == {}
    names |= alarms(searching)
    assert [section for section in SECTIONS if not any(fnmatchcase(name, section) for name in names)] == []


@pytest.mark.parametrize(("name", "expected"), [("dev", True), ("eyes", False)])
def test_a_missing_alarm_address_is_a_warning(name: str, request: pytest.FixtureRequest, *, expected: bool) -> None:
    deployment: Deployment = request.getfixturevalue(name)
    stack = cast("Stack", deployment.app.node.find_child("footy-dev-state"))
    assert bool(Annotations.from_stack(stack).find_warning("*", Match.string_like_regexp(NO_EMAIL))) is expected


def test_each_counter_has_an_alarm_or_needs_none(searching: Deployment) -> None:
    folders = (ROOT / "layers/footy/python", ROOT / "containers")
    sources = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    counters = set(re.findall(r"""\bcount\(f?"([A-Za-z]+)""", sources))
    counters |= set(re.findall(r'"(Ticks[A-Z]\w+)"', sources)) | set(re.findall(r'share\("(\w+)"', sources))
    namespace = f"FoundFooty/{searching.target.name}"
    alarmed = {alarm["MetricName"] for alarm in alarms(searching).values() if alarm["Namespace"] == namespace}
    assert counters - alarmed == WITHOUT_ALARM
    assert alarmed - counters == set()


@pytest.mark.parametrize("stack", COUNTER_ALARMS)
def test_alarms_measure_what_the_function_emits(searching: Deployment, stack: str) -> None:
    namespace = variables(searching.function("plan_tick"))["POWERTOOLS_METRICS_NAMESPACE"]
    services = {service(function) for function in searching.functions()} | {"browser"}
    for declared in COUNTER_ALARMS[stack]:
        alarm = alarms(searching)[declared.name or declared.counter]
        assert (alarm["Namespace"], alarm["MetricName"], alarm["Statistic"]) == (namespace, declared.counter, "Sum")
        assert alarm["Dimensions"] == [{"Name": "service", "Value": declared.service}]
        assert declared.service in services
        assert (alarm["Threshold"], alarm["TreatMissingData"]) == (declared.threshold, "notBreaching")


def test_the_post_budget_alarms_at_80_percent(on_aws: Deployment) -> None:
    alarm = alarms(on_aws)["BudgetUsed"]
    assert (alarm["MetricName"], alarm["Statistic"], alarm["Threshold"]) == ("BudgetUsed", "Maximum", 80)
    assert alarm["Dimensions"] == [{"Name": "service", "Value": "search_clips"}]


@pytest.mark.parametrize(
    ("name", "counter", "service_name", "measured"),
    [
        ("monitor-silence", "TicksFinished", "finish_tick", (3, 5 * 60, 1)),
        ("ingest-silence", "IngestsFinished", "ingest_fixtures", (1, 60 * 60, 2)),
    ],
)
def test_missing_data_also_triggers_silence_alarms(
    on_aws: Deployment, name: str, counter: str, service_name: str, measured: tuple[int, int, int]
) -> None:
    alarm = alarms(on_aws)[name]
    assert alarm["MetricName"] == counter
    assert (alarm["Threshold"], alarm["Period"], alarm["EvaluationPeriods"]) == measured
    assert alarm["Dimensions"] == [{"Name": "service", "Value": service_name}]
    assert (alarm["ComparisonOperator"], alarm["TreatMissingData"]) == ("LessThanThreshold", "breaching")


@pytest.mark.parametrize(("kind", "metric"), [("errors", "Errors"), ("throttles", "Throttles")])
def test_each_function_has_error_and_throttle_alarms(searching: Deployment, kind: str, metric: str) -> None:
    for function in searching.functions():
        alarm = alarms(searching)[f"{service(function)}-{kind}"]
        assert (alarm["MetricName"], alarm["Namespace"], alarm["Threshold"]) == (metric, "AWS/Lambda", 5)
        assert alarm["Dimensions"] == [{"Name": "FunctionName", "Value": {"Ref": function.name}}]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("kind", ["failures", "timeouts"])
def test_each_state_machine_has_failure_alarms(on_aws: Deployment, machine: str, kind: str) -> None:
    assert alarms(on_aws)[f"{machine}-{kind}"]["Threshold"] == 1


def test_dead_letters_trigger_an_alarm(prod: Deployment) -> None:
    for name in ("upload", "clips", "validation", "images"):
        alarm = alarms(prod)[f"{name}-dead-letters"]
        assert (alarm["Threshold"], alarm["EvaluationPeriods"]) == (1, 1)


def test_each_alarm_reaches_the_topic(variant: Deployment) -> None:
    topic = variant.one("AWS::SNS::Topic")
    for alarm in alarms(variant).values():
        [action] = alarm["AlarmActions"]
        assert topic.name in json.dumps(action)


def test_only_services_of_this_account_publish(on_aws: Deployment) -> None:
    topic, policy = on_aws.one("AWS::SNS::Topic"), on_aws.one("AWS::SNS::TopicPolicy")
    statements = {one["Effect"]: one for one in policy.properties["PolicyDocument"]["Statement"]}
    services = ("budgets", "cloudwatch", "events")
    allow = statements["Allow"]
    assert allow["Principal"] == {"Service": [f"{name}.amazonaws.com" for name in services]}
    assert (allow["Action"], allow["Resource"]) == ("sns:Publish", {"Ref": topic.name})
    assert allow["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}
    assert statements["Deny"]["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}


def test_a_target_without_alarms_has_none(local: Deployment) -> None:
    assert not [one for one in local.resources() if one.type.startswith(("AWS::SNS::", "AWS::CloudWatch::"))]
