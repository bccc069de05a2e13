"""Makes the users of the database: each may do what its functions need, and no more."""

from collections.abc import Mapping
from typing import TypedDict

from footy.core.errors import AccessDenied
from footy.core.telemetry import log_info
from footy.goals.adapters.mongo.users import Right
from footy.goals.container import GoalsContainer


class Input(TypedDict, total=False):
    """What CloudFormation tells of the resource that stands for the users; anybody else need tell nothing."""

    RequestType: str


class Output(TypedDict):
    """Who had to be made, or made anew."""

    made: list[str]


def make_users(request: Input, container: GoalsContainer) -> Output:
    """One after the other; who is in order is left alone, and all go with their database."""
    if request.get("RequestType") == "Delete":
        return {"made": []}
    rights: Mapping[str, Right] = {
        container.settings.mongodb_writer_secret: "readWrite",
        container.settings.mongodb_reader_secret: "read",
    }
    return {"made": [name for secret, right in rights.items() for name in _made(secret, right, container)]}


def _made(secret: str, right: Right, container: GoalsContainer) -> list[str]:
    """The user of this secret, if it was not as it should be; what is made is tried before any function gets it."""
    user = container.secrets.read(secret)
    if container.users.is_right(user, right):
        return []
    container.users.make(user, right)
    if not container.users.is_right(user, right):
        raise AccessDenied(f"the user {user['username']} was made, and cannot do what it is for")
    log_info("user_made", user=user["username"], right=right)
    return [user["username"]]
