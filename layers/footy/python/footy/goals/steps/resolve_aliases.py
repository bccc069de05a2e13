"""What a team is called: known, asked for, or made of its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired, TypedDict

from footy.core.errors import FootyError
from footy.core.settings import Rules
from footy.core.telemetry import warn
from footy.goals.container import GoalsContainer
from footy.goals.model.documents import AliasDocument, AliasSource
from footy.goals.model.teams import Team
from footy.goals.search.aliases import team_aliases
from footy.goals.search.candidates import KnownTeam


class Input(Team):
    """A team of a fixture; `refresh` asks anew for one that is known."""

    refresh: NotRequired[bool]


class Output(TypedDict):
    """How many aliases it has by now."""

    aliases: int


@dataclass(frozen=True, slots=True)
class Called:
    """What a team is called, and who says so."""

    aliases: Sequence[str]
    source: AliasSource


def resolve_aliases(request: Input, container: GoalsContainer) -> Output:
    """Asks Wikidata only for what is not known or has aged."""
    now = container.clock.now()
    known = container.aliases.find(request["id"], now)
    if known and known["name"] == request["name"] and not request.get("refresh", False):
        return {"aliases": len(known["aliases"])}
    found = container.wikidata.names_of(request, seconds=container.rules.alias_seconds)
    if found is None and known and known["source"] == "wikidata":
        return {"aliases": len(known["aliases"])}
    return {"aliases": len(_keep(request, found, now, container).aliases)}


def aliases_in_play(team: Team, container: GoalsContainer) -> Called:
    """Aliases for a goal that cannot wait: when nobody answers, the words of the name do, and are not cached."""
    now = container.clock.now()
    known = container.aliases.find(team["id"], now)
    if known:
        return Called(known["aliases"], known["source"])
    try:
        found = container.wikidata.names_of(team, seconds=container.rules.alias_seconds_in_play)
    except FootyError as failure:
        warn("aliases_unresolved", team=team["name"], error=type(failure).__name__)
        return Called(_cleaned(team, None, container.rules), "fallback")
    return _keep(team, found, now, container)


def _keep(team: Team, found: KnownTeam | None, now: datetime, container: GoalsContainer) -> Called:
    document: AliasDocument = {
        "_id": team["id"],
        "name": team["name"],
        "national": team["national"],
        "country": team["country"],
        "aliases": _cleaned(team, found, container.rules),
        "source": "wikidata" if found else "fallback",
        "entity": found.entity if found else None,
        "resolved_at": now,
    }
    container.aliases.save(document)
    return Called(document["aliases"], document["source"])


def _cleaned(team: Team, found: KnownTeam | None, rules: Rules) -> list[str]:
    names = found.names if found else ()
    return list(team_aliases(team["name"], names, most=rules.aliases_per_team, longest=rules.alias_length))
