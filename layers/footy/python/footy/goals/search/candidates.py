"""Which of the items found under a team's name is that team: the men's first team of the right country."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from footy.goals.model.teams import Team
from footy.goals.search.aliases import TeamName, plain
from footy.goals.search.countries import country_names, league_countries
from footy.goals.search.vocabulary import LEGAL_FORMS, NATIONAL_WORDS

_OTHER_TEAMS = re.compile(
    r"\b(women'?s?|woman'?s|ladies|girls'?|female|feminin[ao]?|f[eé]minine?|femenin[ao]|frauen|damen|reserves?|youth|"
    r"junior team|academy|under[- ]?\d+|u-?\d{2}|futsal|beach|basketball|handball|volleyball|hockey|rugby|baseball|"
    r"cricket|esports|indoor|amputee|deaf|veterans?|legends|supporters|season|disambiguation|stadium|farm team)\b",
    re.IGNORECASE,
)
_SECOND_TEAM = re.compile(r"(^Jong )|( (II|III|B|C|Castilla|Atl[eè]tic|Amateure|Primavera)$)")
_OLYMPIC = re.compile(r"\bolympic\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hit:
    """An item that the name search returned: by which of its names, and how it is described."""

    entity: str
    matched: str
    label: str
    description: str


@dataclass(frozen=True, slots=True)
class TeamCandidate:
    """What is known of an item that is a football team: kinds and competitions in words, countries, fame."""

    entity: str
    label: str = ""
    description: str = ""
    kinds: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()
    links: int = 0


@dataclass(frozen=True, slots=True)
class KnownTeam:
    """A team's item and every English name found on it."""

    entity: str
    names: tuple[TeamName, ...]


def search_phrases(team: Team) -> Iterator[str]:
    """What to look for, the likeliest name first."""
    if team["national"]:
        for name in _national_names(team["name"]):
            yield f"{name} national football team"
            yield f"{name} men's national football team"
            yield f"{name} men's national soccer team"
        return
    yield team["name"]
    yield f"{team['name']} FC"
    yield f"FC {team['name']}"
    if country_names(team["country"]):
        yield f"{team['name']} {str(team['country']).replace('-', ' ')}"


def is_worth_checking(hit: Hit) -> bool:
    """Leaves out what already says that it is something else, to ask less of the query service."""
    return not _is_other_team(hit.label, hit.description)


def find_team(team: Team, hits: Iterable[Hit], checked: Iterable[TeamCandidate]) -> TeamCandidate | None:
    """The best item that can be that team, by name and then by fame; none rather than a wrong one."""
    names: dict[str, set[str]] = {}
    for hit in hits:
        names.setdefault(hit.entity, set()).update((hit.matched, hit.label))
    fitting = [
        (closeness, item.links, item)
        for item in checked
        if _can_be(team, item) and (closeness := _closeness(team, {item.label, *names.get(item.entity, ())}))
    ]
    return max(fitting, key=lambda entry: entry[:2])[2] if fitting else None


def _national_names(name: str) -> list[str]:
    own = plain(name).lower()
    return [name, *sorted((other.title() for other in country_names(name) - {own}), key=len)]


def _can_be(team: Team, item: TeamCandidate) -> bool:
    if _is_other_team(item.label, item.description, *item.kinds) or _is_olympic(team, item):
        return False
    wanted = country_names(team["name"]) if team["national"] else league_countries(team["country"])
    known = frozenset(plain(country).lower() for country in item.countries)
    return not wanted or not known or bool(wanted & known)


def _is_other_team(label: str, *descriptions: str) -> bool:
    return bool(_SECOND_TEAM.search(label)) or any(_OTHER_TEAMS.search(said) for said in (label, *descriptions))


def _is_olympic(team: Team, item: TeamCandidate) -> bool:
    """Olympic sides are under 23; clubs may well be called so."""
    return team["national"] and bool(_OLYMPIC.search(item.label) or _OLYMPIC.search(item.description))


def _closeness(team: Team, names: Iterable[str]) -> int:
    """2: a name with the same words; 1: a name that holds them all (clubs only); 0: another team."""
    own = [_core(name, team) for name in (_national_names(team["name"]) if team["national"] else [team["name"]])]
    theirs = [_core(name, team) for name in names]
    if any(name in theirs for name in own):
        return 2
    return int(not team["national"] and any(own[0] <= name for name in theirs))


def _core(name: str, team: Team) -> frozenset[str]:
    """The words that tell a team from others: without legal forms, or without what all national teams are called."""
    words = frozenset(plain(name).lower().split())
    return words - (NATIONAL_WORDS if team["national"] else LEGAL_FORMS) or words
