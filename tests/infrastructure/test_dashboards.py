"""Dashboards, log queries and the budget: they refer to existing counters and log groups."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bench import prices
from bench.goal_cost import bill
from cdk.constructs.vision.cpu import CPU, MEMORY
from cdk.dashboard_widgets import GOAL_USD, GRAPHS, QUERIES, VISION_USD_PER_HOUR
from cdk.packages import ROOT
from tests.support.templates import DASHBOARDS, Deployment

SOURCES = ROOT / "layers" / "footy" / "python" / "footy"


@cache
def code_of(service: str) -> str:
    """Return the code of a function: its step and everything that it imports."""
    files: dict[Path, str] = {}
    queue = [*SOURCES.glob(f"*/steps/{service}.py"), SOURCES / "core" / "telemetry.py"]
    while queue:
        path = queue.pop()
        if path in files or not path.is_file():
            continue
        files[path] = path.read_text(encoding="utf-8")
        queue += [SOURCES.parent / f"{name.replace('.', '/')}.py" for name in imports(files[path])]
    return "".join(files.values())


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("footy"):
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def emits(service: str, counter: str) -> bool:
    """Return whether a function can emit a counter, whose name may have a variable part."""
    code = code_of(service)
    names = set(re.findall(r'"(\w+)"', code))
    prefixes, suffixes = re.findall(r'count\(f"(\w+)\{', code), re.findall(r'count\(f"\{[^"]*\}(\w+)"', code)
    return counter in names or counter.startswith(tuple(prefixes)) or counter.endswith(tuple(suffixes))


def metrics(deployment: Deployment) -> Iterator[list[Any]]:
    """Yield the metrics of all dashboards."""
    for dashboard in deployment.resources("AWS::CloudWatch::Dashboard"):
        body = dashboard.properties["DashboardBody"]
        parts = body["Fn::Join"][1] if "Fn::Join" in body else [body]
        text = "".join(part if isinstance(part, str) else "x" for part in parts)
        for widget in json.loads(text)["widgets"]:
            yield from widget["properties"].get("metrics", [])


def test_there_are_two_dashboards(on_aws: Deployment) -> None:
    names = {one.properties["DashboardName"] for one in on_aws.resources("AWS::CloudWatch::Dashboard")}
    assert names == {f"footy-{on_aws.target.name}-{name}" for name in ("today", "pipeline-and-money")}


def test_graphs_show_emitted_counters(eyes: Deployment) -> None:
    own = [metric for metric in metrics(eyes) if metric[0] == f"FoundFooty/{eyes.target.name}"]
    assert {metric[1] for metric in own} >= {line.counter for lines in GRAPHS.values() for line in lines}
    for _, counter, dimension, service, *_ in own:
        assert dimension == "service"
        assert emits(service, counter), f"{service} does not emit {counter}"


def test_a_counter_of_another_function_is_found() -> None:
    assert emits("poll_batch", "SearchesRestarted")
    assert not emits("finish_tick", "SearchesRestarted")


def test_cost_estimates_match_the_price_table() -> None:
    assert pytest.approx(bill().total, abs=0.0001) == GOAL_USD
    cpu = prices.fargate_hour(CPU, MEMORY)
    assert {"ec2": prices.GPU_HOUR, "sagemaker": prices.SAGEMAKER_HOUR, "cpu": pytest.approx(cpu, abs=0.0001)} == (
        VISION_USD_PER_HOUR
    )


def test_queries_read_existing_log_groups(eyes: Deployment) -> None:
    groups = {group.properties["LogGroupName"] for group in eyes.resources("AWS::Logs::LogGroup")}
    queries = eyes.resources("AWS::Logs::QueryDefinition")
    assert {one.properties["Name"].partition("/")[2] for one in queries} == set(QUERIES)
    assert all(set(query.properties["LogGroupNames"]) <= groups for query in queries)


def test_queries_filter_existing_actions() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    for action in re.findall(r'action = "(\w+)"', "".join(QUERIES.values())):
        assert f'"{action}"' in code


def test_the_budget_notifies_before_it_is_exceeded(on_aws: Deployment) -> None:
    budget = on_aws.one("AWS::Budgets::Budget").properties
    assert budget["Budget"]["BudgetLimit"]["Amount"] == on_aws.target.monthly_budget_usd
    assert budget["Budget"]["CostFilters"] == {"TagKeyValue": [f"user:target${on_aws.target.name}"]}
    notifications = budget["NotificationsWithSubscribers"]
    assert [one["Notification"]["Threshold"] for one in notifications] == [50, 80, 100]
    assert {one["Subscribers"][0]["SubscriptionType"] for one in notifications} == {"SNS"}


@pytest.mark.parametrize("name", ["dev", "eyes", "searching"])
def test_tasks_have_the_cost_tag_of_their_service(name: str, request: pytest.FixtureRequest) -> None:
    deployment: Deployment = request.getfixturevalue(name)
    services = [one.properties for one in deployment.resources("AWS::ECS::Service")]
    assert {one.get("PropagateTags") for one in services} == {"SERVICE"}
    assert all({"Key": "target", "Value": deployment.target.name} in one["Tags"] for one in services)


def test_the_emulator_has_no_dashboards(local: Deployment) -> None:
    assert not local.file(DASHBOARDS).exists()
