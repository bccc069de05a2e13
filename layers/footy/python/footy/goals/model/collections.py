"""Where a fixture can be: it waits, is watched, is archived."""

from typing import Literal

Place = Literal["staging", "active", "completed"]

PLACES: tuple[Place, ...] = ("staging", "active", "completed")
# places where goals may still be open: a postponed fixture takes its goals back to staging
UNFINISHED: tuple[Place, ...] = ("active", "staging")
# Active comes first: while a fixture moves it is in two places, and writes belong to the one that is watched.
# It comes again last: a postponed fixture may have come back from staging while it was looked for.
LOOKED_THROUGH: tuple[Place, ...] = ("active", "completed", "staging", "active")


def collection_of(place: Place) -> str:
    """The MongoDB collection of a place."""
    return f"fixtures_{place}"
