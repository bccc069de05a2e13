"""Wikidata for a handful of teams: the name search of its API, and two kinds of questions to its query service.

SPARQL is not spoken here. A question is recognised by what it selects (`?team ?fact ?value`: which of these items
are such teams and what is known of them; `?fact ?value`: what one item is called) and by the ids it names.
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
from local.upstreams.world import World

ENTITIES = Path(__file__).parent / "wikidata_entities.toml"
NATIONAL_TEAM, CLUB = "Q6979593", "Q476028"
USUAL_LIMIT, MOST = 7, 50
_ITEM = re.compile(r"\bwd:(Q\d+)")
_SELECTED = re.compile(r"SELECT\s+(?:DISTINCT\s+)?((?:\?\w+\s+)+)WHERE", re.IGNORECASE)
_VALUES = re.compile(r"VALUES\s+\?\w+\s*{([^}]*)}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """An item, as far as the questions reach."""

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
        """What a checking question is told."""
        yield "label", self.label
        yield "description", self.description
        yield from (("kind", kind) for kind in self.kinds)
        yield "country", self.country
        yield "links", str(self.links)

    def names(self) -> Iterator[tuple[str, str]]:
        """What a naming question is told."""
        yield "label", self.label
        yield from (("alias", alias) for alias in self.aliases)
        yield from (("short", name) for name in self.short)
        yield from (("nickname", name) for name in self.nicknames)

    def country_names(self) -> Iterator[tuple[str, str]]:
        """What a naming question is told of a national team's country."""
        yield "country", self.country
        yield from (("demonym", name) for name in self.demonyms)


def entities() -> tuple[Entity, ...]:
    """The built-in items."""
    written = tomllib.loads(ENTITIES.read_text(encoding="utf-8"))["entity"]
    return tuple(Entity(**{key: _frozen(value) for key, value in item.items()}) for item in written)


def app(world: World) -> Starlette:
    """Both services as one application."""
    known = entities()

    async def troubled(working: Response) -> Response:
        outage = world.outage("wikidata")
        if outage is None:
            return working
        await outage.endure()
        return _in_trouble(outage, working, world.now())

    async def api(request: Request) -> Response:
        return await troubled(_search_answer(known, request))

    async def sparql(request: Request) -> Response:
        posted = parse_qs((await request.body()).decode())
        return await troubled(_query_answer(known, posted.get("query", [request.query_params.get("query", "")])[0]))

    return Starlette(routes=[Route("/w/api.php", api), Route("/sparql", sparql, methods=["GET", "POST"])])


def _in_trouble(outage: Outage, working: Response, now: datetime) -> Response:
    """What is said instead: a 429 until the outage ends, an error with status 200, half an answer, or a 503."""
    match outage.kind:
        case "rate_limited":
            seconds = ceil((outage.ends_at - now).total_seconds())
            return PlainTextResponse("Too many requests", 429, {"Retry-After": str(seconds)})
        case "errors":
            return JSONResponse({"error": {"code": "internal_api_error_DBQueryError", "info": "[x] Caught exception"}})
        case "partial":
            return Response(bytes(working.body)[:-20], media_type="application/json")
        case _:
            return PlainTextResponse("upstream connect error", 503)


def _search_answer(known: Iterable[Entity], request: Request) -> Response:
    given = request.query_params
    if given.get("action") != "wbsearchentities":
        return JSONResponse({"error": {"code": "badvalue", "info": 'Unrecognized value for parameter "action".'}})
    if not given.get("search"):
        return JSONResponse({"error": {"code": "missingparam", "info": 'The "search" parameter must be set.'}})
    limit = min(int(given.get("limit", USUAL_LIMIT)), MOST)
    hits = list(search(known, given["search"]))[:limit]
    return JSONResponse({"searchinfo": {"search": given["search"]}, "search": hits, "success": 1})


def _query_answer(known: Iterable[Entity], question: str) -> Response:
    try:
        answer = ask(known, question)
    except ValueError as error:
        return PlainTextResponse(f"MalformedQueryException: {error}", 400)
    return JSONResponse(answer, media_type="application/sparql-results+json")


def search(known: Iterable[Entity], text: str) -> Iterator[dict[str, Any]]:
    """The items whose label or alias begins with a text, as the name search gives them."""
    wanted = text.casefold()
    for entity in known:
        names = [("label", entity.label), *(("alias", alias) for alias in entity.aliases)]
        found = next(((kind, name) for kind, name in names if name.casefold().startswith(wanted)), None)
        if found:
            yield _hit(entity, *found)


def ask(known: Iterable[Entity], question: str) -> dict[str, Any]:
    """The answer to one of the questions that are recognised; any other is a ValueError."""
    selected = _SELECTED.search(question)
    asked = _VALUES.search(question)
    if not selected or not asked:
        raise ValueError("only SELECT with VALUES is answered here")
    variables = [name.removeprefix("?") for name in selected[1].split()]
    named = _ITEM.findall(asked[1])
    teams = [entity for entity in known if entity.id in named]
    if variables == ["team", "fact", "value"]:
        return _answer(variables, _checked(teams, question))
    if variables == ["fact", "value"]:
        return _answer(variables, _named(teams, question))
    raise ValueError(f"nothing is known of {', '.join(variables)}")


def _checked(teams: Iterable[Entity], question: str) -> Iterator[tuple[Entity, str, str]]:
    """Of those that are such teams; a question for clubs may name national teams to leave them out."""
    wanted = "club" if CLUB in question else "national"
    for team in teams:
        if team.kind == wanted:
            yield from ((team, fact, value) for fact, value in team.facts() if value)


def _named(teams: Iterable[Entity], question: str) -> Iterator[tuple[Entity, str, str]]:
    for team in teams:
        yield from ((team, fact, value) for fact, value in team.names())
        if "P1532" in question and team.kind == "national":
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
