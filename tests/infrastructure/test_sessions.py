"""The stack of sessions at X: only where accounts are named, with its own accounts' cookies and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest
from cfnlint.api import lint_file  # type: ignore[import-untyped]

from cdk.settings import TargetError
from tests.infrastructure.templates import SESSIONS, Deployment, synthesise, variables
from tests.infrastructure.test_alarms import PAGES, alarms
from tests.infrastructure.test_checks import LINT, findings
from tests.infrastructure.test_permissions import UNLIMITED, _allowed


def in_stack(deployment: Deployment, kind: str) -> list[Any]:
    return [one.properties for one in deployment.resources(kind) if one.stack == SESSIONS]


def container(deployment: Deployment) -> dict[str, Any]:
    [definition] = in_stack(deployment, "AWS::ECS::TaskDefinition")
    [found] = definition["ContainerDefinitions"]
    return dict(found)


def test_without_an_account_nothing_of_it_is_deployed(on_aws: Deployment) -> None:
    assert not on_aws.file(SESSIONS).exists()
    assert "FOOTY_TWITTER_SERVICE_URL" not in variables(on_aws.function("search_clips"))


def test_a_service_of_ecs_has_no_number_of_its_own_and_gives_accounts_back_before_it_takes_them(
    searching: Deployment,
) -> None:
    [service] = in_stack(searching, "AWS::ECS::Service")
    assert "DesiredCount" not in service
    assert service["DeploymentConfiguration"]["MaximumPercent"] == 100
    assert service["NetworkConfiguration"]["AwsvpcConfiguration"]["AssignPublicIp"] == "DISABLED"
    [names] = in_stack(searching, "AWS::ServiceDiscovery::PrivateDnsNamespace")
    assert names["Name"] == "footy-prod-sessions.internal"


def test_the_service_follows_the_goals_and_never_has_more_instances_than_accounts(searching: Deployment) -> None:
    told = variables(searching.function("set_capacity"))
    assert "ecs:" in json.dumps(told["FOOTY_BROWSER_POOL"])
    assert told["FOOTY_BROWSER_POOL_MOST"] == str(len(searching.target.x_accounts))
    allowed = [
        json.dumps(resource)
        for who, action, resource in _allowed(searching)
        if who.startswith("SetCapacity") and action == "ecs:UpdateService"
    ]
    assert any("browser" in resource for resource in allowed)


def test_the_functions_that_search_ask_it_when_the_api_cannot_answer(searching: Deployment) -> None:
    told = variables(searching.function("search_clips"))
    assert told["FOOTY_SEARCH_PROVIDER"] == "auto"
    assert "8080" in json.dumps(told["FOOTY_TWITTER_SERVICE_URL"])
    [way] = in_stack(searching, "AWS::EC2::SecurityGroupEgress")
    [group] = in_stack(searching, "AWS::EC2::SecurityGroup")
    assert (way["FromPort"], way["ToPort"]) == (8080, 8080)
    assert [rule["FromPort"] for rule in group["SecurityGroupEgress"]] == [443]


def test_a_task_is_nobody_and_writes_nowhere_but_into_its_scratch(searching: Deployment) -> None:
    found = container(searching)
    assert (found["User"], found["ReadonlyRootFilesystem"]) == ("10001", True)
    assert found["LinuxParameters"] == {"Capabilities": {"Drop": ["ALL"]}, "InitProcessEnabled": True}
    assert [point["ContainerPath"] for point in found["MountPoints"]] == ["/tmp"]  # noqa: S108
    assert found["StopTimeout"] > 20 + 25


def test_it_may_read_and_write_its_accounts_and_their_leases(searching: Deployment) -> None:
    allowed = [
        (action, json.dumps(resource))
        for who, action, resource in _allowed(searching, SESSIONS)
        if who.startswith("TaskRole")
    ]
    assert {action for action, _ in allowed} == {
        "secretsmanager:GetSecretValue",
        "secretsmanager:PutSecretValue",
        "s3:GetObject",
        "s3:PutObject",
        "s3:ListBucket",
    }
    assert any(action == "s3:PutObject" and "/sessions/*" in resource for action, resource in allowed)
    everywhere = {action for _, action, resource in _allowed(searching) if resource == "*"}
    assert everywhere <= UNLIMITED


def test_every_morning_each_account_is_looked_at(searching: Deployment) -> None:
    [check] = in_stack(searching, "AWS::Scheduler::Schedule")
    assert check["ScheduleExpression"] == "cron(0 7 * * ? *)"
    assert "--check" in json.dumps(check["Target"]["Input"])


def test_its_alarms_have_pages_and_its_pages_alarms(searching: Deployment) -> None:
    own = {"SessionsLost", "SessionsEnding", "SessionsUnchecked"}
    assert own <= alarms(searching).keys()
    assert own <= set(PAGES)


def test_others_find_nothing_wrong_with_it(searching: Deployment) -> None:
    assert findings(searching.app) == []
    assert [str(match) for match in lint_file(searching.file(SESSIONS), config=LINT)] == []


@pytest.mark.parametrize(
    ("target", "accounts", "refused"),
    [
        ("dev", ["first"], "functions in the VPC"),
        ("prod", ["first", "first"], "twice"),
        ("prod", ["A/B"], "x_accounts"),
    ],
)
def test_accounts_that_cannot_be_are_refused(tmp_path: Path, target: str, accounts: list[str], refused: str) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"x_accounts": accounts}), encoding="utf-8")
    with pytest.raises(TargetError, match=refused):
        synthesise(target, tmp_path / "cdk.out", settings=str(tmp_path / "settings.json"))
