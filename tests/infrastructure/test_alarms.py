"""Who is told of what: every alarm reaches the topic, and has a page that says what to do."""

import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

import pytest
from aws_cdk import Stack
from aws_cdk.assertions import Annotations, Match

from cdk.constructs.monitoring.alarms import NO_EMAIL
from cdk.packages import ROOT
from tests.infrastructure.definitions import MACHINES
from tests.infrastructure.doors import chosen
from tests.infrastructure.templates import Deployment, service, variables

RUNBOOK = (ROOT / "docs" / "operator" / "runbook.md").read_text(encoding="utf-8")
PAGES = re.findall(r"^## (\S+): ", RUNBOOK.partition("\n# ")[0], re.MULTILINE)
# which only a target has that names accounts at X (test_sessions.py)
OF_SESSIONS = ("SessionsLost", "SessionsEnding", "SessionsUnchecked")
# which only a target has that has webhooks (test_webhooks.py)
OF_WEBHOOKS = ("WebhooksEnded", "WebhooksFailed", "WebhooksRefused")
# counted to be looked at, and not to wake anybody
UNHEARD = {
    "BatchesDeadLettered",  # upload-dead-letters rings for the same messages
    "ClipsFound",
    "FixturesOmitted",
    "FixturesReopened",
    "FixturesTo",
    "ImagesClassified",
    "ImagesFailed",  # a reason that its organisation reads; of models see ModelUnusable
    "FixturesMissed",  # nothing can be done about it any more
    "NothingPosted",
    "PostsRead",
    "PostsSkipped",
    "PostBudgetsExhausted",
    "RowsRejected",
    "SearchesFailedOver",  # one provider stands in for the other: SearchesFailed rings when neither answers
    "WebhookMessages",
    "WebhookMessagesLost",  # one message that may be there: nobody can do anything about it
    "TicksOverlapped",
    "TicksPaused",  # somebody said so; monitor-silence rings for those who forget it
    "WorkingFilesRemoved",
    "ClipsFailed",
    "ClipsAssigned",
    "ClipsPublished",
    "ClipsRejected",
    "GoalsArchived",
    "GoalsConfirming",
    "GoalsSearching",
    "GoalsVerified",
    "GoalsWatchable",
    "RequestsUsed",  # TicksSkippedForQuota rings when little is left
    "GoalsWithClip",
    "PostsDollars",
    "SearchesMade",
    "WriteConflicts",
}


def alarms(deployment: Deployment) -> dict[str, Any]:
    """By the names that people know, without the target's."""
    found = [alarm.properties for alarm in deployment.resources("AWS::CloudWatch::Alarm")]
    return {alarm["AlarmName"].removeprefix(f"footy-{deployment.target.name}-"): alarm for alarm in found}


def heard(deployment: Deployment) -> set[str]:
    return {alarm["MetricName"] for alarm in alarms(deployment).values()}


def test_every_alarm_has_one_page(deployable: Deployment) -> None:
    pages = {name: [page for page in PAGES if fnmatchcase(name, page)] for name in alarms(deployable)}
    assert {name: found for name, found in pages.items() if len(found) != 1} == {}


def test_every_page_is_about_an_alarm(prod: Deployment) -> None:
    names = (*alarms(prod), *OF_SESSIONS, *OF_WEBHOOKS)
    assert [page for page in PAGES if not any(fnmatchcase(name, page) for name in names)] == []


def test_an_alarm_says_where_its_page_is(deployable: Deployment) -> None:
    assert all("docs/operator/runbook.md" in alarm["AlarmDescription"] for alarm in alarms(deployable).values())


@pytest.mark.parametrize(("email", "warned"), [("", True), ("me@example.org", False)])
def test_a_target_whose_alarms_nobody_hears_says_so_as_it_is_synthesised(
    tmp_path: Path, email: str, *, warned: bool
) -> None:
    deployment = chosen("dev", {"alarm_email": email}, tmp_path)
    stack = cast("Stack", deployment.app.node.find_child("footy-dev-state"))
    said = Annotations.from_stack(stack).find_warning("*", Match.string_like_regexp(NO_EMAIL))
    assert bool(said) is warned


def test_whatever_is_counted_is_listened_to_or_known_to_be_no_alarm(prod: Deployment) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "layers/footy/python").rglob("*.py"))
    counted = set(re.findall(r"""\bcount\(f?"([A-Za-z]+)""", sources))
    skipped = set(re.findall(r'\(tick, (?:"\w+", )?"(Ticks\w+)"', sources))
    counted |= skipped | set(re.findall(r'share\("(\w+)"', sources))
    ours = {
        alarm["MetricName"] for alarm in alarms(prod).values() if alarm["Namespace"] == f"FoundFooty/{prod.target.name}"
    }
    assert counted - ours - {*OF_WEBHOOKS} == UNHEARD
    assert ours - counted == set()


