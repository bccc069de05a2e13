"""Database users of DocumentDB."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import boto3
import pytest

from operations.account import OperationRefused, TargetAccount
from operations.users import users
from tests.support.aws_accounts import REGION, account_of, stack
from tests.support.aws_answers import answering

CHANGED = {"users": ["footywriter", "footyreader"]}
FAILED = {"errorType": "AccessDenied", "errorMessage": "MongoDB: Authentication failed."}
SECRETS = ("footy-prod/mongodb_writer", "footy-prod/mongodb_reader")
WAY = {"host": "footy-prod.cluster", "port": "27117"}


class Prod(ExitStack):
    """An account with a target whose function gives this answer."""

    def whose_function(self, answers: dict[str, Any], *, fails: bool = False) -> TargetAccount:
        url = self.enter_context(answering({}, function=(answers, fails)))
        account = self.enter_context(account_of("prod"))
        stack(account, "users", {"MakeUsersFunction": "footy-prod-users-MakeUsers"})
        for name in SECRETS:
            content = json.dumps({"username": name[-6:], "password": "old", **WAY})
            account.client("secretsmanager").create_secret(Name=name, SecretString=content)

        def connect(service: str) -> Any:
            served = {"endpoint_url": url} if service == "lambda" else {}
            return boto3.client(service, region_name=REGION, **served)  # type: ignore[call-overload]

        return TargetAccount(account.target, connect)


@pytest.fixture
def prod() -> Iterator[Prod]:
    with Prod() as account:
        yield account


def contents(account: TargetAccount) -> list[dict[str, str]]:
    manager = account.client("secretsmanager")
    return [json.loads(manager.get_secret_value(SecretId=name)["SecretString"]) for name in SECRETS]


def test_created_users_are_listed(prod: Prod, capsys: pytest.CaptureFixture[str]) -> None:
    account = prod.whose_function(CHANGED)
    assert users(account) == 0
    assert capsys.readouterr().out == "created or updated: footywriter, footyreader\n"
    assert [one["password"] for one in contents(account)] == ["old", "old"]


def test_correct_users_are_left_unchanged(prod: Prod, capsys: pytest.CaptureFixture[str]) -> None:
    assert users(prod.whose_function({"users": []})) == 0
    assert capsys.readouterr().out == "all users are correct\n"


def test_new_passwords_keep_name_and_address(prod: Prod, capsys: pytest.CaptureFixture[str]) -> None:
    account = prod.whose_function(CHANGED)
    before = contents(account)
    users(account, new_passwords=True)
    after = contents(account)
    assert [{**one, "password": ""} for one in after] == [{**one, "password": ""} for one in before]
    passwords = {one["password"] for one in after}
    assert len(passwords) == 2
    assert all(len(one) == 40 and one.isalnum() for one in passwords)
    assert not [one for one in passwords if one in capsys.readouterr().out], "passwords are not printed"


def test_a_failed_function_changes_no_password(prod: Prod) -> None:
    account = prod.whose_function(FAILED, fails=True)
    with pytest.raises(OperationRefused, match="make_users failed: AccessDenied: MongoDB: Authentication failed"):
        users(account, new_passwords=True)
    assert [one["password"] for one in contents(account)] == ["old", "old"]


def test_external_databases_are_refused() -> None:
    with account_of("dev") as account, pytest.raises(OperationRefused, match="the database of dev is external"):
        users(account)


def test_users_need_a_deployed_target() -> None:
    with account_of("prod") as account, pytest.raises(OperationRefused, match="footy-prod is not deployed here"):
        users(account, new_passwords=True)
