"""The connection: one client per process, journalled majority writes, reads from the primary."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote_plus

from pymongo import MongoClient, ReadPreference, WriteConcern
from pymongo.database import Database

from footy.core.mongo.failures import translate_mongodb_errors

# The bundle of Amazon's certificate authorities, packed into the deps layer.
AMAZON_ROOTS = "/opt/certificates/rds-global-bundle.pem"
CONFIRMED_BY = "majority"
# less than any function has: that the database cannot be reached is told by the error, not by a time-out
PATIENCE_MS = 8_000


@translate_mongodb_errors()
def connect(uri: str, name: str, *, timeout_ms: int = PATIENCE_MS) -> Database[Any]:
    """The database `name` behind `uri`, with the guarantees every decision here relies on."""
    client: MongoClient[Any] = MongoClient(
        uri,
        tz_aware=True,
        retryWrites=False,
        serverSelectionTimeoutMS=timeout_ms,
        connectTimeoutMS=timeout_ms,
        socketTimeoutMS=3 * timeout_ms,
        appname="found-footy",
    )
    # An address may name who has to confirm a write: the embedded engine keeps its journal only for w=1.
    confirmed_by = client.write_concern.document.get("w", CONFIRMED_BY)
    journalled = WriteConcern(w=confirmed_by, j=True)
    return client.get_database(name, write_concern=journalled, read_preference=ReadPreference.PRIMARY)


def uri_of(secret: Mapping[str, str]) -> str:
    """The address a database secret means: its `uri`, or the parts that DocumentDB writes into its own."""
    if "uri" in secret:
        return secret["uri"]
    user, password = quote_plus(secret["username"]), quote_plus(secret["password"])
    return (
        f"mongodb://{user}:{password}@{secret['host']}:{secret.get('port', '27017')}"
        f"/?tls=true&tlsCAFile={quote_plus(AMAZON_ROOTS)}&replicaSet=rs0"
    )
