"""A deployment makes the users of its database, and leaves alone who is in order."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from moto import mock_aws

from footy.core.errors import AccessDenied
from footy.goals.container import GoalsContainer
from footy.goals.settings import Settings
from footy.goals.steps.make_users import Input, make_users
from lambdas.make_users import handler
from tests.support import documentdb
from tests.support.documentdb import MASTER, MASTERS_WORD, Cluster

SETTINGS = Settings(
    mongodb_secret="mongodb",
    mongodb_writer_secret="mongodb_writer",
    mongodb_reader_secret="mongodb_reader",
)
BOTH = [("createUser", "footywriter"), ("createUser", "footyreader")]
CONTEXT: Any = None


@dataclass
class Place:
    """A cluster, and the secrets that a deployment has made for it."""

    cluster: Cluster
    manager: Any

    def put(self, secret: str, name: str, password: str) -> None:
        content = json.dumps(self.cluster.secret(name, password))
        names = [one["Name"] for one in self.manager.list_secrets()["SecretList"]]
        if secret in names:
            self.manager.put_secret_value(SecretId=secret, SecretString=content)
        else:
            self.manager.create_secret(Name=secret, SecretString=content)

    def ask(self, kind: str = "Create") -> list[str]:
        """Run the step as an invocation does, with the current secrets."""
        request: Input = {"RequestType": kind}
        return GoalsContainer(SETTINGS).run(make_users, request)["users"]

    def roles(self) -> dict[str, list[tuple[str, str]]]:
        return {name: account.roles for name, account in self.cluster.users.items() if name != MASTER}


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws(), documentdb.cluster() as cluster:
        place = Place(cluster, boto3.client("secretsmanager"))
        place.put("mongodb", MASTER, MASTERS_WORD)
        place.put("mongodb_writer", "footywriter", "w1")
        place.put("mongodb_reader", "footyreader", "r1")
        yield place


def test_one_user_writes_and_one_only_reads(place: Place) -> None:
    assert place.ask() == ["footywriter", "footyreader"]
    assert place.roles() == {"footywriter": [("readWrite", "footy")], "footyreader": [("read", "footy")]}


def test_who_is_in_order_is_left_alone(place: Place) -> None:
    """A release asks again, in the middle of a match."""
    place.ask()
    assert place.ask("Update") == []
    assert place.cluster.done == BOTH


def test_a_right_that_does_not_hold_fails_the_deployment(place: Place) -> None:
    """It fails before a function gets the user."""
    place.cluster.broken.add("delete")
    with pytest.raises(AccessDenied, match="footywriter"):
        place.ask()


def test_users_go_with_their_database_and_not_with_who_made_them(place: Place) -> None:
    """The database may be deleted first, so it is not asked."""
    place.ask()
    place.manager.delete_secret(SecretId="mongodb", ForceDeleteWithoutRecovery=True)
    assert place.ask("Delete") == []
    assert place.roles().keys() == {"footywriter", "footyreader"}


def test_the_function_reads_secrets_each_time(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warm one would otherwise know the old password for minutes."""
    for name in ("mongodb", "mongodb_writer", "mongodb_reader"):
        monkeypatch.setenv(f"FOOTY_{name.upper()}_SECRET", name)
    assert handler.handle({"RequestType": "Create"}, CONTEXT)["users"] == ["footywriter", "footyreader"]
    place.put("mongodb_reader", "footyreader", "r2")
    assert handler.handle({}, CONTEXT)["users"] == ["footyreader"]
