"""Database users of the functions, with the rights that each needs."""

from collections.abc import Mapping
from typing import TypedDict

from footy.core.errors import AccessDenied
from footy.core.telemetry import log_info
from footy.goals.adapters.mongo.users import Right
from footy.goals.container import GoalsContainer


class Input(TypedDict, total=False):
    """Request of the CloudFormation custom resource; a manual call sends nothing."""

    RequestType: str


class Output(TypedDict):
    """Names of the users that were created or updated."""

    users: list[str]


def make_users(request: Input, container: GoalsContainer) -> Output:
    """Create or update the users; they are deleted with their database."""
    if request.get("RequestType") == "Delete":
        return {"users": []}
    rights: Mapping[str, Right] = {
        container.settings.mongodb_writer_secret: "readWrite",
        container.settings.mongodb_reader_secret: "read",
    }
    names = (_make(secret, right, container) for secret, right in rights.items())
    return {"users": [name for name in names if name]}


def _make(secret: str, right: Right, container: GoalsContainer) -> str | None:
    """Create or update the user of a secret and test its access; return its name unless it was correct."""
    user = container.secrets.read(secret)
    if container.users.is_right(user, right):
        return None
    container.users.make(user, right)
    if not container.users.is_right(user, right):
        raise AccessDenied(f"the database user {user['username']} was created, but does not have the right {right}")
    log_info("user_made", user=user["username"], right=right)
    return user["username"]
