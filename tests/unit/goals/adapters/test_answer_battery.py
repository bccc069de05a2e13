"""Spoiled answers of five providers: each becomes a storable result or a named failure."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from bson import BSON

from footy.core.errors import FootyError
from footy.core.http.client import HttpClient
from footy.goals.adapters.football.api_football import ApiFootballClient
from footy.goals.adapters.football.football import Football
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.adapters.posts.x_api import XApiClient
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.adapters.wikidata.client import Wikidata
from footy.goals.fixtures.decide import decide
from footy.goals.search.loop import choose
from footy.goals.search.posts import SearchProvider, SearchQuery
from footy.goals.settings import Rules
from tests.support.api_football import entry, envelope
from tests.support.examples import examples
from tests.support.http_clients import client_answering
from tests.support.match import DI_MARIA, FIXTURE, MBAPPE, at, document, goal, tick
from tests.support.searches import NOON, tweet_id
from tests.support.spoiled_answers import spoiled
from tests.support.teams import club
from tests.support.vision_server import ANSWER
from tests.support.x_api import Purse, film, page, post

EACH = 100  # 400 in a soak run
RULES = Rules()
ADDRESS = "https://video.twimg.com/ext_tw_video/7/pu/vid/avc1/1280x720/c.mp4"
POST = {
    "tweet_id": tweet_id(1),
    "url": "https://x.com/fan/status/1",
    "duration": 21,
    "posted_at": "2022-12-18T12:00:00Z",
}
FOOTBALL = envelope([entry(rows=[goal(23), goal(36, DI_MARIA), goal(80, MBAPPE)], elapsed=81), entry(2, "NS")])
X = page([post(1, created_at="2022-12-18T12:00:00Z"), post(2)], [film(), film(media_key="7_2")])
BROWSER = {"videos": [{**POST, "variants": [{"url": ADDRESS, "bitrate": 9, "width": 1280, "height": 720}]}]}
HITS = {
    "search": [{"id": "Q1130849", "label": "Liverpool F.C.", "description": "club", "match": {"text": "Liverpool"}}]
}
WIKIDATA = {
    **HITS,
    "results": {
        "bindings": [
            {
                "team": {"value": "http://www.wikidata.org/entity/Q1130849"},
                "fact": {"value": fact},
                "value": {"value": "LFC"},
            }
            for fact in ("label", "alias", "links", "kind")
        ]
    },
}
STORED = document(_written="first")
VISION = {"choices": [{"index": 0, "message": {"role": "assistant", "content": json.dumps(ANSWER)}}]}


def football(http: HttpClient) -> None:
    """The answer is decided upon and written down, whatever is left of it."""
    answer = Football(ApiFootballClient(http, "http://football", "any"), RULES).fixtures([FIXTURE, 2])
    assert {body.id for body in answer.bodies} <= {FIXTURE, 2}
    assert answer.missing == {FIXTURE, 2} - {body.id for body in answer.bodies}
    for body in answer.bodies:
        decision = decide(STORED, body, tick=tick(9), now=at(9), rules=RULES)
        BSON.encode({"sets": decision.sets, "discovered": list(decision.discovered)})


def _searched(provider: SearchProvider) -> None:
    query = SearchQuery(text="Messi", asked_at=NOON, max_age=timedelta(minutes=3))
    answer = provider.search(query)
    chosen = choose(answer.videos, frozenset(), posted_after=query.posted_after, rules=RULES).chosen
    BSON.encode({"videos": [[video.url, video.tweet_id, *(one.url for one in video.variants)] for video in chosen]})


def x(http: HttpClient) -> None:
    _searched(XApiClient(http, url="https://x", bearer_token="any", id_digits=18, budget=Purse()))


def browser(http: HttpClient) -> None:
    _searched(BrowserSession(http, url="http://browser", id_digits=18))


def wikidata(http: HttpClient) -> None:
    knows = Wikidata(http, search_url="http://search", sparql_url="http://query", agent="a", sleep=lambda _: None)
    team = knows.names_of(club("Liverpool"), seconds=5)
    BSON.encode({"names": [name.text for name in team.names] if team else []})


def vision(http: HttpClient) -> None:
    looks = ChatVision(http, Endpoint.of_server("http://model/v1"), "qwen", RULES).read_frames([b"one", b"two"])
    assert len(looks) == 2


PROVIDERS: dict[str, tuple[Callable[[HttpClient], None], Any]] = {
    "football": (football, FOOTBALL),
    "x": (x, X),
    "browser": (browser, BROWSER),
    "wikidata": (wikidata, WIKIDATA),
    "vision": (vision, VISION),
}


@pytest.mark.soak
@pytest.mark.parametrize("provider", PROVIDERS)
def test_each_answer_is_a_result_or_a_named_failure(
    provider: str, record_property: Callable[[str, object], None]
) -> None:
    ask, answer = PROVIDERS[provider]
    chance, outcomes = Random(provider), Counter[str]()
    for _ in range(examples(EACH)):
        try:
            ask(client_answering(lambda _: spoiled(chance, answer), provider))
            outcomes["a result"] += 1
        except FootyError as failure:
            outcomes[type(failure).__name__] += 1
    record_property("outcomes", dict(outcomes))
    assert outcomes["a result"], outcomes
    assert len(outcomes) > 1, outcomes
