"""Queries of attempts, as their provider gets them (S10 to S13)."""

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from local.upstreams.x_query import MOST_CHARACTERS, Searchable, parse, words_of
from tests.support.goal_search import Search
from tests.support.searches import NOON
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
