"""Database users: each function connects with the least privileges that the target offers."""

import json
from collections.abc import Iterator

import pytest

from cdk.settings import TargetError
from tests.support.stack_updates import exports, imports
from tests.support.templates import USERS, Deployment, service, target, variables

READERS = {"answer_request", "back_up_database"}
SECRETS = ("mongodb_writer", "mongodb_reader")
MAKER = "make_users"


def user_in(value: object) -> str:
    """Return which of the three secrets a value refers to."""
    text = json.dumps(value)
    return next((name for name in SECRETS if name in text), "mongodb")


def users_of(deployment: Deployment) -> dict[str, str]:
    """Return the secret of each function that uses the database."""
    secrets = {service(one): variables(one).get("FOOTY_MONGODB_SECRET") for one in deployment.functions()}
    return {name: user_in(secret) for name, secret in secrets.items() if secret}


def readers_of(deployment: Deployment) -> dict[str, set[str]]:
    """Return the roles that may read each secret."""
    roles: dict[str, set[str]] = {}
    for who, action, resource in deployment.allowed():
        if action == "secretsmanager:GetSecretValue" and "mongodb" in json.dumps(resource):
            roles.setdefault(user_in(resource), set()).add(who.partition("Role")[0])
    return roles


def policies(deployment: Deployment, name: str) -> list[str]:
    """Return the logical ids of a function's policies."""
    return [policy.name for policy in deployment.policies_of(deployment.function(name))]


@pytest.mark.parametrize("name", ["dev", "prod", "eyes", "gpus", "sagemaker", "searching"])
def test_the_page_reads_as_a_reader_where_there_is_one(name: str, request: pytest.FixtureRequest) -> None:
    deployment: Deployment = request.getfixturevalue(name)
    has_reader = deployment.target.own_users or deployment.target.database_reader
    assert users_of(deployment)["answer_request"] == ("mongodb_reader" if has_reader else "mongodb")
    others = {user for user, roles in readers_of(deployment).items() if "AnswerRequest" in roles}
    assert others == {users_of(deployment)["answer_request"]}


class TestExternalDatabase:
    """`eyes` has a reader, `dev` has none."""

    def test_readers_have_their_own_user(self, eyes: Deployment) -> None:
        assert {name for name, secret in users_of(eyes).items() if secret == "mongodb_reader"} == READERS
        roles = readers_of(eyes)
        assert roles["mongodb_reader"] == {"AnswerRequest", "BackUpDatabase"}
        assert roles["mongodb"]
        assert not roles["mongodb_reader"] & roles["mongodb"]

    def test_without_the_option_there_is_one_user(self, dev: Deployment) -> None:
        assert set(users_of(dev).values()) == {"mongodb"}
        assert not [one for one in dev.resources("AWS::SecretsManager::Secret") if "reader" in one.properties["Name"]]

    def test_a_change_of_user_causes_no_refusals(self, dev: Deployment, eyes: Deployment) -> None:
        """CloudFormation adds the new policy first and deletes the old one last."""
        for name in READERS:
            new = policies(eyes, name)
            assert not set(policies(dev, name)) & set(new)
            assert set(new) < set(eyes.function(name).rest["DependsOn"])

    @pytest.mark.parametrize("name", ["dev", "local"])
    def test_no_users_are_created(self, request: pytest.FixtureRequest, name: str) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        assert MAKER not in {service(function) for function in deployment.functions()}
        assert deployment.resources("Custom::DatabaseUsers") == []


