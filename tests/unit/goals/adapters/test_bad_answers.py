"""Whatever a provider answers, it is a result or a named failure: nothing else may reach the loop."""

import json
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

import httpx
from bson import BSON
from hypothesis import given
from hypothesis import strategies as st

from footy.core.errors import FootyError
from footy.core.http.client import HttpClient
from footy.goals.adapters.football.api_football import ApiFootballClient
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.adapters.posts.post_budget import PostBudget
from footy.goals.adapters.posts.x_api import XApiClient
from footy.goals.adapters.wikidata.client import Wikidata
from footy.goals.search.loop import choose
from footy.goals.search.posts import MOST_POSTS, SearchProvider, SearchQuery
from footy.goals.settings import Rules
from tests.support.http_clients import client_answering
from tests.support.searches import NOON, tweet_id
from tests.support.teams import club

KEYS = [
    *["data", "id", "attachments", "media_keys", "created_at", "includes", "media", "media_key", "type", "meta"],
    *["duration_ms", "variants", "content_type", "url", "bit_rate", "result_count", "next_token", "errors", "title"],
    *[
        "search",
        "label",
        "description",
        "match",
        "text",
        "results",
        "bindings",
        "team",
        "fact",
        "value",
        "code",
        "error",
    ],
    *["videos", "tweet_id", "duration", "posted_at", "bitrate", "width", "height", "7_1"],
]
WORDS = ["7_1", "video", "video/mp4", tweet_id(1), "2022-12-18T12:00:00Z", "0001-01-01T00:00:00+23:59", "\ud800"]
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(WORDS), st.text(max_size=5))
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)
FILMS = st.fixed_dictionaries(
    {"media_key": st.just("7_1"), "type": st.just("video")}, optional={"duration_ms": JSON, "variants": JSON}
)
POSTS = st.fixed_dictionaries(
    {"id": st.just(tweet_id(1)), "attachments": st.just({"media_keys": ["7_1"]})}, optional={"created_at": JSON}
)
PAGES = st.fixed_dictionaries(
    {"data": st.lists(POSTS, max_size=2), "includes": st.fixed_dictionaries({"media": st.lists(FILMS, max_size=2)})},
    optional={"meta": JSON | st.fixed_dictionaries({"next_token": JSON})},
)
SEEN = st.fixed_dictionaries(
    {"tweet_id": st.just(tweet_id(1))}, optional=dict.fromkeys(("url", "duration", "posted_at", "variants"), JSON)
)


HITS = st.lists(st.fixed_dictionaries({"id": st.just("Q1"), "label": st.just("Liverpool")}) | JSON, max_size=2)
CELL = st.fixed_dictionaries({"value": st.just("http://www.wikidata.org/entity/Q1") | JSON}) | JSON
FACT = st.fixed_dictionaries({"value": st.sampled_from(["label", "links", "kind", "alias"])}) | JSON
ROWS = st.lists(st.fixed_dictionaries({"team": CELL, "fact": FACT, "value": CELL}) | JSON, max_size=4)
KNOWN = st.fixed_dictionaries(
    {"search": HITS, "results": st.fixed_dictionaries({"bindings": ROWS})},
    optional={"error": st.fixed_dictionaries({"code": st.sampled_from(["maxlag", "badvalue"]) | JSON})},
)


class NoBudget(PostBudget):
    def __init__(self) -> None:
        """It counts nowhere."""

    def left(self, at: datetime, *, first: bool) -> int:  # noqa: ARG002 - money is no object
        return MOST_POSTS

    def spend(self, posts: Collection[str], at: datetime) -> None:
        BSON.encode({"posts": list(posts), "at": at})


def asked(provider: SearchProvider) -> None:
    """A search as the loop makes it, and its choice as the database would keep it."""
    query = SearchQuery(text="Messi", asked_at=NOON, max_age=timedelta(minutes=3))
    with suppress(FootyError):
        answer = provider.search(query)
        for video in choose(answer.videos, frozenset(), posted_after=query.posted_after, rules=Rules()).chosen:
            BSON.encode({"url": video.url, "id": video.tweet_id, "variants": [v.url for v in video.variants]})


def saying(body: object) -> HttpClient:
    content = json.dumps(body).encode()
    return client_answering(lambda _: httpx.Response(200, content=content))


@given(JSON | PAGES)
def test_no_answer_of_x_is_more_than_a_named_failure(body: object) -> None:
    asked(XApiClient(saying(body), url="https://x", bearer_token="t", id_digits=18, budget=NoBudget()))


@given(JSON | st.fixed_dictionaries({"videos": st.lists(SEEN | JSON, max_size=3)}))
def test_no_answer_of_the_browser_session_is_more_than_a_named_failure(body: object) -> None:
    asked(BrowserSession(saying(body), url="http://browser", id_digits=18))


@given(JSON | KNOWN)
def test_no_answer_of_wikidata_is_more_than_a_named_failure(body: object) -> None:
    wikidata = Wikidata(
        saying(body), search_url="http://search", sparql_url="http://query", agent="a", sleep=lambda _: None
    )
    with suppress(FootyError):
        BSON.encode({"names": repr(wikidata.names_of(club("Liverpool"), seconds=5))})


@given(
    JSON | st.fixed_dictionaries({"response": st.lists(JSON, max_size=2)}, optional={"paging": JSON, "errors": JSON})
)
def test_no_answer_of_the_football_api_is_more_than_a_named_failure(body: object) -> None:
    with suppress(FootyError):
        ApiFootballClient(saying(body), "http://football", "a key").by_ids([1])
