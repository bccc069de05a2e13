from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from footy.core.errors import FootyError, RateLimited, UpstreamUnavailable
from footy.core.http.client import HttpClient
from footy.goals.adapters.wikidata.client import Wikidata
from local.replay import outages
from local.replay.model import Replay
from local.upstreams import wikidata
from tests.local.served import served
from tests.local.upstreams import StandingClock, a_world, ask
from tests.support.teams import club
from tests.unit.local.replay.days import a_day, a_goal

SECONDS = 20.0

CHECK = """SELECT DISTINCT ?team ?fact ?value WHERE {{ VALUES ?team {{ {items} }} {kind} }}"""
NATIONAL = "?team wdt:P31/wdt:P279* wd:Q6979593 ."
CLUB = "?team wdt:P31/wdt:P279* wd:Q476028 . FILTER NOT EXISTS { ?team wdt:P31/wdt:P279* wd:Q6979593 }"
NAMES = """SELECT DISTINCT ?fact ?value WHERE {{ VALUES ?team {{ wd:{item} }} {more} }}"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Starlette:
    replay = Replay.load("var")
    return wikidata.app(a_world(replay, StandingClock(replay.fixtures[0].kick_off), tmp_path_factory.mktemp("media")))


def in_trouble(folder: Path, kind: str) -> Starlette:
    """A quarter of an hour before the end of a trouble."""
    window = "from = 2024-05-04T15:00:00Z\nuntil = 2024-05-04T16:00:00Z\n"
    day = a_day(folder, a_goal() + f'[[outage]]\nservice = "wikidata"\nkind = "{kind}"\n{window}')
    return wikidata.app(a_world(day, StandingClock(datetime(2024, 5, 4, 15, 45, tzinfo=UTC)), folder))


def search(app: Starlette, text: str, **more: str) -> Any:
    requests = {"action": "wbsearchentities", "format": "json", "language": "en", "search": text, **more}
    return ask(app, "GET", "/w/api.php", params=requests).json()


def query(app: Starlette, text: str) -> list[dict[str, str]]:
    body = ask(app, "GET", "/sparql", params={"query": text, "format": "json"}).json()
    assert set(body) == {"head", "results"}
    return [{name: cell["value"] for name, cell in row.items()} for row in body["results"]["bindings"]]


def test_hit_has_the_format_of_wikidata(app: Starlette) -> None:
    body = search(app, "Arsenal F")
    assert (body["searchinfo"], body["success"]) == ({"search": "Arsenal F"}, 1)
    assert body["search"][0] == {
        "id": "Q9617",
        "title": "Q9617",
        "repository": "wikidata",
        "url": "//www.wikidata.org/wiki/Q9617",
        "concepturi": "http://www.wikidata.org/entity/Q9617",
        "label": "Arsenal F.C.",
        "description": "association football club in London, England",
        "match": {"type": "label", "language": "en", "text": "Arsenal F.C."},
    }


def test_search_matches_prefixes(app: Starlette) -> None:
    hits = search(app, "argentina national")["search"]
    assert [(hit["id"], hit["match"]["type"]) for hit in hits] == [("Q79800", "alias"), ("Q99000002", "label")]
    assert hits[0]["aliases"] == ["Argentina national football team"]


def test_error_comes_with_a_success_status(app: Starlette) -> None:
    response = ask(app, "GET", "/w/api.php", params={"action": "wbsearchentities"})
    assert (response.status_code, response.json()["error"]["code"]) == (200, "missingparam")


def test_query_returns_only_its_kind(app: Starlette) -> None:
    items = "wd:Q47774 wd:Q142 wd:Q9617"
    national = query(app, CHECK.format(items=items, kind=NATIONAL))
    clubs = query(app, CHECK.format(items=items, kind=CLUB))
    assert {row["team"] for row in national} == {"http://www.wikidata.org/entity/Q47774"}
    assert {row["team"] for row in clubs} == {"http://www.wikidata.org/entity/Q9617"}


def test_team_facts_include_kinds_country_and_links(app: Starlette) -> None:
    rows = query(app, CHECK.format(items="wd:Q47774", kind=NATIONAL))
    facts = {row["fact"]: row["value"] for row in rows}
    assert (facts["label"], facts["country"], facts["links"]) == ("France men's national football team", "France", "95")


def test_names_come_with_their_source(app: Starlette) -> None:
    rows = query(app, NAMES.format(item="Q47774", more="UNION { ?team wdt:P1532 ?country }"))
    assert {(row["fact"], row["value"]) for row in rows} >= {
        ("nickname", "Les Bleus"),
        ("demonym", "French"),
        ("country", "France"),
        ("alias", "France national football team"),
    }


def test_names_without_country_are_of_the_team(app: Starlette) -> None:
    assert "demonym" not in {row["fact"] for row in query(app, NAMES.format(item="Q47774", more=""))}


@pytest.mark.parametrize("text", ["", "ASK { ?a ?b ?c }", "SELECT ?x WHERE { VALUES ?x { wd:Q142 } }"])
def test_other_query_is_refused(app: Starlette, text: str) -> None:
    assert ask(app, "GET", "/sparql", params={"query": text}).status_code == 400


@contextmanager
def reader(app: Starlette) -> Iterator[Wikidata]:
    """The project's own client of that Wikidata."""
    with served(app) as url:
        agent = "found-footy/0.1 (test)"
        http = HttpClient("Wikidata", seconds=SECONDS)
        yield Wikidata(http, search_url=f"{url}/w/api.php", sparql_url=f"{url}/sparql", agent=agent)


