"""Names of the fixture collections (F1)."""

from typing import Literal

CollectionName = Literal["staging", "active", "completed"]

FIXTURE_COLLECTIONS: tuple[CollectionName, ...] = ("staging", "active", "completed")
# goals may still be open: a postponed fixture takes its goals back to staging
OPEN_COLLECTIONS: tuple[CollectionName, ...] = ("active", "staging")
# Active comes first: while a fixture moves it is in two collections, and writes belong to the active one.
# It comes last again: a postponed fixture may have come back from staging during the look-up.
LOOKUP_ORDER: tuple[CollectionName, ...] = ("active", "completed", "staging", "active")


def collection_of(name: CollectionName) -> str:
    """Return the MongoDB collection of this name."""
    return f"fixtures_{name}"
