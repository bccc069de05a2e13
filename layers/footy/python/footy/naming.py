"""Use case of a team's aliases: known, asked for, or made of its name."""

from collections.abc import Sequence
from datetime import datetime

from footy.clock import Clock
from footy.errors import FootyError
from footy.search.aliases import team_aliases
from footy.search.candidates import KnownTeam, NamesOf, Team
from footy.settings import Rules
from footy.store.aliases import AliasDocument, Aliases
from footy.store.documents import EventDocument, FixtureDocument
from footy.telemetry import warn


def resolve_aliases(
    team: Team, *, refresh: bool, aliases: Aliases, names_of: NamesOf, clock: Clock, rules: Rules
) -> int:
    """How many aliases the team has by now; asks only for what is not known or has aged."""
    now = clock.now()
    known = aliases.find(team.id, now)
    if known and known["name"] == team.name and not refresh:
        return len(known["aliases"])
    found = names_of(team)
    if found is None and known and known["source"] == "wikidata":
        return len(known["aliases"])
    return len(_keep(team, found, aliases=aliases, now=now, rules=rules))


def team_credited(fixture: FixtureDocument, event: EventDocument, rules: Rules) -> Team:
    """The team credited with the goal. National teams only play against each other."""
    sides = {side["id"] for side in fixture["teams"].values()}
    national = not sides.isdisjoint(rules.tracked_teams)
    return Team(event["team"]["id"], event["team"]["name"], national, fixture["league"].get("country"))


def aliases_now(team: Team, *, aliases: Aliases, names_of: NamesOf, now: datetime, rules: Rules) -> Sequence[str]:
    """Aliases for a goal that cannot wait: when nobody answers, the words of the name do, and are not cached."""
    known = aliases.find(team.id, now)
    if known:
        return known["aliases"]
    try:
        found = names_of(team)
    except FootyError as failure:
        warn("aliases_unresolved", team=team.name, error=type(failure).__name__)
        return _cleaned(team, None, rules)
    return _keep(team, found, aliases=aliases, now=now, rules=rules)


def _keep(team: Team, found: KnownTeam | None, *, aliases: Aliases, now: datetime, rules: Rules) -> list[str]:
    document: AliasDocument = {
        "_id": team.id,
        "name": team.name,
        "national": team.national,
        "country": team.country,
        "aliases": _cleaned(team, found, rules),
        "source": "wikidata" if found else "fallback",
        "entity": found.entity if found else None,
        "resolved_at": now,
    }
    aliases.save(document)
    return document["aliases"]


def _cleaned(team: Team, found: KnownTeam | None, rules: Rules) -> list[str]:
    names = found.names if found else ()
    return list(team_aliases(team.name, names, most=rules.aliases_per_team, longest=rules.alias_length))
