"""Team, as alias resolution needs it."""

from typing import TypedDict


class Team(TypedDict):
    """Team as the football API names it; the country may be unknown or a continent."""

    id: int
    name: str
    national: bool
    country: str | None
