"""What Wikidata knows of a team, in a few words."""

from typing import get_args

from footy.goals.search.aliases import Source, TeamName

SOURCES: tuple[Source, ...] = get_args(Source)


def names(**found: str) -> list[TeamName]:
    """`label="A|B"` is two labels."""
    return [TeamName(text, source) for source in SOURCES for text in found.get(source, "").split("|") if text]
