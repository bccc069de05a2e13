"""Builders for teams and the names that Wikidata has for them."""

from typing import get_args

from footy.goals.model.teams import Team
from footy.goals.search.aliases import Source, TeamName

SOURCES: tuple[Source, ...] = get_args(Source)


def club(name: str, country: str | None = None) -> Team:
    return {"id": 1, "name": name, "national": False, "country": country}


def nation(name: str) -> Team:
    return {"id": 1, "name": name, "national": True, "country": "World"}


def names(**texts: str) -> list[TeamName]:
    """Build team names; `label="A|B"` gives two labels."""
    return [TeamName(text, source) for source in SOURCES for text in texts.get(source, "").split("|") if text]
