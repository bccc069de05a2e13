"""Queries of attempts, as their provider gets them (S10 to S13)."""

import json
from contextlib import suppress
from itertools import product

import httpx
import pytest
from pymongo.database import Database

from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.adapters.posts.failover import Failover, Provider
from footy.goals.adapters.posts.x_api import XApiClient
from footy.goals.model.documents import FixtureDocument
from footy.goals.search.posts import SearchProvider
from local.upstreams.x_query import MOST_CHARACTERS, Searchable, parse, words_of
from tests.support.goal_search import Search
from tests.support.http_clients import client_answering
from tests.support.searches import NOON
from tests.support.x_api import Purse
from tests.unit.goals.search.test_aliases_of_teams import TEAMS
from tests.unit.goals.search.test_names import PLAYERS

FILTER = "has:videos -is:retweet"
VIDEO = frozenset(["has:videos"])
ALIASES = {own: expected.split("|") for own, (_, _, expected) in TEAMS.items()}
NAMES = {player: words.split() for players in PLAYERS.values() for player, words in players.items()}
# phrases as long as an alias may be; more of them than a query holds
ENDLESS = [f"{letter * 19} {letter * 20}" for letter in "ABCDEFGHIJKL"]
ONE_PHRASE = len(f' OR "{ENDLESS[0]}"')


def asked(database: Database[FixtureDocument], player: str, aliases: list[str]) -> str:
    """The text that the provider of an attempt is given."""
    search = Search(database)
    telemetry = {"opened_at": NOON}
    search.put(player={"id": 1, "name": player}, _twitter_aliases=aliases, _monitor_complete=True, _telemetry=telemetry)
    search.attempt(1)
    [query] = search.posts.queries
    return query.text


def post(*words: str) -> Searchable:
    """A post with a video that says this."""
    return Searchable(words_of(" ".join(words)), VIDEO)


@pytest.mark.parametrize("player", NAMES)
def test_queries_stay_within_the_length_limit(database: Database[FixtureDocument], player: str) -> None:
    text = asked(database, player, ENDLESS)
    query = parse(text)
    assert text.endswith(FILTER)
    assert all(query.matches(post(name, ENDLESS[0])) for name in NAMES[player])
    assert MOST_CHARACTERS - ONE_PHRASE < len(text) <= MOST_CHARACTERS


NOTABLE = {
    "one name stands without brackets": ("M. Salah", "Liverpool", "Salah (Liverpool OR Reds OR LFC)"),
    "an alias of two words is a phrase": (
        "T. Alexander-Arnold",
        "Real Madrid",
        '(Alexander OR Arnold) ("Real Madrid" OR Madrid OR Blancos OR Merengues OR RMCF)',
    ),
    "a Korean family of three letters, last": (
        "Heung-Min Son",
        "Tottenham",
        "Son (Tottenham OR Hotspur OR Spurs OR Lilywhites OR THFC)",
    ),
    "a Korean family of three letters, first": (
        "Kim Min-Jae",
        "Bayern München",
        'Kim ("Bayern Munchen" OR Bayern OR Munchen OR Munich OR Roten OR FCB)',
    ),
    "a surname that is an English word": (
        "E. Can",
        "Borussia Dortmund",
        'Can ("Borussia Dortmund" OR Borussia OR Dortmund OR BVB OR Ballspielverein)',
    ),
    "six names are three": (
        "Vinícius José Paixão de Oliveira Júnior",
        "Real Madrid",
        '(Vinicius OR Oliveira OR Junior) ("Real Madrid" OR Madrid OR Blancos OR Merengues OR RMCF)',
    ),
    "a letter that is two in ASCII": ("P. Groß", "Brentford", "Gross (Brentford OR Bees)"),
    "an apostrophe would part the word": (
        "Samuel Eto'o",
        "Inter",
        "(Samuel OR Etoo) (Inter OR Milan OR Nerazzurri OR Internazionale OR Milano)",
    ),
    "a name said twice is asked for once": (
        "Danilo Danilo",
        "Lille",
        "Danilo (Lille OR Dogues OR LOSC)",
    ),
    "a very common given name would find everybody": ("Mohamed Ali", "Lille", "Ali (Lille OR Dogues OR LOSC)"),
}


@pytest.mark.parametrize(("player", "team", "expected"), NOTABLE.values(), ids=NOTABLE)
def test_notable_queries(database: Database[FixtureDocument], player: str, team: str, expected: str) -> None:
    assert asked(database, player, ALIASES[team]) == f"{expected} {FILTER}"


class Sent:
    """X and the browser's service with one status each, and the last query that reached either of them."""

    def __init__(self, *, x: int, browser: int) -> None:
        self.query = ""
        self._statuses = {"x": x, "browser": browser}
        self.x = XApiClient(
            client_answering(self._answer), url="https://x", bearer_token="any", id_digits=18, budget=Purse()
        )
        self.browser = BrowserSession(client_answering(self._answer), url="http://browser", id_digits=18)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != "/health":
            asked = json.loads(request.content) if request.content else request.url.params
            self.query = asked["query"]
        return httpx.Response(self._statuses[request.url.host], json={"meta": {"result_count": 0}, "videos": []})


def asking(names: str, sent: Sent) -> SearchProvider:
    """One of both, or one for the other."""
    one: dict[str, SearchProvider] = {"x": sent.x, "browser": sent.browser}
    providers = [Provider(name, one[name]) for name in names.split(",")]
    return Failover(providers[0], providers[1], lambda: None) if len(providers) > 1 else providers[0].search


@pytest.mark.parametrize("statuses", list(product((200, 503), repeat=2)), ids=str)
@pytest.mark.parametrize("providers", ["x", "browser", "x,browser", "browser,x"])
def test_the_goal_stores_the_query_of_the_last_provider(
    opened: Search, providers: str, statuses: tuple[int, int]
) -> None:
    sent = Sent(x=statuses[0], browser=statuses[1])
    opened.put(_twitter_aliases=ENDLESS, _monitor_complete=True, _telemetry={"opened_at": NOON})
    opened.provider = asking(providers, sent)
    with suppress(UpstreamUnavailable):
        opened.attempt(1)
    telemetry = opened.goal()["_telemetry"]
    answered = [one["query"] for one in telemetry.get("attempts", [])]
    failed = [one["query"] for one in telemetry.get("failed_searches", [])]
    assert sent.query
    assert [*answered, *failed, opened.goal()["_twitter_search"]] == [sent.query, sent.query]