@pytest.mark.parametrize(
    ("name", "counter", "service_name", "threshold"),
    [
        ("TicksSkippedForQuota", "TicksSkippedForQuota", "plan_tick", 1),
        ("TicksRefused", "TicksRefused", "plan_tick", 5),
        ("PollsFailed", "PollsFailed", "poll_batch", 5),
        ("plan_tick-FixturesFailed", "FixturesFailed", "plan_tick", 5),
        ("poll_batch-FixturesFailed", "FixturesFailed", "poll_batch", 5),
        ("finish_tick-FixturesFailed", "FixturesFailed", "finish_tick", 5),
        ("FixturesOverdue", "FixturesOverdue", "finish_tick", 1),
        ("GoalsOverdue", "GoalsOverdue", "finish_tick", 5),
        ("GoalsNeverOpened", "GoalsNeverOpened", "finish_tick", 1),
        ("SearchesRestarted", "SearchesRestarted", "poll_batch", 10),
        ("SearchesFailed", "SearchesFailed", "search_clips", 5),
        ("OrphansRemoved", "OrphansRemoved", "sweep_objects", 20),
        ("SweepsRefused", "SweepsRefused", "sweep_objects", 1),
        ("RetentionsRefused", "RetentionsRefused", "retire_fixtures", 1),
        ("ObjectsWithoutFixture", "ObjectsWithoutFixture", "sweep_objects", 1),
        ("ClipsUnusable", "ClipsUnusable", "upload_batch", 5),
        ("DecodersOutOfResources", "DecodersOutOfResources", "upload_batch", 5),
        ("UploadsWithoutGoal", "UploadsWithoutGoal", "upload_batch", 1),
        ("ClipsNotFetched", "ClipsNotFetched", "upload_batch", 5),
        ("ClipsNotValidated", "ClipsNotValidated", "upload_batch", 5),
        ("ValidationsPostponed", "ValidationsPostponed", "validate_clip", 50),
        ("PoolUnknown", "PoolUnknown", "finish_tick", 5),
        ("SpotCapacityMissing", "SpotCapacityMissing", "finish_tick", 5),
    ],
)
def test_what_functions_count_is_listened_to(
    on_aws: Deployment, name: str, counter: str, service_name: str, threshold: int
) -> None:
    alarm = alarms(on_aws)[name]
    assert alarm["Namespace"] == variables(on_aws.function(service_name))["POWERTOOLS_METRICS_NAMESPACE"]
    assert (alarm["MetricName"], alarm["Statistic"], alarm["Threshold"]) == (counter, "Sum", threshold)
    assert alarm["Dimensions"] == [{"Name": "service", "Value": service_name}]
    assert alarm["TreatMissingData"] == "notBreaching"


def test_a_budget_is_told_of_before_it_is_used_up(on_aws: Deployment) -> None:
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
def test_silence_rings_even_if_nothing_at_all_is_measured(
    on_aws: Deployment, name: str, counter: str, service_name: str, measured: tuple[int, int, int]
) -> None:
    alarm = alarms(on_aws)[name]
    assert alarm["MetricName"] == counter
    assert (alarm["Threshold"], alarm["Period"], alarm["EvaluationPeriods"]) == measured
    assert alarm["Dimensions"] == [{"Name": "service", "Value": service_name}]
    assert alarm["ComparisonOperator"] == "LessThanThreshold"
    assert alarm["TreatMissingData"] == "breaching"


def test_a_machine_that_succeeds_is_no_proof_that_its_ticks_do(on_aws: Deployment) -> None:
    assert "ExecutionsSucceeded" not in heard(on_aws)


@pytest.mark.parametrize(("kind", "metric"), [("errors", "Errors"), ("throttles", "Throttles")])
def test_every_function_that_fails_or_is_not_let_in_is_told_of(deployable: Deployment, kind: str, metric: str) -> None:
    for function in deployable.functions():
        alarm = alarms(deployable)[f"{service(function)}-{kind}"]
        assert (alarm["MetricName"], alarm["Namespace"]) == (metric, "AWS/Lambda")
        assert alarm["Dimensions"] == [{"Name": "FunctionName", "Value": {"Ref": function.name}}]


def test_nobody_is_refused_on_purpose(on_aws: Deployment) -> None:
    limits = {alarm["Threshold"] for name, alarm in alarms(on_aws).items() if name.endswith("-throttles")}
    assert limits == {5}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("kind", ["failures", "timeouts"])
def test_every_machine_that_ends_badly_is_told_of(on_aws: Deployment, machine: str, kind: str) -> None:
    assert alarms(on_aws)[f"{machine}-{kind}"]["Threshold"] == 1


def test_every_alarm_reaches_the_topic(deployable: Deployment) -> None:
    (topic,) = deployable.resources("AWS::SNS::Topic")
    for alarm in alarms(deployable).values():
        [action] = alarm["AlarmActions"]
        assert topic.name in json.dumps(action)


def test_alarms_of_this_account_may_publish(on_aws: Deployment) -> None:
    """A topic's policy takes the place of the one it had, which let them."""
    (topic,) = on_aws.resources("AWS::SNS::Topic")
    (policy,) = on_aws.resources("AWS::SNS::TopicPolicy")
    [allowed] = [one for one in policy.properties["PolicyDocument"]["Statement"] if one["Effect"] == "Allow"]
    services = ("budgets", "cloudwatch", "events")
    assert allowed["Principal"] == {"Service": [f"{name}.amazonaws.com" for name in services]}
    assert (allowed["Action"], allowed["Resource"]) == ("sns:Publish", {"Ref": topic.name})
    assert allowed["Condition"] == {"StringEquals": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}}


def test_nobody_publishes_without_tls(on_aws: Deployment) -> None:
    (policy,) = on_aws.resources("AWS::SNS::TopicPolicy")
    [denied] = [one for one in policy.properties["PolicyDocument"]["Statement"] if one["Effect"] == "Deny"]
    assert denied["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}


def test_a_target_without_alarms_has_none(local: Deployment) -> None:
    assert not [one for one in local.resources() if one.type.startswith(("AWS::SNS::", "AWS::CloudWatch::"))]
