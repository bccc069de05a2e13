"""Who only reads the database does so as a user who can do nothing else, where a target has one."""

import json
from typing import Any

import pytest

from cdk.settings import TargetError
from tests.infrastructure.doors import target
from tests.infrastructure.templates import Deployment, context, service, synthesise, variables
from tests.infrastructure.test_permissions import _allowed

READERS = {"answer_request", "back_up_database"}


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """A MongoDB of yours with two users."""
    block = {**context("dev")["dev"], "vision": "", "database_reader": True}
    return synthesise("dev", tmp_path_factory.mktemp("users"), dev=block)


def speaking(deployment: Deployment) -> dict[str, Any]:
    """Which secret each function finds the way to the database in."""
    known = {service(one): variables(one).get("FOOTY_MONGODB_SECRET") for one in deployment.functions()}
    return {name: json.dumps(secret) for name, secret in known.items() if secret}


def test_readers_have_a_user_of_their_own(apart: Deployment) -> None:
    assert {name for name, secret in speaking(apart).items() if "mongodb_reader" in secret} == READERS


def test_nobody_may_read_the_secret_of_the_other(apart: Deployment) -> None:
    asked = [
        (who, json.dumps(resource))
        for who, action, resource in _allowed(apart)
        if action == "secretsmanager:GetSecretValue" and "mongodb" in json.dumps(resource)
    ]
    readers = {who.partition("Role")[0] for who, resource in asked if "mongodb_reader" in resource}
    writers = {who.partition("Role")[0] for who, resource in asked if "mongodb_reader" not in resource}
    assert readers == {"AnswerRequest", "BackUpDatabase"}
    assert writers
    assert not readers & writers


def test_without_that_line_there_is_one_user(dev: Deployment) -> None:
    assert len(set(speaking(dev).values())) == 1
    assert not [one for one in dev.resources("AWS::SecretsManager::Secret") if "reader" in one.properties["Name"]]


def test_a_database_in_the_vpc_has_no_second_user() -> None:
    with pytest.raises(TargetError, match="database_reader is for a database of yours"):
        target("prod", database_reader=True)
