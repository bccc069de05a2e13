"""Database users, created with the master secret by `make_users`.

DocumentDB keeps all users in `admin`, and its `createUser` refuses an existing name.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from pymongo.database import Database

from footy.core.errors import AccessDenied
from footy.core.mongo.database import connect, uri_of
from footy.core.mongo.failures import translate_errors, translate_mongodb_errors
from footy.goals.model.collections import collection_of
from footy.goals.model.documents import FixtureDocument

Right = Literal["readWrite", "read"]
Secret = Mapping[str, str]

ADMIN = "admin"
# part of a deployment, which may wait
TIMEOUT_MS = 30_000
NO_DOCUMENT = {"_id": "nothing has this id"}


@translate_errors
class DatabaseUsers:
    """Database users, each with the name and password of its secret."""

    def __init__(self, master: Secret, database: str) -> None:
        self._master = master
        self._database = database

    def make(self, user: Secret, right: Right) -> None:
        """Create or update a user with this password and this right only."""
        name, rights = user["username"], [{"role": right, "db": self._database}]
        with _connected(self._master, ADMIN) as admin:
            statement = "updateUser" if _users_named(admin, name) else "createUser"
            admin.command(statement, name, pwd=user["password"], roles=rights)

    def is_right(self, user: Secret, right: Right) -> bool:
        """Return True when the user can log in and has exactly this right."""
        with _connected(self._master, ADMIN) as admin:
            users = _users_named(admin, user["username"])
        rights = [(one["role"], one["db"]) for user_document in users for one in user_document["roles"]]
        return rights == [(right, self._database)] and self._can_log_in(user, right)

    def _can_log_in(self, user: Secret, right: Right) -> bool:
        try:
            with translate_mongodb_errors(), _connected(user, self._database) as database:
                fixtures = database[collection_of("active")]
                fixtures.find_one(NO_DOCUMENT)
                if right == "readWrite":
                    fixtures.delete_one(NO_DOCUMENT)
        except AccessDenied:
            return False
        return True


@contextmanager
def _connected(user: Secret, name: str) -> Iterator[Database[FixtureDocument]]:
    database = connect(uri_of(user), name, timeout_ms=TIMEOUT_MS)
    try:
        yield database
    finally:
        database.client.close()


def _users_named(admin: Database[FixtureDocument], name: str) -> list[dict[str, Any]]:
    """Return the user with this name, if it exists."""
    users: list[dict[str, Any]] = admin.command("usersInfo", name)["users"]
    return users
