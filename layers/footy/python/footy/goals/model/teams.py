"""A team as those need it who look up what people call it."""

from typing import TypedDict


class Team(TypedDict):
    """As the football API names it; the country may be unknown or only a continent."""

    id: int
    name: str
    national: bool
    country: str | None
