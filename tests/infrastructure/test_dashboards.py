"""What an operator looks at: no graph of what nobody counts, no question about a log that nobody writes."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cfnlint.api import lint_file  # type: ignore[import-untyped]

from bench import prices
from bench.goal_cost import bill
from cdk.constructs.vision.cpu import CPU, MEMORY
from cdk.dashboard_widgets import GOAL_USD, GRAPHS, QUERIES, VISION_USD_PER_HOUR
from cdk.packages import ROOT
from tests.infrastructure.templates import DASHBOARDS, Deployment
from tests.infrastructure.test_checks import LINT

SOURCES = ROOT / "layers" / "footy" / "python" / "footy"


@cache
def written_for(service: str) -> str:
    """All code of ours that a function runs: its step, and whatever that imports."""
    known: dict[Path, str] = {}
    waiting = [*SOURCES.glob(f"*/steps/{service}.py"), SOURCES / "core" / "telemetry.py"]
    while waiting:
        path = waiting.pop()
        if path in known or not path.is_file():
            continue
        known[path] = path.read_text(encoding="utf-8")
        waiting += [SOURCES.parent / f"{name.replace('.', '/')}.py" for name in imported(known[path])]
    return "".join(known.values())


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("footy"):
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def counts(service: str, counter: str) -> bool:
    """Whether a function has a way to count under that name, which may begin or end with what it is about."""
    text = written_for(service)
    named = set(re.findall(r'"(\w+)"', text))
    begun, ended = re.findall(r'count\(f"(\w+)\{', text), re.findall(r'count\(f"\{[^"]*\}(\w+)"', text)
    return counter in named or counter.startswith(tuple(begun)) or counter.endswith(tuple(ended))


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


def test_no_graph_shows_what_nobody_counts(deployable: Deployment) -> None:
    ours = [metric for _, metric in drawn(deployable) if metric[0] == f"FoundFooty/{deployable.target.name}"]
    assert {metric[1] for metric in ours} >= {line.counter for lines in GRAPHS.values() for line in lines}
    for _, counter, dimension, service, *_ in ours:
        assert dimension == "service"
        assert counts(service, counter), f"{service} never counts {counter}"


def test_a_counter_of_another_function_would_be_noticed() -> None:
    assert counts("poll_batch", "SearchesRestarted")
    assert not counts("finish_tick", "SearchesRestarted")


def test_the_estimate_of_a_goal_is_what_the_costs_say() -> None:
    assert pytest.approx(bill().total, abs=0.0001) == GOAL_USD
    eyes = prices.fargate_hour(CPU, MEMORY)
    assert {"ec2": prices.GPU_HOUR, "sagemaker": prices.SAGEMAKER_HOUR, "cpu": pytest.approx(eyes, abs=0.0001)} == (
        VISION_USD_PER_HOUR
    )


def test_the_dashboard_of_money_names_the_page_with_the_model(on_aws: Deployment) -> None:
    [money] = [one for one in on_aws.resources("AWS::CloudWatch::Dashboard") if "Money" in one.name]
    assert "docs/operator/costs.md" in json.dumps(money.properties)
    assert "python -m bench.month" in (ROOT / "docs" / "operator" / "costs.md").read_text(encoding="utf-8")


def test_questions_are_asked_of_logs_that_are_written(deployable: Deployment) -> None:
    written = {group.properties["LogGroupName"] for group in deployable.resources("AWS::Logs::LogGroup")}
    asked = deployable.resources("AWS::Logs::QueryDefinition")
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


@pytest.mark.parametrize("name", ["dev", "eyes", "searching"])
def test_the_month_counts_what_tasks_cost(name: str, request: pytest.FixtureRequest) -> None:
    """Fargate is billed by the task, and a task has the tags that its service hands on."""
    deployment: Deployment = request.getfixturevalue(name)
    services = [one.properties for one in deployment.resources("AWS::ECS::Service")]
    assert {one.get("PropagateTags") for one in services} == {"SERVICE"}
    assert all({"Key": "target", "Value": deployment.target.name} in one["Tags"] for one in services)


def test_budgets_may_publish_to_the_topic(on_aws: Deployment) -> None:
    policies = [one.properties["PolicyDocument"] for one in on_aws.resources("AWS::SNS::TopicPolicy")]
    allowed = [one for policy in policies for one in policy["Statement"] if one["Effect"] == "Allow"]
    assert any("budgets.amazonaws.com" in one["Principal"]["Service"] for one in allowed)


def test_cloudformation_would_take_it(on_aws: Deployment) -> None:
    assert [str(match) for match in lint_file(on_aws.file(DASHBOARDS), config=LINT)] == []


def test_the_emulator_has_none_of_it(local: Deployment) -> None:
    assert not local.file(DASHBOARDS).exists()


@pytest.mark.parametrize("function", ["poll_batch", "search_clips", "upload_batch", "validate_clip"])
def test_functions_are_traced(on_aws: Deployment, function: str) -> None:
    assert on_aws.function(function).properties["TracingConfig"] == {"Mode": "Active"}