class TestDocumentDb:
    def test_functions_write_and_read_as_two_users(self, prod: Deployment) -> None:
        users = users_of(prod)
        assert {name for name, secret in users.items() if secret == "mongodb_reader"} == READERS
        assert {name for name, secret in users.items() if secret == "mongodb"} == {MAKER}
        assert len([name for name, secret in users.items() if secret == "mongodb_writer"]) > len(READERS)

    def test_only_the_maker_reads_the_master_password(self, prod: Deployment) -> None:
        roles = readers_of(prod)
        assert roles["mongodb"] == {"MakeUsers"}
        assert roles["mongodb_reader"] == {"AnswerRequest", "BackUpDatabase", "MakeUsers"}
        assert roles["mongodb_reader"] & roles["mongodb_writer"] == {"MakeUsers"}

    def test_policies_are_named_after_the_user(self, prod: Deployment) -> None:
        suffixes = {"mongodb_writer": "AsMongodbWriter", "mongodb_reader": "AsMongodbReader"}
        for name, secret in users_of(prod).items():
            [policy] = policies(prod, name)
            assert policy in prod.function(name).rest["DependsOn"]
            assert policy.endswith(suffixes.get(secret, ""))
            assert ("As" in policy.partition("Role")[2]) == (name != MAKER)

    def test_only_cloudformation_invokes_the_maker(self, prod: Deployment) -> None:
        maker = prod.function(MAKER).name
        invokers = {
            who.partition("Role")[0]
            for who, action, resource in prod.allowed()
            if action == "lambda:InvokeFunction" and maker in json.dumps(resource)
        }
        assert invokers == {"Asking"}

    def test_users_exist_before_their_functions(self, prod: Deployment) -> None:
        assert {"data", "state"} <= _dependencies(prod, USERS)
        assert {stack for stack in _clients(prod) if USERS not in _dependencies(prod, stack)} == set()

    def test_users_need_no_exports(self, prod: Deployment) -> None:
        """Therefore an earlier release can be deployed again."""
        assert exports(prod.templates[USERS]) == set()
        others = [template for stack, template in prod.templates.items() if stack != USERS]
        assert imports(prod.templates[USERS]) <= {name for template in others for name in imports(template)}

    def test_a_release_or_new_secret_checks_the_users(self, prod: Deployment) -> None:
        resource = prod.one("Custom::DatabaseUsers")
        secrets = [one.name for one in prod.resources("AWS::SecretsManager::Secret", USERS)]
        assert [one["Ref"] for one in resource.properties["Secrets"]] == secrets
        assert "LayersFooty" in resource.properties["Release"]["Ref"]
        attachments = prod.resources("AWS::SecretsManager::SecretTargetAttachment", USERS)
        assert {one.properties["SecretId"]["Ref"] for one in attachments} == set(secrets)
        assert set(resource.rest["DependsOn"]) == {one.name for one in attachments}

    @pytest.mark.parametrize(("name", "user"), [("mongodb_writer", "footywriter"), ("mongodb_reader", "footyreader")])
    def test_passwords_are_generated(self, prod: Deployment, name: str, user: str) -> None:
        secrets = {one.properties["Name"]: one for one in prod.resources("AWS::SecretsManager::Secret", USERS)}
        secret = secrets[f"footy-prod/{name}"]
        assert secret.properties["GenerateSecretString"] == {
            "SecretStringTemplate": json.dumps({"username": user}),
            "GenerateStringKey": "password",
            "ExcludePunctuation": True,
            "PasswordLength": 40,
        }
        assert secret.rest["DeletionPolicy"] == "Delete"

    def test_the_reader_option_is_refused(self) -> None:
        with pytest.raises(TargetError, match="database_reader must be left out"):
            target("prod", database_reader=True)


def _dependencies(deployment: Deployment, stack: str) -> set[str]:
    manifest = json.loads((deployment.folder / "manifest.json").read_text(encoding="utf-8"))["artifacts"]
    prefix = f"{deployment.target.prefix}-"
    names = manifest[f"{prefix}{stack}"]["dependencies"]
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix) and not name.endswith(".assets")}


def _clients(deployment: Deployment) -> Iterator[str]:
    for function in deployment.functions():
        if service(function) != MAKER and "FOOTY_MONGODB_SECRET" in variables(function):
            yield function.stack
