"""Webhooks: only where a target says that it has some, beside everything else, and with their own secret alone."""

import json
from typing import Any

import pytest
from cfnlint.api import lint_file  # type: ignore[import-untyped]

from cdk.constructs.compute.webhooks import SECONDS
from footy.goals.steps.send_webhooks import LEASE, RUN_TIME
from tests.infrastructure.templates import Deployment, context, synthesise, variables
from tests.infrastructure.test_alarms import OF_WEBHOOKS, PAGES, alarms
from tests.infrastructure.test_checks import LINT, findings
from tests.infrastructure.test_permissions import UNLIMITED, _allowed

NAME = "send_webhooks"


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """The production target with webhooks."""
    block = {**context("prod")["prod"], "webhooks": True}
    return synthesise("prod", tmp_path_factory.mktemp("webhooks"), prod=block)


def _secrets(deployment: Deployment) -> list[Any]:
    found = deployment.resources("AWS::SecretsManager::Secret")
    return [one.properties for one in found if one.properties.get("Name", "").endswith("/webhooks")]


def test_without_webhooks_nothing_of_it_is_deployed(anywhere: Deployment) -> None:
    templates = "".join(path.read_text(encoding="utf-8").lower() for path in anywhere.files)
    assert "webhook" not in templates


def test_their_addresses_are_in_no_template(telling: Deployment) -> None:
    [secret] = _secrets(telling)
    assert not {"SecretString", "GenerateSecretString"} & secret.keys()


def test_every_minute_it_is_called_and_a_minute_that_was_missed_is_not_made_good(telling: Deployment) -> None:
    schedule = telling.one("AWS::Scheduler::Schedule", "Webhooks").properties
    assert (schedule["ScheduleExpression"], schedule["State"]) == ("cron(* * * * ? *)", "ENABLED")
    assert schedule["Target"]["RetryPolicy"] == {"MaximumEventAgeInSeconds": 60, "MaximumRetryAttempts": 0}
    assert telling.function(NAME).name in json.dumps(schedule["Target"]["Arn"])


def test_it_ends_before_another_one_may_take_its_targets(telling: Deployment) -> None:
    assert telling.function(NAME).properties["Timeout"] == SECONDS
    assert RUN_TIME.total_seconds() < SECONDS < LEASE.total_seconds() < 60


def test_it_links_to_the_page(telling: Deployment) -> None:
    asked = variables(telling.function("answer_request"))["FOOTY_PAGE_URL"]
    assert variables(telling.function(NAME))["FOOTY_PAGE_URL"] == asked


def test_it_reads_its_own_secret_and_nobody_else_does(telling: Deployment) -> None:
    readers = {
        who.partition("Role")[0]
        for who, action, resource in _allowed(telling)
        if action == "secretsmanager:GetSecretValue" and "webhooks" in json.dumps(resource).lower()
    }
    assert readers == {"WebhooksSendWebhooks"}
    own = {action for who, action, _ in _allowed(telling) if who.startswith("WebhooksSendWebhooks")}
    assert not {action for action in own if action.startswith(("s3:", "sqs:", "states:"))}
    everywhere = {action for _, action, resource in _allowed(telling) if resource == "*"}
    assert everywhere <= UNLIMITED


def test_its_alarms_have_pages_and_its_pages_alarms(telling: Deployment) -> None:
    assert {*OF_WEBHOOKS, f"{NAME}-errors", f"{NAME}-throttles"} <= alarms(telling).keys()
    assert {*OF_WEBHOOKS} <= set(PAGES)


def test_others_find_nothing_wrong_with_it(telling: Deployment) -> None:
    assert findings(telling.app) == []
    assert [str(match) for match in lint_file(telling.file("page"), config=LINT)] == []
