"""Tokens of organisations for the image API.

MONGODB_URI=mongodb://... python -m operations.tokens issue|revoke|list ORGANISATION [ID]
"""

import argparse
import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime

from footy.api.settings import ApiSettings
from footy.core.errors import MalformedRequest
from footy.core.mongo.database import connect
from footy.images.adapters.mongo.organizations import Organizations
from footy.images.rules.identity import is_organization_id
from footy.images.rules.tokens import Claim
from operations.account import OperationRefused, run, say

ID_BYTES, SECRET_BYTES = 4, 32


def issue(organizations: Organizations, organization_id: str, now: datetime) -> str:
    """Create a token; only its hash is stored."""
    if not is_organization_id(organization_id):
        raise MalformedRequest("the id of an organisation has 1 to 64 lowercase letters, digits and dashes")
    claim = Claim(organization_id, secrets.token_hex(ID_BYTES), secrets.token_urlsafe(SECRET_BYTES))
    organizations.admit(organization_id, {"id": claim.token_id, "hash": claim.hash, "createdAt": now})
    return claim.text


def main(arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ) -> int:
    """Run the command line."""
    options = _parser().parse_args(arguments)
    uri = environment.get("MONGODB_URI")
    if not uri:
        raise OperationRefused("MONGODB_URI is missing. Set it to the address of the target's database.")
    database = connect(uri, options.database)
    with closing(database.client):
        say(_run(options, Organizations(database)))
    return 0


def _run(options: argparse.Namespace, organizations: Organizations) -> str:
    match options.action:
        case "issue":
            try:
                return issue(organizations, options.organization, datetime.now(UTC))
            except MalformedRequest as error:
                raise OperationRefused(str(error)) from error
        case "revoke":
            if not organizations.revoke(options.organization, options.id):
                raise OperationRefused(f"{options.organization} has no token {options.id}. List its tokens with list.")
            return f"{options.id} is revoked"
        case _:
            tokens = organizations.tokens(options.organization)
            return "\n".join(f"{token['id']}  {token['createdAt']:%Y-%m-%d %H:%M}" for token in tokens) or "none"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m operations.tokens", description="Tokens of organisations.")
    parser.add_argument("action", choices=["issue", "revoke", "list"])
    parser.add_argument("organization")
    parser.add_argument("id", nargs="?", default="", help="id of the token to revoke")
    parser.add_argument("--database", default=ApiSettings().mongodb_database, help="name of the database")
    return parser


if __name__ == "__main__":
    run(main)
