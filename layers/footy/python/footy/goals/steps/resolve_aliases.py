"""Alias resolution of one team during the ingest (F4)."""

from typing import NotRequired, TypedDict

from footy.goals.container import GoalsContainer
from footy.goals.model.teams import Team
from footy.goals.services.aliases import resolve_for_ingest


class Input(Team):
    """Team of a fixture; `refresh` asks Wikidata even when the cache has aliases."""

    refresh: NotRequired[bool]


class Output(TypedDict):
    """Number of aliases that are now cached."""

    aliases: int


def resolve_aliases(request: Input, container: GoalsContainer) -> Output:
    """Cache the aliases of a team."""
    return {"aliases": len(resolve_for_ingest(request, container, refresh=request.get("refresh", False)))}
