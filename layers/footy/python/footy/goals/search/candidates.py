"""Choice of the Wikidata item that is the team: the men's first team of the right country (A1, A2)."""

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
    """An item of the name search, with the name that matched."""

    entity: str
    matched: str
    label: str
    description: str


@dataclass(frozen=True, slots=True)
class TeamCandidate:
    """A football team in Wikidata: kinds, countries and number of sitelinks."""

    entity: str
    label: str = ""
    description: str = ""
    kinds: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()
    links: int = 0


@dataclass(frozen=True, slots=True)
class KnownTeam:
    """A team's item with its English names."""

    entity: str
    names: tuple[TeamName, ...]


def search_phrases(team: Team) -> Iterator[str]:
    """Yield the names to search for, the likeliest first (A1)."""
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
    """Tell whether the hit's own description does not exclude it, to save queries."""
    return not _is_other_team(hit.label, hit.description)


def find_team(team: Team, hits: Iterable[Hit], checked: Iterable[TeamCandidate]) -> TeamCandidate | None:
    """Return the candidate with the closest name, then the most sitelinks; None rather than a wrong one."""
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
    expected = country_names(team["name"]) if team["national"] else league_countries(team["country"])
    actual = frozenset(plain(country).lower() for country in item.countries)
    return not expected or not actual or bool(expected & actual)


def _is_other_team(label: str, *descriptions: str) -> bool:
    return bool(_SECOND_TEAM.search(label)) or any(_OTHER_TEAMS.search(text) for text in (label, *descriptions))


def _is_olympic(team: Team, item: TeamCandidate) -> bool:
    """Tell whether the item is an Olympic team, which is under 23; clubs may be called so."""
    return team["national"] and bool(_OLYMPIC.search(item.label) or _OLYMPIC.search(item.description))


def _closeness(team: Team, names: Iterable[str]) -> int:
    """Return 2 for a name of the same words, 1 for a club's name that contains them, else 0."""
    own = [_core(name, team) for name in (_national_names(team["name"]) if team["national"] else [team["name"]])]
    theirs = [_core(name, team) for name in names]
    if any(name in theirs for name in own):
        return 2
    return int(not team["national"] and any(own[0] <= name for name in theirs))


def _core(name: str, team: Team) -> frozenset[str]:
    """Return the distinctive words: without legal forms, or without what all national teams are called."""
    words = frozenset(plain(name).lower().split())
    return words - (NATIONAL_WORDS if team["national"] else LEGAL_FORMS) or words
