"""Nobody speaks to the database as somebody who may do more than is needed, where a target makes that difference."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cdk.settings import TargetError
from tests.infrastructure.changing import exports, imports
from tests.infrastructure.doors import target
from tests.infrastructure.templates import USERS, Deployment, Resource, context, service, synthesise, variables
from tests.infrastructure.test_permissions import _allowed

READERS = {"answer_request", "back_up_database"}
SECRETS = ("mongodb_writer", "mongodb_reader")
MAKER = "make_users"


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """A MongoDB of yours with two users."""
    block = {**context("dev")["dev"], "vision": "", "database_reader": True}
    return synthesise("dev", tmp_path_factory.mktemp("users"), dev=block)


def user_in(text: object) -> str:
    """Which of the three secrets is meant."""
    said = json.dumps(text)
    return next((name for name in SECRETS if name in said), "mongodb")


def speaking(deployment: Deployment) -> dict[str, str]:
    """Which secret each function finds the way to the database in."""
    known = {service(one): variables(one).get("FOOTY_MONGODB_SECRET") for one in deployment.functions()}
    return {name: user_in(secret) for name, secret in known.items() if secret}


def readable(deployment: Deployment) -> dict[str, set[str]]:
    """Who may read which of them, by their roles."""
    may: dict[str, set[str]] = {}
    for who, action, resource in _allowed(deployment):
        if action == "secretsmanager:GetSecretValue" and "mongodb" in json.dumps(resource):
            may.setdefault(user_in(resource), set()).add(who.partition("Role")[0])
    return may


def policies_of(deployment: Deployment, function: Resource) -> list[str]:
    role = function.properties["Role"]["Fn::GetAtt"][0]
    policies = [one for one in deployment.resources("AWS::IAM::Policy") if one.stack == function.stack]
    return [one.name for one in policies if {"Ref": role} in one.properties["Roles"]]


# a MongoDB of yours


def test_readers_have_a_user_of_their_own(apart: Deployment) -> None:
    assert {name for name, secret in speaking(apart).items() if secret == "mongodb_reader"} == READERS


def test_nobody_may_read_the_secret_of_the_other(apart: Deployment) -> None:
    may = readable(apart)
    assert may["mongodb_reader"] == {"AnswerRequest", "BackUpDatabase"}
    assert may["mongodb"]
    assert not may["mongodb_reader"] & may["mongodb"]


def test_without_that_line_there_is_one_user(dev: Deployment) -> None:
    assert set(speaking(dev).values()) == {"mongodb"}
    assert not [one for one in dev.resources("AWS::SecretsManager::Secret") if "reader" in one.properties["Name"]]


def test_who_becomes_somebody_else_is_let_in_before_and_out_after(dev: Deployment, apart: Deployment) -> None:
    """A function that runs meanwhile reads the secret it knows; CloudFormation deletes what is left over last."""
    for name in READERS:
        before, after = dev.function(name), apart.function(name)
        assert not set(policies_of(dev, before)) & set(policies_of(apart, after))
        assert set(policies_of(apart, after)) < set(after.rest["DependsOn"])


# DocumentDB


def test_functions_write_as_one_user_and_read_as_another(prod: Deployment) -> None:
    users = speaking(prod)
    assert {name for name, secret in users.items() if secret == "mongodb_reader"} == READERS
    assert {name for name, secret in users.items() if secret == "mongodb"} == {MAKER}
    assert len([name for name, secret in users.items() if secret == "mongodb_writer"]) > len(READERS)


def test_nobody_but_who_makes_users_may_read_the_masters_password(prod: Deployment) -> None:
    may = readable(prod)
    assert may["mongodb"] == {"MakeUsers"}
    assert may["mongodb_reader"] == {"AnswerRequest", "BackUpDatabase", "MakeUsers"}
    assert may["mongodb_reader"] & may["mongodb_writer"] == {"MakeUsers"}


def test_each_has_rights_named_after_whom_it_speaks_as(prod: Deployment) -> None:
    """So that a live target, whose functions were the master so far, changes without a second of refusals."""
    for name, secret in speaking(prod).items():
        function = prod.function(name)
        [policy] = policies_of(prod, function)
        assert policy in function.rest["DependsOn"]
        assert policy.endswith(
            {"mongodb_writer": "AsMongodbWriter", "mongodb_reader": "AsMongodbReader"}.get(secret, "")
        )
        assert ("As" in policy.partition("Role")[2]) == (name != MAKER)


def test_only_cloudformation_has_users_made(prod: Deployment) -> None:
    maker = prod.function(MAKER).name
    callers = {
        who
        for who, action, resource in _allowed(prod)
        if action == "lambda:InvokeFunction" and maker in json.dumps(resource)
    }
    assert {who.partition("Role")[0] for who in callers} == {"Asking"}


def _before(deployment: Deployment, stack: str) -> set[str]:
    manifest = json.loads((deployment.folder / "manifest.json").read_text(encoding="utf-8"))["artifacts"]
    prefix = f"{deployment.target.prefix}-"
    waited = manifest[f"{prefix}{stack}"]["dependencies"]
    return {one.removeprefix(prefix) for one in waited if one.startswith(prefix) and not one.endswith(".assets")}


def _asking(deployment: Deployment) -> Iterator[str]:
    for function in deployment.functions():
        if service(function) != MAKER and "FOOTY_MONGODB_SECRET" in variables(function):
            yield function.stack


def test_nobody_asks_before_there_is_somebody_to_ask_as(prod: Deployment) -> None:
    assert {"data", "state"} <= _before(prod, USERS)
    assert {stack for stack in _asking(prod) if USERS not in _before(prod, stack)} == set()


def test_no_stack_holds_on_to_another_because_of_users(prod: Deployment) -> None:
    """They are known by their names: an earlier release can be deployed again, and this one after it."""
    assert exports(prod.templates[USERS]) == set()
    others = [template for stack, template in prod.templates.items() if stack != USERS]
    assert imports(prod.templates[USERS]) <= {known for template in others for known in imports(template)}


def test_users_are_looked_at_with_each_release_and_each_new_secret(prod: Deployment) -> None:
    [made] = prod.resources("Custom::DatabaseUsers")
    asked = made.properties
    secrets = {one.name: one for one in prod.resources("AWS::SecretsManager::Secret") if one.stack == USERS}
    assert [one["Ref"] for one in asked["Secrets"]] == list(secrets)
    assert "LayersFooty" in asked["Release"]["Ref"]
    ways = {
        one.name: one.properties["SecretId"]["Ref"]
        for one in prod.resources("AWS::SecretsManager::SecretTargetAttachment")
        if one.stack == USERS
    }
    assert set(ways.values()) == set(secrets)
    assert set(made.rest["DependsOn"]) == set(ways), "without them nobody finds the way to the cluster"


@pytest.mark.parametrize(("name", "user"), [("mongodb_writer", "footywriter"), ("mongodb_reader", "footyreader")])
def test_a_password_is_made_up_of_letters_and_digits(prod: Deployment, name: str, user: str) -> None:
    """DocumentDB and addresses take those; a change of these lines would make up another one."""
    [secret] = [one for one in prod.resources("AWS::SecretsManager::Secret") if one.properties["Name"].endswith(name)]
    assert secret.properties["GenerateSecretString"] == {
        "SecretStringTemplate": json.dumps({"username": user}),
        "GenerateStringKey": "password",
        "ExcludePunctuation": True,
        "PasswordLength": 40,
    }
    assert (secret.stack, secret.rest["DeletionPolicy"]) == (USERS, "Delete")


def test_a_database_in_the_vpc_always_has_a_reader() -> None:
    with pytest.raises(TargetError, match="database_reader must be left out"):
        target("prod", database_reader=True)


@pytest.mark.parametrize("elsewhere", ["dev", "local"])
def test_where_the_database_is_yours_nobody_makes_users(request: pytest.FixtureRequest, elsewhere: str) -> None:
    deployment: Deployment = request.getfixturevalue(elsewhere)
    functions: dict[str, Any] = {service(one): one for one in deployment.functions()}
    assert MAKER not in functions
    assert deployment.resources("Custom::DatabaseUsers") == []
