"""Statements about users: only the master of a database may make them, and only `make_users` knows the master.

As DocumentDB has them: all are in `admin`, whatever they may do elsewhere, and `createUser` refuses who is there.
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
# nobody is waiting for an answer, and a deployment that fails is taken back
PATIENCE_MS = 30_000
NOTHING = {"_id": "nothing has this id"}


@translate_errors
class DatabaseUsers:
    """Those who speak to the database, each as a secret says: name, password and the way."""

    def __init__(self, master: Secret, database: str) -> None:
        self._master = master
        self._database = database

    def make(self, user: Secret, right: Right) -> None:
        """A new one, or the one there is: with this password, and this right only."""
        name, rights = user["username"], [{"role": right, "db": self._database}]
        with _speaking(self._master, ADMIN) as admin:
            statement = "updateUser" if _found(admin, name) else "createUser"
            admin.command(statement, name, pwd=user["password"], roles=rights)

    def is_right(self, user: Secret, right: Right) -> bool:
        """Whether the user is let in with this password, has this right only, and it holds."""
        with _speaking(self._master, ADMIN) as admin:
            found = _found(admin, user["username"])
        rights = [(one["role"], one["db"]) for known in found for one in known["roles"]]
        return rights == [(right, self._database)] and self._is_let_in(user, right)

    def _is_let_in(self, user: Secret, right: Right) -> bool:
        try:
            with translate_mongodb_errors(), _speaking(user, self._database) as database:
                fixtures = database[collection_of("active")]
                fixtures.find_one(NOTHING)
                if right == "readWrite":
                    fixtures.delete_one(NOTHING)
        except AccessDenied:
            return False
        return True


@contextmanager
def _speaking(user: Secret, name: str) -> Iterator[Database[FixtureDocument]]:
    """As this user, and no longer than it takes."""
    database = connect(uri_of(user), name, timeout_ms=PATIENCE_MS)
    try:
        yield database
    finally:
        database.client.close()


def _found(admin: Database[FixtureDocument], name: str) -> list[dict[str, Any]]:
    """The user of this name, where there is one."""
    found: list[dict[str, Any]] = admin.command("usersInfo", name)["users"]
    return found
