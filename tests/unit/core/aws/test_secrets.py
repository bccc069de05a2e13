"""Secrets that are renewed while a function is warm."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import boto3
import pytest
from moto import mock_aws

from footy.api.container import ApiContainer
from footy.core.aws.secrets import CACHE_SECONDS, Secrets
from footy.core.errors import AccessDenied, MalformedAnswer
from footy.goals.settings import Settings


@dataclass
class Safe:
    """Secrets Manager, and a clock."""

    client: Any
    seconds: float = 0.0
    secrets: Secrets = field(init=False)

    def __post_init__(self) -> None:
        self.secrets = Secrets(self.client, lambda: self.seconds)
        self.client.create_secret(Name="x", SecretString='{"bearer_token": "old"}')

    def renew(self, text: str = '{"bearer_token": "new"}') -> None:
        self.client.put_secret_value(SecretId="x", SecretString=text)


@pytest.fixture
def safe() -> Iterator[Safe]:
    with mock_aws():
        yield Safe(boto3.client("secretsmanager", region_name="eu-west-1"))


class Ported(ApiContainer):
    """A container with a port made of the secret."""

    @cached_property
    def a_port(self) -> str:
        return str(self.secrets.read("x")["bearer_token"])


def world_with(safe: Safe) -> ApiContainer:
    container = Ported(Settings(x_secret="x", mongodb_secret="x"))
    container.secrets = safe.secrets
    return container


def token(_request: object, container: ApiContainer) -> str:
    """A step that uses it."""
    assert isinstance(container, Ported)
    return container.a_port


def refused_with_the_old_one(request: object, container: ApiContainer) -> str:
    if token(request, container) == "old":
        raise AccessDenied("X answered 401")
    return "answered"


def test_a_new_secret_is_used_within_five_minutes(safe: Safe) -> None:
    container = world_with(safe)
    assert container.run(token, {}) == "old"
    safe.renew()
    safe.seconds = CACHE_SECONDS - 1
    assert container.run(token, {}) == "old"
    safe.seconds = CACHE_SECONDS
    assert container.run(token, {}) == "new"


def test_a_refusal_refreshes_the_secret_at_once(safe: Safe) -> None:
    container = world_with(safe)
    container.run(token, {})
    safe.renew()
    assert container.run(refused_with_the_old_one, {}) == "answered"


def test_a_refusal_with_the_newest_secret_stays(safe: Safe) -> None:
    container, tokens = world_with(safe), list[str]()

    def refused(request: object, container: ApiContainer) -> str:
        tokens.append(token(request, container))
        raise AccessDenied("suspended")

    with pytest.raises(AccessDenied):
        container.run(refused, {})
    assert tokens == ["old"]


def test_a_rotated_password_closes_the_old_client(safe: Safe) -> None:
    safe.renew('{"uri": "mongodb://user:old@nowhere.invalid/?connect=false"}')
    container = world_with(safe)

    def password(_request: object, container: ApiContainer) -> Any:
        client = container.database.client
        credentials: Any = client.options.pool_options._credentials
        if credentials.password == "old":
            raise AccessDenied("MongoDB: authentication failed")
        return container.events, credentials.password

    container.secrets.read("x")
    first = container.database
    safe.renew('{"uri": "mongodb://user:new@nowhere.invalid/?connect=false"}')
    assert container.run(password, {})[1] == "new"
    assert container.database is not first
    assert first.client._closed


def test_an_unreadable_secret_keeps_the_cached_one(safe: Safe) -> None:
    container = world_with(safe)
    container.run(token, {})
    safe.client.delete_secret(SecretId="x", ForceDeleteWithoutRecovery=True)
    safe.seconds = 2 * CACHE_SECONDS
    assert container.run(token, {}) == "old"


def test_an_unreadable_secret_is_named(safe: Safe) -> None:
    with pytest.raises(AccessDenied, match="missing"):
        safe.secrets.read("missing")
    safe.renew("no json: hunter2")
    with pytest.raises(MalformedAnswer) as refused:
        safe.secrets.read("x")
    assert "hunter2" not in str(refused.value)
