"""What each kind of term of a query finds, on the posts of the replays and on some as people write them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from bench.line import Line
from footy.goals.search.aliases import Source, TeamName, team_aliases
from footy.goals.search.names import player_names
from footy.goals.search.query import build_query
from footy.goals.settings import Rules
from local.replay.match import Fixture, Row
from local.replay.model import Replay
from local.upstreams.wikidata import entities
from local.upstreams.x_query import Searchable, parse, words_of

REPLAYS = ("world-cup-final-2022", "every-rule", "hostile", "var")
LIMIT = Rules().query_length
# scorer, team, opponent, score, post
WRITTEN = (
    ("J. Álvarez", "Atletico Madrid", "Barcelona", "1-0", "Alvarez!!! Atletico 1-0"),
    ("Vinícius Júnior", "Real Madrid", "Getafe", "2-0", "VINI AGAIN. Real Madrid 2-0 up"),
    ("E. Haaland", "Manchester City", "Arsenal", "1-1", "Haaland equaliser for City"),
    ("M. Rashford", "Manchester United", "Chelsea", "1-0", "Rashford!! United lead"),
    ("M. Greenwood", "Marseille", "Lens", "2-1", "But de Greenwood, OM devant"),
    ("E. N'Dicka", "AS Roma", "Lazio", "1-0", "Ndicka header, Roma in front"),
    ("A. Mac Allister", "Liverpool", "Everton", "2-0", "MacAllister what a hit Liverpool"),
    ("Rodrygo", "Brazil", "Croatia", "1-0", "Gol do Brasil! Rodrygo"),
    ("Son Heung Min", "Tottenham", "Burnley", "3-0", "Son runs the length of the pitch, Tottenham 3-0"),
    ("B. Saka", "Arsenal", "Liverpool", "2-1", "Saka makes it 2-1 Liverpool are rattled"),
    ("B. Saka", "Arsenal", "Liverpool", "2-1", "Saka!!! 2-1"),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A post, and the goal that it should be found for."""

    player: str
    team: str
    opponent: str
    score: str
    text: str

    def found(self, aliases: tuple[str, ...], *, opponent: bool = False) -> bool:
        """Whether the query with these aliases finds the post."""
        beside = [f"{self.score} {self.opponent}", f"{self.opponent} {self.score}"] if opponent else []
        query = build_query(player_names(self.player), [*aliases, *beside], limit=LIMIT)
        return parse(query).matches(Searchable(words_of(self.text), frozenset()))


def measure() -> list[Line]:
    """One line for the posts of the replays, one for those written as people do."""
    replayed = [post for name in REPLAYS for post in _of_replay(name)]
    written = [Wanted(*line) for line in WRITTEN]
    return [_line("posts of the replays", replayed), _line("posts as people write them", written)]


def _line(name: str, posts: list[Wanted]) -> Line:
    own = sum(post.found((team_aliases(post.team, ())[0],)) for post in posts)
    known = sum(post.found(_aliases(post.team)) for post in posts)
    score = sum(post.found(_aliases(post.team), opponent=True) for post in posts)
    said = f"{own} by the team's name, +{known - own} by aliases, +{score - known} by the opponent, of {len(posts)}"
    facts: dict[str, float] = {"own": own, "aliases": known, "opponent": score, "posts": len(posts)}
    return Line(f"query: {name}", said, "", None, facts)


def _of_replay(name: str) -> Iterator[Wanted]:
    for fixture in Replay.load(name).fixtures:
        for row in fixture.goals():
            yield from _of_goal(fixture, row)


def _of_goal(fixture: Fixture, row: Row) -> Iterator[Wanted]:
    sides = (fixture.home, fixture.away) if row.side == "home" else (fixture.away, fixture.home)
    for post in row.posts if row.final.player.name else ():
        score = "-".join(map(str, post.clip.board.after))
        yield Wanted(row.final.player.name or "", sides[0].name, sides[1].name, score, post.text)


def _aliases(team: str) -> tuple[str, ...]:
    known = next((item for item in entities() if team in (item.label, item.country, *item.aliases)), None)
    found = [*known.names(), *known.country_names()] if known else []
    return team_aliases(team, [TeamName(text, cast("Source", kind)) for kind, text in found])
