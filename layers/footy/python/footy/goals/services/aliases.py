"""Resolution of team aliases: from the cache, from Wikidata, or from the words of the team's name (A7, A8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from footy.core.errors import FootyError
from footy.core.telemetry import log_warning
from footy.goals.container import GoalsContainer
from footy.goals.model.documents import AliasDocument, AliasSource
from footy.goals.model.teams import Team
from footy.goals.search.aliases import team_aliases
from footy.goals.search.candidates import KnownTeam
from footy.goals.settings import Rules


@dataclass(frozen=True, slots=True)
class ResolvedAliases:
    """Aliases of a team and their source."""

    aliases: Sequence[str]
    source: AliasSource


def resolve_for_ingest(team: Team, container: GoalsContainer, *, refresh: bool) -> Sequence[str]:
    """Return the aliases of a team; ask Wikidata when the cache has none, is out of date, or on `refresh`."""
    now = container.clock.now()
    cached = container.aliases.find(team["id"], now)
    if cached and cached["name"] == team["name"] and not refresh:
        return cached["aliases"]
    answer = container.wikidata.names_of(team, seconds=container.rules.alias_seconds)
    if answer is None and cached and cached["source"] == "wikidata":
        return cached["aliases"]
    return _save(team, answer, now, container).aliases


def resolve_for_search(team: Team, container: GoalsContainer) -> ResolvedAliases:
    """Return the aliases of a team at once; fall back to the words of its name, uncached, if Wikidata fails."""
    now = container.clock.now()
    if cached := container.aliases.find(team["id"], now):
        return ResolvedAliases(cached["aliases"], cached["source"])
    try:
        answer = container.wikidata.names_of(team, seconds=container.rules.alias_seconds_in_play)
    except FootyError as failure:
        log_warning("aliases_unresolved", team=team["name"], error=type(failure).__name__)
        return ResolvedAliases(_cleaned(team, None, container.rules), "fallback")
    return _save(team, answer, now, container)


def _save(team: Team, answer: KnownTeam | None, now: datetime, container: GoalsContainer) -> ResolvedAliases:
    document: AliasDocument = {
        "_id": team["id"],
        "name": team["name"],
        "national": team["national"],
        "country": team["country"],
        "aliases": _cleaned(team, answer, container.rules),
        "source": "wikidata" if answer else "fallback",
        "entity": answer.entity if answer else None,
        "resolved_at": now,
    }
    container.aliases.save(document)
    return ResolvedAliases(document["aliases"], document["source"])


def _cleaned(team: Team, answer: KnownTeam | None, rules: Rules) -> list[str]:
    names = answer.names if answer else ()
    return list(team_aliases(team["name"], names, most=rules.aliases_per_team, longest=rules.alias_length))