NAMESAKES = [
    ("Arsenal", "England", "Q9617"),
    ("Arsenal", "Argentina", "Q99100001"),
    ("Everton", "England", "Q99100003"),
    ("Everton", "Chile", "Q99100004"),
    ("Racing Club", "Argentina", "Q99100005"),
    ("Racing", "Spain", "Q99100006"),
    ("Racing", "Uruguay", "Q99100007"),
    ("Nacional", "Uruguay", "Q99100008"),
    ("Nacional", "Portugal", "Q99100009"),
    ("Nacional", "Colombia", "Q99100010"),
    ("Barcelona", "Spain", "Q7156"),
    ("Barcelona", "Ecuador", "Q99100011"),
    ("Liverpool", "England", "Q1130849"),
    ("Liverpool", "Uruguay", "Q99100013"),
]


def test_resolver_takes_the_namesake_of_the_country(app: Starlette) -> None:
    with reader(app) as library:
        busy = [
            results.entity if (results := library.names_of(club(name, country), seconds=SECONDS)) else None
            for name, country, _ in NAMESAKES
        ]
        unknown = [library.names_of(club(name, "Japan"), seconds=SECONDS) for name, _, _ in NAMESAKES]
    assert busy == [entity for _, _, entity in NAMESAKES]
    assert unknown == [None] * len(NAMESAKES)


def test_rate_limit_has_a_retry_time(tmp_path: Path) -> None:
    app = in_trouble(tmp_path, "rate_limited")
    response = ask(app, "GET", "/w/api.php", params={"action": "wbsearchentities", "search": "Arsenal"})
    assert (response.status_code, response.headers["retry-after"]) == (429, "900")
    with reader(app) as library, pytest.raises(RateLimited) as told:
        library.names_of(club("Arsenal", "England"), seconds=SECONDS)
    assert round(told.value.retry_after) == 900


@pytest.mark.parametrize("kind", ["server_error", "errors", "partial"])
def test_outage_differs_from_an_empty_result(tmp_path: Path, kind: str) -> None:
    with reader(in_trouble(tmp_path, kind)) as library, pytest.raises(FootyError) as failure:
        library.names_of(club("Arsenal", "England"), seconds=SECONDS)
    assert type(failure.value) is UpstreamUnavailable


def test_silence_ends_at_the_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "SILENT_SECONDS", 3)
    with reader(in_trouble(tmp_path, "silence")) as library, pytest.raises(UpstreamUnavailable):
        library.names_of(club("Arsenal", "England"), seconds=0.5)
