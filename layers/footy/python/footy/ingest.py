"""Use cases of the daily ingest: new fixtures fetched and routed, old ones retired."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol, TypedDict

from footy.clock import Clock
from footy.errors import AccessDenied
from footy.fixtures.activation import fresh
from footy.fixtures.api_football import ApiFootball
from footy.fixtures.rows import Body
from footy.fixtures.status import Home, home_of
from footy.fixtures.tracking import Team, teams_of, tracked
from footy.settings import Rules
from footy.store.arrivals import Arrivals
from footy.store.completed import Completed
from footy.store.documents import FixtureDocument
from footy.store.live import Live
from footy.telemetry import say, warn
from footy.usable import usable

WINDOW_DAYS = 3
TOMORROW = 1
RETIRED_AT_ONCE = 25


class Asked(TypedDict, total=False):
    """By hand: these fixtures, or those of that day. By schedule: neither."""

    ids: list[int]
    date: str


class Retired(TypedDict):
    """What one round of retention removed, and whether another one is needed."""

    fixtures: int
    objects: int
    more: bool


class FixtureRemover(Protocol):
    """Removes every object of a fixture; answers how many."""

    def delete_fixture(self, fixture_id: int) -> int: ...


def ingest_fixtures(asked: Asked, *, api: ApiFootball, arrivals: Arrivals, clock: Clock, rules: Rules) -> list[Team]:
    """Stores what is new where it belongs; answers the teams of everything that is still to be played.

    Teams of fixtures that were known are among them: an ingest that stopped before its answer loses none.
    """
    now = clock.now()
    teams: dict[int, Team] = {}
    for bodies in _asked_for(asked, api, now, rules):
        _store(bodies, arrivals, now, rules)
        ahead = [body for body in bodies if home_of(body.status) != "completed"]
        teams |= {team["id"]: team for body in ahead for team in teams_of(body, rules)}
    return list(teams.values())


def retire_fixtures(*, completed: Completed, live: Live, media: FixtureRemover, clock: Clock, rules: Rules) -> Retired:
    """Removes the oldest of what was archived long ago; S3 first, so that no object outlives its fixture."""
    cutoff = clock.now() - timedelta(days=rules.retention_days)
    old = completed.older_than(cutoff, at_most=RETIRED_AT_ONCE)
    objects = sum(media.delete_fixture(fixture["_id"]) for fixture in old)
    removed = completed.delete(old)
    live.forget([fixture["_id"] for fixture in old])
    say("fixtures_retired", fixtures=removed, objects=objects)
    return {"fixtures": removed, "objects": objects, "more": len(old) == RETIRED_AT_ONCE}


def _asked_for(asked: Asked, api: ApiFootball, now: datetime, rules: Rules) -> Iterator[Sequence[Body]]:
    if "ids" in asked:
        return _by_ids(asked["ids"], api, rules)
    if "date" in asked:
        return iter([_of_day(date.fromisoformat(asked["date"]), api, rules)])
    return _coming_days(api, now.date(), rules)


def _by_ids(ids: Sequence[int], api: ApiFootball, rules: Rules) -> Iterator[Sequence[Body]]:
    """Asked for by name, they need not be tracked."""
    for start in range(0, len(ids), rules.poll_batch_size):
        yield usable(api.by_ids(ids[start : start + rules.poll_batch_size])).bodies


def _coming_days(api: ApiFootball, today: date, rules: Rules) -> Iterator[Sequence[Body]]:
    """Three days, for every time zone; and when nothing is on tomorrow, the next day on which something is."""
    next_found = False
    for ahead in range(rules.lookahead_days + 1):
        if ahead >= WINDOW_DAYS and next_found:
            return
        try:
            bodies = _of_day(today + timedelta(days=ahead), api, rules)
        except AccessDenied as refused:
            if ahead == 0:
                raise
            # smaller plans see only so far: what can be seen is enough for today
            warn("day_refused", ahead=ahead, reason=str(refused))
            return
        next_found = next_found or (ahead >= TOMORROW and bool(bodies))
        yield bodies


def _of_day(day: date, api: ApiFootball, rules: Rules) -> Sequence[Body]:
    return [body for body in usable(api.by_date(day)).bodies if tracked(body, rules)]


def _store(bodies: Sequence[Body], arrivals: Arrivals, now: datetime, rules: Rules) -> None:
    known = arrivals.known([body.id for body in bodies])
    routed: dict[Home, list[FixtureDocument]] = defaultdict(list)
    for body in bodies:
        if body.id not in known:
            routed[home_of(body.status)].append(fresh(body, now, rules))
    arrivals.insert(routed)
    say("fixtures_stored", known=len(known), **{home: len(documents) for home, documents in routed.items()})
