"""First step of a search (S2)."""

from footy.core.errors import UpstreamUnavailable
from footy.goals.search.aliases import TeamName
from footy.goals.search.candidates import KnownTeam
from tests.support.goal_search import EXECUTION, Search
from tests.support.searches import NOON, attempt

NICKNAME = KnownTeam("Q79800", (TeamName("La Albiceleste", "nickname"),))


def test_the_first_act_tells_the_monitor_and_names_the_team(search: Search) -> None:
    search.resolved = NICKNAME
    assert search.open() == {
        "attempt": 0,
        "started": 0,
        "attempts": 15,
        "pace_seconds": 60,
        "settle_seconds": 300,
    }
    event = search.goal()
    assert event["_monitor_complete"]
    assert event["_telemetry"] == {
        "opened_at": NOON,
        "executions": [EXECUTION],
        "aliases_source": "wikidata",
    }
    assert event["_twitter_aliases"] == ["Argentina", "Albiceleste"]


def test_aliases_are_those_of_the_credited_team(search: Search) -> None:
    search.open()
    assert search.teams == [{"id": 26, "name": "Argentina", "national": True, "country": "World"}]


def test_known_aliases_are_not_asked_for(search: Search) -> None:
    search.resolved = NICKNAME
    search.open()
    search.put()
    search.open()
    assert len(search.teams) == 1
    assert search.goal()["_twitter_aliases"] == ["Argentina", "Albiceleste"]


def test_when_nobody_answers_the_name_serves_for_now(search: Search) -> None:
    search.resolved = UpstreamUnavailable("down")
    search.open()
    assert search.goal()["_twitter_aliases"] == ["Argentina"]
    assert search.aliases.find(26, search.clock.now()) is None


def test_when_nothing_is_known_the_name_serves_for_a_day(search: Search) -> None:
    search.open()
    cached = search.aliases.find(26, search.clock.now())
    assert cached is not None
    assert (cached["source"], cached["aliases"]) == ("fallback", ["Argentina"])


def test_a_restarted_search_goes_on_where_the_first_stopped(search: Search) -> None:
    search.put(_monitor_complete=True, _twitter_aliases=["Argentina"], _telemetry={"attempts": [attempt(4)]})
    again = search.open(f"{EXECUTION}-r1")
    assert (again["attempt"], again["started"]) == (4, 3)
    assert search.teams == []
