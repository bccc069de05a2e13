"""The bodies that API-Football gives for a fixture at a moment."""

from datetime import datetime
from typing import Any, NotRequired, TypedDict

from local.replay.match import SHOOT_OUT, TYPES, Fixture, Person, Row, Side, Team

LOGOS = "https://media.api-sports.io/football"
REGULAR_PERIODS = 2


class TimeBody(TypedDict):
    """When a row happened."""

    elapsed: int
    extra: int | None


class PersonBody(TypedDict):
    """A player of a row."""

    id: int | None
    name: str | None


class TeamBody(TypedDict):
    """A team of a row or a fixture."""

    id: int
    name: str
    logo: str
    winner: NotRequired[bool | None]


class EventBody(TypedDict):
    """One row of events."""

    time: TimeBody
    team: TeamBody
    player: PersonBody
    assist: PersonBody
    type: str
    detail: str
    comments: str | None


class Goals(TypedDict):
    """A score, each side null where it does not apply."""

    home: int | None
    away: int | None


class ScoreBody(TypedDict):
    """The score by stretch of the match."""

    halftime: Goals
    fulltime: Goals
    extratime: Goals
    penalty: Goals


class FixtureBody(TypedDict):
    """One fixture; what follows `score` comes only when it is asked for by id."""

    fixture: dict[str, Any]
    league: dict[str, Any]
    teams: dict[str, TeamBody]
    goals: Goals
    score: ScoreBody
    events: NotRequired[list[EventBody]]
    lineups: NotRequired[list[Any]]
    statistics: NotRequired[list[Any]]
    players: NotRequired[list[Any]]


NOTHING: Goals = {"home": None, "away": None}


def without_events(fixture: Fixture, at: datetime) -> FixtureBody:
    """A fixture as the list of a day gives it."""
    started = at >= fixture.kick_off
    goals = _goals(fixture, at) if started else NOTHING
    score = _score(fixture, at) if started else _blank_score()
    return {
        "fixture": _fixture(fixture, at),
        "league": _league(fixture),
        "teams": _teams(fixture, goals, score["penalty"]),
        "goals": goals,
        "score": score,
    }


def with_events(fixture: Fixture, at: datetime) -> FixtureBody:
    """A fixture as asked for by id."""
    events = _events(fixture, at)
    return {**without_events(fixture, at), "events": events, "lineups": [], "statistics": [], "players": []}


def _fixture(fixture: Fixture, at: datetime) -> dict[str, Any]:
    status = fixture.status(at)
    starts = [int(period.starts_at.timestamp()) for period in fixture.timeline.periods if period.starts_at <= at]
    first, second = (*starts, None, None)[:REGULAR_PERIODS]
    return {
        "id": fixture.id,
        "referee": fixture.referee,
        "timezone": "UTC",
        "date": fixture.kick_off.isoformat(),
        "timestamp": int(fixture.kick_off.timestamp()),
        "periods": {"first": first, "second": second},
        "venue": {"id": fixture.venue.id, "name": fixture.venue.name, "city": fixture.venue.city},
        "status": {"long": status.long, "short": status.short, "elapsed": status.elapsed, "extra": status.extra},
    }


def _league(fixture: Fixture) -> dict[str, Any]:
    league = fixture.league
    return {
        "id": league.id,
        "name": league.name,
        "country": league.country,
        "logo": f"{LOGOS}/leagues/{league.id}.png",
        "flag": None,
        "season": league.season,
        "round": league.round,
    }


def _teams(fixture: Fixture, goals: Goals, penalty: Goals) -> dict[str, TeamBody]:
    ahead = _ahead(goals) or _ahead(penalty)
    winners: dict[Side, bool | None] = {"home": ahead > 0 if ahead else None, "away": ahead < 0 if ahead else None}
    return {side: {**_team(fixture.team(side)), "winner": winner} for side, winner in winners.items()}


def _ahead(goals: Goals) -> int:
    return (goals["home"] or 0) - (goals["away"] or 0)


def _team(team: Team) -> TeamBody:
    return {"id": team.id, "name": team.name, "logo": f"{LOGOS}/teams/{team.id}.png"}


def _goals(fixture: Fixture, at: datetime, since: datetime | None = None, until: datetime | None = None) -> Goals:
    """The goals that count at a moment, of those that fell in a stretch."""
    counting = [row for row in fixture.rows if row.counts(at)]
    counting = [
        row for row in counting if not (since and row.happens_at < since) and not (until and row.happens_at >= until)
    ]
    return {"home": _of(counting, "home"), "away": _of(counting, "away")}


def _of(rows: list[Row], side: Side) -> int:
    return sum(row.side == side for row in rows)


def _blank_score() -> ScoreBody:
    return {"halftime": NOTHING, "fulltime": NOTHING, "extratime": NOTHING, "penalty": NOTHING}


def _score(fixture: Fixture, at: datetime) -> ScoreBody:
    periods = fixture.timeline.periods
    score = _blank_score()
    score["halftime"] = _goals(fixture, at, until=periods[0].ends_at)
    regular_end = periods[REGULAR_PERIODS - 1].ends_at
    if at >= regular_end:
        score["fulltime"] = _goals(fixture, at, until=regular_end)
    if len(periods) > REGULAR_PERIODS and at >= periods[REGULAR_PERIODS].starts_at:
        score["extratime"] = _goals(fixture, at, since=regular_end)
    if fixture.timeline.kicks_at and at >= fixture.timeline.kicks_at:
        score["penalty"] = _kicks(fixture, at)
    return score


def _kicks(fixture: Fixture, at: datetime) -> Goals:
    scored = [row for row in fixture.rows if row.comments == SHOOT_OUT and row.first.detail == "Penalty"]
    scored = [row for row in scored if row.at(at).shown]
    return {"home": _of(scored, "home"), "away": _of(scored, "away")}


def _events(fixture: Fixture, at: datetime) -> list[EventBody]:
    """The rows in match order; the kicks of a shoot-out come newest first, as they do from the API."""
    rows = [row for row in fixture.rows if row.at(at).shown]
    play = [row for row in rows if row.comments != SHOOT_OUT]
    kicks = [row for row in reversed(rows) if row.comments == SHOOT_OUT]
    return [_event(fixture, row, at) for row in (*play, *kicks)]


def _event(fixture: Fixture, row: Row, at: datetime) -> EventBody:
    state = row.at(at)
    return {
        "time": {"elapsed": state.minute.elapsed, "extra": state.minute.extra},
        "team": _team(fixture.team(row.side)),
        "player": _person(state.player),
        "assist": _person(state.assist),
        "type": TYPES[state.detail],
        "detail": state.detail,
        "comments": row.comments,
    }


def _person(person: Person) -> PersonBody:
    return {"id": person.id, "name": person.name}
