"""Keys entered by an operator."""

import json
import re
from collections.abc import Callable, Iterator

import pytest

from footy.api.credentials import Operators, password_matches
from operations.account import OperationRefused, TargetAccount
from operations.keys import entered_keys, fill, is_filled, issue_key, revoke_key
from tests.support.aws_accounts import account_of


@pytest.fixture
def dev() -> Iterator[TargetAccount]:
    """Return an account with empty secrets."""
    with account_of("dev") as account:
        for name in entered_keys(account.target):
            account.client("secretsmanager").create_secret(Name=f"footy-dev/{name}")
        yield account


def typing(*answers: str) -> Callable[[str], str]:
    rest = list(answers)
    return lambda _question: rest.pop(0)


def content(account: TargetAccount, name: str) -> str:
    return str(account.client("secretsmanager").get_secret_value(SecretId=f"footy-dev/{name}")["SecretString"])


def test_each_key_is_stored_in_its_secret(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    assert entered_keys(dev.target) == ["mongodb", "api_football", "x", "page", "operators"]
    answers = typing("mongodb+srv://mine", " key ", "token", "a long password")
    assert fill(dev, entered_keys(dev.target), ask=answers) == 0
    assert content(dev, "mongodb") == '{"uri": "mongodb+srv://mine"}'
    assert content(dev, "api_football") == '{"key": "key"}'
    assert content(dev, "x") == '{"bearer_token": "token"}'
    assert capsys.readouterr().out.splitlines()[-1].endswith("run make ingest ENV=dev.")


def test_empty_secrets_are_named(dev: TargetAccount) -> None:
    with pytest.raises(OperationRefused, match="still empty: footy-dev/mongodb, footy-dev/x, footy-dev/page"):
        fill(dev, entered_keys(dev.target), ask=typing("", "key", "", ""))
    assert is_filled(dev, "api_football")


def test_webhook_targets_are_validated_at_once() -> None:
    with account_of("dev", webhooks=True) as account:
        assert entered_keys(account.target)[-1] == "webhooks"
        account.client("secretsmanager").create_secret(Name="footy-dev/webhooks")
        with pytest.raises(OperationRefused, match=r"0\.url"):
            fill(account, ["webhooks"], ask=typing('[{"url": "http://discord.com/a"}]'))
        listed = '[{"url": "https://discord.com/api/webhooks/1/a", "leagues": [39]}]'
        assert fill(account, ["webhooks"], ask=typing(listed)) == 0
        assert json.loads(content(account, "webhooks")) == {"targets": listed}


def test_an_empty_answer_keeps_the_key(dev: TargetAccount) -> None:
    fill(dev, ["x"], ask=typing("old"))
    fill(dev, ["x"], ask=typing(""))
    assert content(dev, "x") == '{"bearer_token": "old"}'


def test_keys_need_a_deployed_target() -> None:
    with account_of("dev") as account, pytest.raises(OperationRefused, match="make deploy ENV=dev"):
        fill(account, ["x"], ask=typing("token"))


def test_documentdb_needs_no_entered_key() -> None:
    with account_of("prod") as account:
        assert entered_keys(account.target) == ["api_football", "x", "page", "operators"]


def test_only_the_hash_of_the_password_is_stored(dev: TargetAccount) -> None:
    fill(dev, ["page"], ask=typing("a long password"))
    before = json.loads(content(dev, "page"))
    assert password_matches("a long password", before["viewers"])
    fill(dev, ["page"], ask=typing("another password"))
    after = json.loads(content(dev, "page"))
    assert password_matches("another password", after["viewers"])
    assert after.keys() == {"viewers"}


def keys_in(output: str) -> list[str]:
    return re.findall(r"shown only once: (\S+)", output)


def operators(account: TargetAccount) -> Operators:
    return Operators(json.loads(content(account, "operators")))


def test_the_first_operator_key_is_printed_once(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    fill(dev, ["operators"], ask=typing())
    [key] = keys_in(capsys.readouterr().out)
    assert key not in content(dev, "operators")
    assert operators(dev).name_of(key) == "operator"
    fill(dev, ["operators"], ask=typing())
    assert keys_in(capsys.readouterr().out) == []


def test_each_operator_has_an_own_key(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("anna", "ben", "anna"):
        issue_key(dev, name)
    old, ben, anna = keys_in(capsys.readouterr().out)
    assert [operators(dev).name_of(key) for key in (old, ben, anna)] == [None, "ben", "anna"]


def test_a_revoked_key_is_refused(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("anna", "ben"):
        issue_key(dev, name)
    anna, ben = keys_in(capsys.readouterr().out)
    revoke_key(dev, "anna")
    assert [operators(dev).name_of(key) for key in (anna, ben)] == [None, "ben"]
    with pytest.raises(OperationRefused, match=r"anna has no key\. Operators with a key: ben"):
        revoke_key(dev, "anna")


@pytest.mark.parametrize("name", ["", "Anna", "a b", "a" * 41])
def test_other_names_of_operators_are_refused(dev: TargetAccount, name: str) -> None:
    with pytest.raises(OperationRefused, match="cannot name an operator"):
        issue_key(dev, name)


@pytest.mark.parametrize("length", [9, 201])
def test_a_password_has_10_to_200_characters(dev: TargetAccount, length: int) -> None:
    with pytest.raises(OperationRefused, match="Use 10 to 200"):
        fill(dev, ["page"], ask=typing("x" * length))


def test_the_reader_key_is_entered_only_with_its_option() -> None:
    with account_of("dev", database_reader=True) as account:
        assert entered_keys(account.target)[:2] == ["mongodb", "mongodb_reader"]
    with account_of("dev") as account:
        assert "mongodb_reader" not in entered_keys(account.target)
