"""What a team is called: known, asked for, or made of its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired, TypedDict

from footy.errors import FootyError
from footy.model.documents import AliasDocument, AliasSource
from footy.model.teams import Team
from footy.search.aliases import team_aliases
from footy.search.candidates import KnownTeam
from footy.settings import Rules
from footy.telemetry import warn
from footy.world import World


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


def resolve_aliases(request: Input, world: World) -> Output:
    """Asks Wikidata only for what is not known or has aged."""
    now = world.clock.now()
    known = world.aliases.find(request["id"], now)
    if known and known["name"] == request["name"] and not request.get("refresh", False):
        return {"aliases": len(known["aliases"])}
    found = world.wikidata.names_of(request, seconds=world.rules.alias_seconds)
    if found is None and known and known["source"] == "wikidata":
        return {"aliases": len(known["aliases"])}
    return {"aliases": len(_keep(request, found, now, world).aliases)}


def aliases_in_play(team: Team, world: World) -> Called:
    """Aliases for a goal that cannot wait: when nobody answers, the words of the name do, and are not cached."""
    now = world.clock.now()
    known = world.aliases.find(team["id"], now)
    if known:
        return Called(known["aliases"], known["source"])
    try:
        found = world.wikidata.names_of(team, seconds=world.rules.alias_seconds_in_play)
    except FootyError as failure:
        warn("aliases_unresolved", team=team["name"], error=type(failure).__name__)
        return Called(_cleaned(team, None, world.rules), "fallback")
    return _keep(team, found, now, world)


def _keep(team: Team, found: KnownTeam | None, now: datetime, world: World) -> Called:
    document: AliasDocument = {
        "_id": team["id"],
        "name": team["name"],
        "national": team["national"],
        "country": team["country"],
        "aliases": _cleaned(team, found, world.rules),
        "source": "wikidata" if found else "fallback",
        "entity": found.entity if found else None,
        "resolved_at": now,
    }
    world.aliases.save(document)
    return Called(document["aliases"], document["source"])


def _cleaned(team: Team, found: KnownTeam | None, rules: Rules) -> list[str]:
    names = found.names if found else ()
    return list(team_aliases(team["name"], names, most=rules.aliases_per_team, longest=rules.alias_length))
