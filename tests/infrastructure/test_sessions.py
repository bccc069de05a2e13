"""Browser sessions and webhooks: deployed only with their options, with minimal permissions."""

import json
from pathlib import Path
from typing import Any

import pytest

from cdk.constructs.compute.webhooks import SECONDS
from cdk.settings import TargetError
from footy.goals.steps import send_webhooks
from tests.support.templates import SESSIONS, Deployment, synthesise_with, variables


def test_without_options_neither_is_deployed(on_aws: Deployment) -> None:
    assert not on_aws.file(SESSIONS).exists()
    assert "FOOTY_TWITTER_SERVICE_URL" not in variables(on_aws.function("search_clips"))
    assert "webhook" not in "".join(path.read_text(encoding="utf-8").lower() for path in on_aws.files)


class TestSessions:
    def test_an_account_is_released_before_it_is_reused(self, searching: Deployment) -> None:
        service = searching.one("AWS::ECS::Service", stack=SESSIONS).properties
        assert "DesiredCount" not in service
        assert service["DeploymentConfiguration"]["MaximumPercent"] == 100
        assert service["NetworkConfiguration"]["AwsvpcConfiguration"]["AssignPublicIp"] == "DISABLED"
        assert searching.one("AWS::ECS::TaskDefinition", stack=SESSIONS)
        namespace = searching.one("AWS::ServiceDiscovery::PrivateDnsNamespace", stack=SESSIONS)
        assert namespace.properties["Name"] == "footy-prod-sessions.internal"

    def test_the_pool_has_at_most_one_task_per_account(self, searching: Deployment) -> None:
        settings = variables(searching.function("set_capacity"))
        assert "ecs:" in json.dumps(settings["FOOTY_BROWSER_POOL"])
        assert settings["FOOTY_BROWSER_POOL_MOST"] == str(len(searching.target.x_accounts))
        assert "browser" in searching.granted("set_capacity")

    def test_searches_reach_the_service_only(self, searching: Deployment) -> None:
        settings = variables(searching.function("search_clips"))
        assert settings["FOOTY_SEARCH_PROVIDER"] == "auto"
        assert "8080" in json.dumps(settings["FOOTY_TWITTER_SERVICE_URL"])
        rule = searching.one("AWS::EC2::SecurityGroupEgress", stack=SESSIONS).properties
        group = searching.one("AWS::EC2::SecurityGroup", stack=SESSIONS).properties
        assert (rule["FromPort"], rule["ToPort"]) == (8080, 8080)
        assert [one["FromPort"] for one in group["SecurityGroupEgress"]] == [443]

    def test_the_container_is_restricted(self, searching: Deployment) -> None:
        task = searching.one("AWS::ECS::TaskDefinition", stack=SESSIONS)
        [container] = task.properties["ContainerDefinitions"]
        assert (container["User"], container["ReadonlyRootFilesystem"]) == ("10001", True)
        assert container["LinuxParameters"] == {"Capabilities": {"Drop": ["ALL"]}, "InitProcessEnabled": True}
        assert [point["ContainerPath"] for point in container["MountPoints"]] == ["/tmp"]  # noqa: S108
        assert container["StopTimeout"] > 20 + 25

    def test_it_accesses_its_accounts_and_leases_only(self, searching: Deployment) -> None:
        own = [(action, json.dumps(arn)) for who, action, arn in searching.allowed(SESSIONS) if who[:8] == "TaskRole"]
        assert {action for action, _ in own} == {
            "secretsmanager:GetSecretValue",
            "secretsmanager:PutSecretValue",
            "s3:GetObject",
            "s3:PutObject",
            "s3:ListBucket",
        }
        assert any(action == "s3:PutObject" and "/sessions/*" in resource for action, resource in own)

    def test_each_account_is_checked_every_morning(self, searching: Deployment) -> None:
        schedule = searching.one("AWS::Scheduler::Schedule", stack=SESSIONS).properties
        assert schedule["ScheduleExpression"] == "cron(0 7 * * ? *)"
        assert "--check" in json.dumps(schedule["Target"]["Input"])

    @pytest.mark.parametrize(
        ("name", "accounts", "message"),
        [
            ("dev", ["first"], "functions in the VPC"),
            ("prod", ["first", "first"], "twice"),
            ("prod", ["A/B"], "x_accounts"),
        ],
    )
    def test_invalid_accounts_are_refused(self, tmp_path: Path, name: str, accounts: list[str], message: str) -> None:
        with pytest.raises(TargetError, match=message):
            synthesise_with(name, {"x_accounts": accounts}, tmp_path)


class TestWebhooks:
    def test_addresses_are_in_no_template(self, searching: Deployment) -> None:
        [secret] = [
            one.properties
            for one in searching.resources("AWS::SecretsManager::Secret")
            if one.properties["Name"].endswith("/webhooks")
        ]
        assert not {"SecretString", "GenerateSecretString"} & secret.keys()

    def test_a_late_call_is_dropped(self, searching: Deployment) -> None:
        schedule = searching.one("AWS::Scheduler::Schedule", "Webhooks").properties
        assert (schedule["ScheduleExpression"], schedule["State"]) == ("cron(* * * * ? *)", "ENABLED")
        assert schedule["Target"]["RetryPolicy"] == {"MaximumEventAgeInSeconds": 60, "MaximumRetryAttempts": 0}
        assert searching.function("send_webhooks").name in json.dumps(schedule["Target"]["Arn"])

    def test_it_ends_before_its_lease(self, searching: Deployment) -> None:
        assert searching.function("send_webhooks").properties["Timeout"] == SECONDS
        assert send_webhooks.RUN_TIME.total_seconds() < SECONDS < send_webhooks.LEASE.total_seconds() < 60

    def test_it_links_to_the_page(self, searching: Deployment) -> None:
        page = variables(searching.function("answer_request"))["FOOTY_PAGE_URL"]
        assert variables(searching.function("send_webhooks"))["FOOTY_PAGE_URL"] == page

    def test_only_it_reads_its_secret(self, searching: Deployment) -> None:
        readers: dict[str, Any] = {
            who.partition("Role")[0]: resource
            for who, action, resource in searching.allowed()
            if action == "secretsmanager:GetSecretValue" and "webhooks" in json.dumps(resource).lower()
        }
        assert set(readers) == {"WebhooksSendWebhooks"}
        own = {action for who, action, _ in searching.allowed() if who.startswith("WebhooksSendWebhooks")}
        assert not {action for action in own if action.startswith(("s3:", "sqs:", "states:"))}
