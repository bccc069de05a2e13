"""What an operator looks at: no graph of what nobody counts, no question about a log that nobody writes."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from cfnlint.api import lint_file  # type: ignore[import-untyped]

from cdk.packages import ROOT
from cdk.watching import LINES, QUERIES
from tests.infrastructure.templates import WATCHING, Deployment
from tests.infrastructure.test_checks import LINT

COUNTED = re.compile(r"""\b(?:count|share|measure)\("([A-Za-z]+)\"""")
SOURCES = ROOT / "layers" / "footy" / "python" / "footy"


def counters() -> set[str]:
    """Everything that code sends under a name; ticks that are skipped and times are named in tables."""
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    named = set(COUNTED.findall(text)) | set(re.findall(r'\(tick, (?:"\w+", )?"(Ticks\w+)"', text))
    return named | set(re.findall(r'"(SecondsTo\w+)"', text))


def drawn(deployment: Deployment) -> Iterator[tuple[str, list[Any]]]:
    """Each metric of each dashboard, as the console reads it."""
    for dashboard in deployment.resources("AWS::CloudWatch::Dashboard"):
        body = dashboard.properties["DashboardBody"]
        text = (
            "".join(part if isinstance(part, str) else "x" for part in body["Fn::Join"][1])
            if "Fn::Join" in body
            else body
        )
        for widget in json.loads(text)["widgets"]:
            for metric in widget["properties"].get("metrics", []):
                yield widget["properties"].get("title", ""), metric


def test_there_are_two_dashboards(on_aws: Deployment) -> None:
    names = {one.properties["DashboardName"] for one in on_aws.resources("AWS::CloudWatch::Dashboard")}
    assert names == {f"footy-{on_aws.target.name}-{name}" for name in ("today", "pipeline-and-money")}


def test_no_graph_shows_what_nobody_counts(on_aws: Deployment) -> None:
    ours = {metric[1] for _, metric in drawn(on_aws) if metric[0] == f"FoundFooty/{on_aws.target.name}"}
    assert ours >= {line.counter for line in LINES}
    assert ours - counters() == set()


def test_whoever_is_said_to_count_it_exists() -> None:
    assert {line.service for line in LINES} <= {folder.name for folder in (ROOT / "lambdas").iterdir()}


def test_questions_are_asked_of_logs_that_are_written(on_aws: Deployment) -> None:
    written = {group.properties["LogGroupName"] for group in on_aws.resources("AWS::Logs::LogGroup")}
    asked = on_aws.resources("AWS::Logs::QueryDefinition")
    assert {one.properties["Name"].partition("/")[2] for one in asked} == set(QUERIES)
    for question in asked:
        assert set(question.properties["LogGroupNames"]) <= written


def test_a_questions_actions_are_said_somewhere() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    for action in re.findall(r'action = "(\w+)"', "".join(QUERIES.values())):
        assert f'"{action}"' in text


def test_the_month_is_told_of_before_it_is_too_dear(on_aws: Deployment) -> None:
    budget = on_aws.one("AWS::Budgets::Budget", "Budget").properties
    assert budget["Budget"]["BudgetLimit"]["Amount"] == on_aws.target.monthly_budget_usd
    assert budget["Budget"]["CostFilters"] == {"TagKeyValue": [f"user:target${on_aws.target.name}"]}
    told = budget["NotificationsWithSubscribers"]
    assert [one["Notification"]["Threshold"] for one in told] == [50, 80, 100]
    assert {one["Subscribers"][0]["SubscriptionType"] for one in told} == {"SNS"}


def test_budgets_may_publish_to_the_topic(on_aws: Deployment) -> None:
    policies = [one.properties["PolicyDocument"] for one in on_aws.resources("AWS::SNS::TopicPolicy")]
    allowed = [one for policy in policies for one in policy["Statement"] if one["Effect"] == "Allow"]
    assert any("budgets.amazonaws.com" in one["Principal"]["Service"] for one in allowed)


def test_cloudformation_would_take_it(on_aws: Deployment) -> None:
    assert [str(match) for match in lint_file(on_aws.file(WATCHING), config=LINT)] == []


def test_the_emulator_has_none_of_it(local: Deployment) -> None:
    assert not local.file(WATCHING).exists()


@pytest.mark.parametrize("function", ["poll_batch", "search_clips", "upload_batch", "validate_clip"])
def test_functions_are_traced(on_aws: Deployment, function: str) -> None:
    assert on_aws.function(function).properties["TracingConfig"] == {"Mode": "Active"}
