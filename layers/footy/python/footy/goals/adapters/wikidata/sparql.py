"""SPARQL queries to Wikidata and the rows of their answers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import cast, get_args

from pydantic import ValidationError
from SPARQLWrapper import JSON, SPARQLWrapper

from footy.core.errors import MalformedAnswer
from footy.core.http.client import HttpClient, Reply
from footy.core.http.lenient import LenientModel, ReadableItems
from footy.goals.search.aliases import Source, TeamName
from footy.goals.search.candidates import TeamCandidate

Row = Mapping[str, str]
LONGEST_NUMBER = 10

_PREFIXES = """PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX schema: <http://schema.org/>
PREFIX wikibase: <http://wikiba.se/ontology#>
"""
_NATIONAL_TEAM = "?team wdt:P31/wdt:P279* wd:Q6979593 ."
# By way of "men's association football team", men's national teams are of a subclass of club (Q476028) as well.
_CLUB = "?team wdt:P31/wdt:P279* wd:Q476028 . FILTER NOT EXISTS { ?team wdt:P31/wdt:P279* wd:Q6979593 }"

# P17 country, P1532 country for sport, P2094 competition class, P576 dissolved. Numbers have no language.
_CHECK = """SELECT DISTINCT ?team ?fact ?value WHERE {
  VALUES ?team { %(items)s }
  %(kind)s
  FILTER NOT EXISTS { ?team wdt:P576 ?dissolved }
  { ?team rdfs:label ?value . BIND("label" AS ?fact) }
  UNION { ?team schema:description ?value . BIND("description" AS ?fact) }
  UNION { ?team wdt:P31 ?class . ?class rdfs:label ?value . BIND("kind" AS ?fact) }
  UNION { ?team wdt:P2094 ?class . ?class rdfs:label ?value . BIND("kind" AS ?fact) }
  UNION { ?team wdt:P17 ?country . ?country rdfs:label ?value . BIND("country" AS ?fact) }
  UNION { ?team wdt:P1532 ?country . ?country rdfs:label ?value . BIND("country" AS ?fact) }
  UNION { ?team wikibase:sitelinks ?count . BIND(STR(?count) AS ?value) BIND("links" AS ?fact) }
  FILTER(LANG(?value) IN ("en", "mul", ""))
}"""
# P1813 short name, P1449 nickname, P1549 demonym.
_NAMES = """SELECT DISTINCT ?fact ?value WHERE {
  VALUES ?team { wd:%(item)s }
  { ?team rdfs:label ?value . BIND("label" AS ?fact) }
  UNION { ?team skos:altLabel ?value . BIND("alias" AS ?fact) }
  UNION { ?team wdt:P1813 ?value . BIND("short" AS ?fact) }
  UNION { ?team wdt:P1449 ?value . BIND("nickname" AS ?fact) }%(of_a_country)s
  FILTER(LANG(?value) IN ("en", "mul"))
}"""
_OF_A_COUNTRY = """
  UNION { ?team wdt:P1532 ?country . ?country rdfs:label ?value . BIND("country" AS ?fact) }
  UNION { ?team wdt:P1532 ?country . ?country wdt:P1549 ?value . BIND("demonym" AS ?fact) }"""


class _Cell(LenientModel):
    value: str


class _Results(LenientModel):
    bindings: ReadableItems[dict[str, _Cell]]


class _Answer(LenientModel):
    results: _Results


def check_question(entities: Iterable[str], *, national: bool) -> str:
    """Return the query for the facts of these items that are teams of this kind."""
    items = " ".join(f"wd:{entity}" for entity in entities)
    return _PREFIXES + _CHECK % {"items": items, "kind": _NATIONAL_TEAM if national else _CLUB}


def names_question(entity: str, *, national: bool) -> str:
    """Return the query for an item's English names, with country and demonym for national teams."""
    return _PREFIXES + _NAMES % {"item": entity, "of_a_country": _OF_A_COUNTRY if national else ""}


class Query(SPARQLWrapper):
    """SPARQLWrapper query sent by our HTTP client, which has a deadline and a size limit."""

    def __init__(self, http: HttpClient, url: str, text: str, *, agent: str, seconds: float) -> None:
        super().__init__(url, returnFormat=JSON, agent=agent)
        self.setQuery(text)
        self._http = http
        self._seconds = seconds

    def reply(self) -> Reply:
        return cast("Reply", self.query().response)

    def _query(self) -> tuple[Reply, str]:  # type: ignore[override] # the library returns this unchanged
        request = self._createRequest()
        headers = dict(request.header_items())
        return self._http.request(request.get_method(), request.full_url, headers=headers, seconds=self._seconds), JSON


def rows_of(reply: Reply) -> list[Row]:
    """Return the rows of an answer; the service's time limit cuts an answer off."""
    try:
        answer = _Answer.model_validate(reply.json())
    except ValidationError as invalid:
        raise MalformedAnswer("Wikidata's query service answered without its bindings") from invalid
    return [{name: cell.value for name, cell in row.items()} for row in answer.results.bindings]


def checked_in(rows: Iterable[Row]) -> list[TeamCandidate]:
    """Return the checked items."""
    facts: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in _with(rows, "team", "fact", "value"):
        facts[row["team"].rpartition("/")[2]][row["fact"]].append(row["value"])
    return [_checked(entity, values) for entity, values in facts.items()]


def names_in(rows: Iterable[Row]) -> tuple[TeamName, ...]:
    """Return the names."""
    sources: dict[str, Source] = {source: source for source in get_args(Source)}
    complete = _with(rows, "fact", "value")
    return tuple(TeamName(row["value"], sources[row["fact"]]) for row in complete if row["fact"] in sources)


def _with(rows: Iterable[Row], *cells: str) -> Iterable[Row]:
    """Skip rows that lack one of these cells."""
    return (row for row in rows if row.keys() >= set(cells))


def _checked(entity: str, facts: Mapping[str, list[str]]) -> TeamCandidate:
    return TeamCandidate(
        entity,
        label=next(iter(facts.get("label", [])), ""),
        description=" / ".join(facts.get("description", [])),
        kinds=frozenset(facts.get("kind", [])),
        countries=frozenset(facts.get("country", [])),
        links=_number(next(iter(facts.get("links", [])), "0")),
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else 0
