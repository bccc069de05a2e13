"""Keys are typed once, and are in no template and no history."""

import json
from collections.abc import Callable, Iterator

import pytest

from footy.api.credentials import password_matches
from operations.account import OperationRefused, TargetAccount
from operations.keys import asked_for, fill, is_filled
from tests.unit.operations.accounts import account_of


@pytest.fixture
def dev() -> Iterator[TargetAccount]:
    """As a first deployment leaves it."""
    with account_of("dev") as account:
        for name in asked_for(account.target):
            account.client("secretsmanager").create_secret(Name=f"footy-dev/{name}")
        yield account


def typing(*answers: str) -> Callable[[str], str]:
    left = list(answers)
    return lambda _question: left.pop(0)


def content(account: TargetAccount, name: str) -> str:
    return str(account.client("secretsmanager").get_secret_value(SecretId=f"footy-dev/{name}")["SecretString"])


def test_each_key_is_asked_for_and_put_where_functions_read_it(
    dev: TargetAccount, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked_for(dev.target) == ["mongodb", "api_football", "x", "page"]
    answers = typing("mongodb+srv://mine", " key ", "token", "a long password")
    assert fill(dev, asked_for(dev.target), ask=answers) == 0
    assert content(dev, "mongodb") == '{"uri": "mongodb+srv://mine"}'
    assert content(dev, "api_football") == '{"key": "key"}'
    assert content(dev, "x") == '{"bearer_token": "token"}'
    assert capsys.readouterr().out.splitlines()[-1].endswith("at once: make ingest ENV=dev")


def test_what_is_left_empty_is_named(dev: TargetAccount) -> None:
    with pytest.raises(OperationRefused, match="still empty: footy-dev/mongodb, footy-dev/x, footy-dev/page"):
        fill(dev, asked_for(dev.target), ask=typing("", "key", "", ""))
    assert is_filled(dev, "api_football")


def test_webhooks_are_asked_for_where_a_target_has_some_and_a_mistake_is_told_at_once() -> None:
    with account_of("dev", webhooks=True) as account:
        assert asked_for(account.target)[-1] == "webhooks"
        account.client("secretsmanager").create_secret(Name="footy-dev/webhooks")
        with pytest.raises(OperationRefused, match=r"0\.url"):
            fill(account, ["webhooks"], ask=typing('[{"url": "http://discord.com/a"}]'))
        listed = '[{"url": "https://discord.com/api/webhooks/1/a", "leagues": [39]}]'
        assert fill(account, ["webhooks"], ask=typing(listed)) == 0
        assert json.loads(content(account, "webhooks")) == {"targets": listed}


def test_nothing_typed_leaves_a_key_as_it_is(dev: TargetAccount) -> None:
    fill(dev, ["x"], ask=typing("old"))
    fill(dev, ["x"], ask=typing(""))
    assert content(dev, "x") == '{"bearer_token": "old"}'


def test_before_the_first_deployment_there_is_nothing_to_fill() -> None:
    with account_of("dev") as account, pytest.raises(OperationRefused, match="make deploy ENV=dev makes it"):
        fill(account, ["x"], ask=typing("token"))


def test_a_database_of_our_own_has_a_password_that_nobody_types() -> None:
    with account_of("prod") as account:
        assert asked_for(account.target) == ["api_football", "x", "page"]


def test_of_the_viewers_password_only_a_hash_is_kept_and_operators_stay(dev: TargetAccount) -> None:
    fill(dev, ["page"], ask=typing("a long password"))
    before = json.loads(content(dev, "page"))
    assert password_matches("a long password", before["viewers"])
    fill(dev, ["page"], ask=typing("another password"))
    after = json.loads(content(dev, "page"))
    assert password_matches("another password", after["viewers"])
    assert after["operator"] == before["operator"]


def test_a_short_password_is_refused(dev: TargetAccount) -> None:
    with pytest.raises(OperationRefused, match="at least 10 letters"):
        fill(dev, ["page"], ask=typing("short"))


def test_the_reader_of_a_database_is_asked_for_where_there_is_one() -> None:
    with account_of("dev", database_reader=True) as account:
        assert asked_for(account.target)[:2] == ["mongodb", "mongodb_reader"]
    with account_of("dev") as account:
        assert "mongodb_reader" not in asked_for(account.target)
