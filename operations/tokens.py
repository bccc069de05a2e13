"""Says who may upload images: issues tokens for organisations, and takes them back.

MONGODB_URI=mongodb://... python -m operations.tokens issue|revoke|list ORGANISATION [ID]
"""

import argparse
import os
import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime

from footy.api.settings import ApiSettings
from footy.core.errors import MalformedRequest
from footy.core.mongo.database import connect
from footy.images.adapters.mongo.organizations import Organizations
from footy.images.rules.identity import is_organization_id
from footy.images.rules.tokens import Claim

ID_BYTES, SECRET_BYTES = 4, 32


def issue(organizations: Organizations, organization_id: str, now: datetime) -> str:
    """A new token; nobody can read it again."""
    if not is_organization_id(organization_id):
        raise MalformedRequest("an organisation is of 1 to 64 small letters, digits and dashes")
    claim = Claim(organization_id, secrets.token_hex(ID_BYTES), secrets.token_urlsafe(SECRET_BYTES))
    organizations.admit(organization_id, {"id": claim.token_id, "hash": claim.hash, "createdAt": now})
    return claim.text


def main(arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ) -> int:
    """What was done, in one line each."""
    asked = _parser().parse_args(arguments)
    uri = environment.get("MONGODB_URI")
    if not uri:
        sys.stderr.write("found-footy: MONGODB_URI says where the organisations are: set it\n")
        return 1
    database = connect(uri, asked.database)
    with closing(database.client):
        return _do(asked, Organizations(database))


def _do(asked: argparse.Namespace, organizations: Organizations) -> int:
    match asked.what:
        case "issue":
            try:
                told = issue(organizations, asked.organization, datetime.now(UTC))
            except MalformedRequest as wrong:
                sys.stderr.write(f"found-footy: {wrong}\n")
                return 1
        case "revoke":
            if not organizations.revoke(asked.organization, asked.id):
                sys.stderr.write(f"found-footy: {asked.organization} has no token {asked.id}\n")
                return 1
            told = f"{asked.id} is good for nothing from now on"
        case _:
            tokens = organizations.tokens(asked.organization)
            told = "\n".join(f"{one['id']}  {one['createdAt']:%Y-%m-%d %H:%M}" for one in tokens) or "none"
    sys.stdout.write(f"{told}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m operations.tokens", description="Tokens of organisations.")
    parser.add_argument("what", choices=["issue", "revoke", "list"])
    parser.add_argument("organization")
    parser.add_argument("id", nargs="?", default="", help="which token is taken back")
    parser.add_argument("--database", default=ApiSettings().mongodb_database, help="name of the database")
    return parser


if __name__ == "__main__":
    sys.exit(main())
