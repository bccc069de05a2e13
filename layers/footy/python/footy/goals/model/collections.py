"""Where a fixture can be: it waits, is watched, is archived."""

from typing import Literal

CollectionName = Literal["staging", "active", "completed"]

FIXTURE_COLLECTIONS: tuple[CollectionName, ...] = ("staging", "active", "completed")
# places where goals may still be open: a postponed fixture takes its goals back to staging
OPEN_COLLECTIONS: tuple[CollectionName, ...] = ("active", "staging")
# Active comes first: while a fixture moves it is in two places, and writes belong to the one that is watched.
# It comes again last: a postponed fixture may have come back from staging while it was looked for.
LOOKUP_ORDER: tuple[CollectionName, ...] = ("active", "completed", "staging", "active")


def collection_of(place: CollectionName) -> str:
    """The MongoDB collection of a place."""
    return f"fixtures_{place}"
