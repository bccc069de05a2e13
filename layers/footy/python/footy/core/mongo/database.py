"""MongoDB connection: one client per process, journalled majority writes, reads from the primary."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote_plus

from pymongo import MongoClient, ReadPreference, WriteConcern
from pymongo.database import Database

from footy.core.mongo.failures import translate_mongodb_errors

# Amazon's certificate authorities, part of the deps layer.
AMAZON_ROOTS = "/opt/certificates/rds-global-bundle.pem"
DEFAULT_W = "majority"
# shorter than every function's time-out, so that the error names the database
TIMEOUT_MS = 8_000


@translate_mongodb_errors()
def connect(uri: str, name: str, *, timeout_ms: int = TIMEOUT_MS) -> Database[Any]:
    """Connect to a database with the write and read guarantees that every decision relies on."""
    client: MongoClient[Any] = MongoClient(
        uri,
        tz_aware=True,
        retryWrites=False,
        serverSelectionTimeoutMS=timeout_ms,
        connectTimeoutMS=timeout_ms,
        socketTimeoutMS=3 * timeout_ms,
        appname="found-footy",
    )
    # A URI may set the write concern: the embedded engine journals only w=1.
    acknowledgements = client.write_concern.document.get("w", DEFAULT_W)
    journalled = WriteConcern(w=acknowledgements, j=True)
    return client.get_database(name, write_concern=journalled, read_preference=ReadPreference.PRIMARY)


def uri_of(secret: Mapping[str, str]) -> str:
    """Return the URI of a database secret: its `uri`, or the parts that DocumentDB stores."""
    if "uri" in secret:
        return secret["uri"]
    user, password = quote_plus(secret["username"]), quote_plus(secret["password"])
    return (
        f"mongodb://{user}:{password}@{secret['host']}:{secret.get('port', '27017')}"
        f"/?tls=true&tlsCAFile={quote_plus(AMAZON_ROOTS)}&replicaSet=rs0"
    )
