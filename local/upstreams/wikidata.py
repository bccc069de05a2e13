"""Simulated Wikidata for some teams: the name search of its API, and two queries of its query service.

This is no SPARQL engine. A query is recognised by its variables (`?team ?fact ?value`: the facts of those items that
are teams; `?fact ?value`: the names of one item) and by the ids in it.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from local.replay.outages import Outage
from local.upstreams.context import UpstreamContext

ENTITIES = Path(__file__).parent / "wikidata_entities.toml"
NATIONAL_TEAM, CLUB = "Q6979593", "Q476028"
USUAL_LIMIT, MOST = 7, 50
_ITEM = re.compile(r"\bwd:(Q\d+)")
_SELECTED = re.compile(r"SELECT\s+(?:DISTINCT\s+)?((?:\?\w+\s+)+)WHERE", re.IGNORECASE)
_VALUES = re.compile(r"VALUES\s+\?\w+\s*{([^}]*)}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Item, as far as the queries need it."""

    id: str
    label: str
    description: str = ""
    kind: str = "other"
    kinds: tuple[str, ...] = ()
    country: str = ""
    links: int = 0
    aliases: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    demonyms: tuple[str, ...] = ()

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the facts for a query about teams."""
        yield "label", self.label
        yield "description", self.description
        yield from (("kind", kind) for kind in self.kinds)
        yield "country", self.country
        yield "links", str(self.links)

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the names for a query about names."""
        yield "label", self.label
        yield from (("alias", alias) for alias in self.aliases)
        yield from (("short", name) for name in self.short)
        yield from (("nickname", name) for name in self.nicknames)

    def country_names(self) -> Iterator[tuple[str, str]]:
        """Yield the names of a national team's country."""
        yield "country", self.country
        yield from (("demonym", name) for name in self.demonyms)


def entities() -> tuple[Entity, ...]:
    """Return the built-in items."""
    items = tomllib.loads(ENTITIES.read_text(encoding="utf-8"))["entity"]
    return tuple(Entity(**{key: _frozen(value) for key, value in item.items()}) for item in items)


def app(context: UpstreamContext) -> Starlette:
    """Return both services as one application."""
    items = entities()

    async def with_outage(answer: Response) -> Response:
        outage = context.outage("wikidata")
        if outage is None:
            return answer
        await outage.delay()
        return _outage_answer(outage, answer, context.now())

    async def api(request: Request) -> Response:
        return await with_outage(_search_answer(items, request))

    async def sparql(request: Request) -> Response:
        form = parse_qs((await request.body()).decode())
        return await with_outage(_query_answer(items, form.get("query", [request.query_params.get("query", "")])[0]))

    return Starlette(routes=[Route("/w/api.php", api), Route("/sparql", sparql, methods=["GET", "POST"])])


def _outage_answer(outage: Outage, answer: Response, now: datetime) -> Response:
    """Return a 429 until the outage ends, an error with status 200, half an answer, or a 503."""
    match outage.kind:
        case "rate_limited":
            seconds = ceil((outage.ends_at - now).total_seconds())
            return PlainTextResponse("Too many requests", 429, {"Retry-After": str(seconds)})
        case "errors":
            return JSONResponse({"error": {"code": "internal_api_error_DBQueryError", "info": "[x] Caught exception"}})
        case "partial":
            return Response(bytes(answer.body)[:-20], media_type="application/json")
        case _:
            return PlainTextResponse("upstream connect error", 503)


def _search_answer(items: Iterable[Entity], request: Request) -> Response:
    parameters = request.query_params
    if parameters.get("action") != "wbsearchentities":
        return JSONResponse({"error": {"code": "badvalue", "info": 'Unrecognized value for parameter "action".'}})
    if not parameters.get("search"):
        return JSONResponse({"error": {"code": "missingparam", "info": 'The "search" parameter must be set.'}})
    limit = min(int(parameters.get("limit", USUAL_LIMIT)), MOST)
    hits = list(search(items, parameters["search"]))[:limit]
    return JSONResponse({"searchinfo": {"search": parameters["search"]}, "search": hits, "success": 1})


def _query_answer(items: Iterable[Entity], query: str) -> Response:
    try:
        answer = run_query(items, query)
    except ValueError as error:
        return PlainTextResponse(f"MalformedQueryException: {error}", 400)
    return JSONResponse(answer, media_type="application/sparql-results+json")


def search(items: Iterable[Entity], text: str) -> Iterator[dict[str, Any]]:
    """Yield the items whose label or alias begins with a text."""
    prefix = text.casefold()
    for entity in items:
        names = [("label", entity.label), *(("alias", alias) for alias in entity.aliases)]
        match = next(((kind, name) for kind, name in names if name.casefold().startswith(prefix)), None)
        if match:
            yield _hit(entity, *match)


def run_query(items: Iterable[Entity], query: str) -> dict[str, Any]:
    """Return the answer to one of the recognised queries, and raise a ValueError for others."""
    selected = _SELECTED.search(query)
    values = _VALUES.search(query)
    if not selected or not values:
        raise ValueError("only SELECT with VALUES is answered here")
    variables = [name.removeprefix("?") for name in selected[1].split()]
    ids = _ITEM.findall(values[1])
    teams = [entity for entity in items if entity.id in ids]
    if variables == ["team", "fact", "value"]:
        return _answer(variables, _team_facts(teams, query))
    if variables == ["fact", "value"]:
        return _answer(variables, _team_names(teams, query))
    raise ValueError(f"these variables are not supported: {', '.join(variables)}")


def _team_facts(teams: Iterable[Entity], query: str) -> Iterator[tuple[Entity, str, str]]:
    """Yield the facts of clubs or national teams; a query for clubs may name national teams to exclude them."""
    kind = "club" if CLUB in query else "national"
    for team in teams:
        if team.kind == kind:
            yield from ((team, fact, value) for fact, value in team.facts() if value)


def _team_names(teams: Iterable[Entity], query: str) -> Iterator[tuple[Entity, str, str]]:
    for team in teams:
        yield from ((team, fact, value) for fact, value in team.names())
        if "P1532" in query and team.kind == "national":
            yield from ((team, fact, value) for fact, value in team.country_names())


def _answer(variables: list[str], rows: Iterable[tuple[Entity, str, str]]) -> dict[str, Any]:
    bindings = []
    for team, fact, value in rows:
        cells = {
            "team": {"type": "uri", "value": f"http://www.wikidata.org/entity/{team.id}"},
            "fact": {"type": "literal", "value": fact},
            "value": {"type": "literal", "value": value} | ({} if fact == "links" else {"xml:lang": "en"}),
        }
        bindings.append({name: cells[name] for name in variables})
    return {"head": {"vars": variables}, "results": {"bindings": bindings}}


def _hit(entity: Entity, kind: str, name: str) -> dict[str, Any]:
    hit = {
        "id": entity.id,
        "title": entity.id,
        "repository": "wikidata",
        "url": f"//www.wikidata.org/wiki/{entity.id}",
        "concepturi": f"http://www.wikidata.org/entity/{entity.id}",
        "label": entity.label,
        "match": {"type": kind, "language": "en", "text": name},
    }
    if entity.description:
        hit["description"] = entity.description
    return hit | ({"aliases": [name]} if kind == "alias" else {})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
