"""Use case of a search's first act: the monitor is told that it runs, and the goal learns its team's aliases."""

from datetime import datetime
from typing import TypedDict

from footy.clock import Clock
from footy.naming import aliases_now, team_credited
from footy.search.candidates import NamesOf
from footy.search.loop import Lap, where_it_stopped
from footy.search.names import player_names
from footy.search.query import build_query
from footy.settings import Rules
from footy.store.aliases import Aliases
from footy.store.documents import EventDocument, FixtureDocument
from footy.store.events import Events
from footy.store.searches import Searches


class Opened(TypedDict):
    """Whether there is a goal, where an earlier execution stopped, and the bounds and waits of the loop."""

    exists: bool
    attempt: int
    started: int
    attempts: int
    pace_seconds: int
    settle_seconds: int


def open_search(
    event_id: str,
    execution: str,
    *,
    events: Events,
    searches: Searches,
    aliases: Aliases,
    names_of: NamesOf,
    clock: Clock,
    rules: Rules,
) -> Opened:
    """Opens a search, or opens it again where it stopped."""
    now = clock.now()
    searches.open(event_id, execution=execution, at=now)
    found = events.find_with_fixture(event_id)
    if found:
        _name_team(*found, searches=searches, aliases=aliases, names_of=names_of, now=now, rules=rules)
    stopped = where_it_stopped(found[1]) if found else Lap(0, 0)
    return {
        "exists": found is not None,
        "attempt": stopped.attempt,
        "started": stopped.started,
        "attempts": rules.attempts_per_goal,
        "pace_seconds": rules.attempt_seconds,
        "settle_seconds": rules.settle_minutes * 60,
    }


def _name_team(
    fixture: FixtureDocument,
    event: EventDocument,
    *,
    searches: Searches,
    aliases: Aliases,
    names_of: NamesOf,
    now: datetime,
    rules: Rules,
) -> None:
    """A search that is opened again keeps the aliases it had."""
    if event["_twitter_aliases"]:
        return
    team = team_credited(fixture, event, rules)
    known = aliases_now(team, aliases=aliases, names_of=names_of, now=now, rules=rules)
    names = player_names(event["player"].get("name") or "", most=rules.names_per_player)
    query = build_query(names, known, limit=rules.query_length)
    searches.keep_aliases(event["_event_id"], aliases=known, query=query)
