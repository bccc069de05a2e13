"""Users are made as DocumentDB makes them, and are let in to what they are for."""

from collections.abc import Iterator

import pytest

from footy.core.errors import AccessDenied
from footy.goals.adapters.mongo.users import DatabaseUsers, Right
from tests.support import documentdb
from tests.support.documentdb import MASTER, MASTERS_WORD, Cluster

DATABASE = "footy"


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with documentdb.cluster() as state:
        yield state


@pytest.fixture
def users(cluster: Cluster) -> DatabaseUsers:
    return DatabaseUsers(cluster.secret(MASTER, MASTERS_WORD), DATABASE)


def roles(cluster: Cluster, name: str) -> list[tuple[str, str]]:
    return cluster.users[name].roles


@pytest.mark.parametrize("right", ["read", "readWrite"])
def test_a_user_has_one_right_in_one_database(cluster: Cluster, users: DatabaseUsers, right: Right) -> None:
    users.make(cluster.secret("someone", "secret1"), right)
    assert roles(cluster, "someone") == [(right, DATABASE)]
    assert users.is_right(cluster.secret("someone", "secret1"), right)


def test_a_user_of_a_snapshot_gets_the_password_of_today(cluster: Cluster, users: DatabaseUsers) -> None:
    users.make(cluster.secret("someone", "of-last-year"), "read")
    today = cluster.secret("someone", "of-today")
    assert not users.is_right(today, "read")
    users.make(today, "read")
    assert users.is_right(today, "read")
    assert cluster.done == [("createUser", "someone"), ("updateUser", "someone")]


@pytest.mark.parametrize(
    "more",
    [
        [("readWrite", DATABASE)],
        [("read", DATABASE), ("read", "elsewhere")],
        [("read", "elsewhere")],
        [("root", "admin")],
    ],
)
def test_a_user_with_another_right_is_not_right_and_loses_it(
    cluster: Cluster, users: DatabaseUsers, more: list[tuple[str, str]]
) -> None:
    someone = cluster.secret("someone", "secret1")
    users.make(someone, "read")
    cluster.users["someone"].roles = more
    assert not users.is_right(someone, "read")
    users.make(someone, "read")
    assert roles(cluster, "someone") == [("read", DATABASE)]


def test_a_user_whom_nobody_made_is_not_right(cluster: Cluster, users: DatabaseUsers) -> None:
    assert not users.is_right(cluster.secret("unknown", "secret1"), "read")


@pytest.mark.parametrize(("right", "command"), [("read", "find"), ("readWrite", "find"), ("readWrite", "delete")])
def test_a_right_that_does_not_hold_is_none(cluster: Cluster, users: DatabaseUsers, right: Right, command: str) -> None:
    someone = cluster.secret("someone", "secret1")
    users.make(someone, right)
    cluster.broken.add(command)
    assert not users.is_right(someone, right)


def test_nobody_is_made_by_somebody_else_than_the_master(cluster: Cluster) -> None:
    users = DatabaseUsers(cluster.secret(MASTER, "guessed"), DATABASE)
    with pytest.raises(AccessDenied):
        users.make(cluster.secret("someone", "secret1"), "read")
    with pytest.raises(AccessDenied):
        users.is_right(cluster.secret("someone", "secret1"), "read")
    assert cluster.done == []


def test_no_failure_tells_a_password(cluster: Cluster) -> None:
    with pytest.raises(AccessDenied) as refused:
        DatabaseUsers(cluster.secret(MASTER, "guessed"), DATABASE).make(cluster.secret("someone", "secret1"), "read")
    text = f"{refused.value} {refused.value.__cause__!r}"
    assert "guessed" not in text
    assert "secret1" not in text
