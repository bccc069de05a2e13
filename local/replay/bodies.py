"""Answers of API-Football about a fixture at a moment."""

from datetime import datetime
from typing import Any, NotRequired, TypedDict

from local.replay.match import SHOOT_OUT, TYPES, ReplayFixture, ReplayPlayer, ReplayRow, ReplayTeam, Side

LOGOS = "https://media.api-sports.io/football"
REGULAR_PERIODS = 2


class TimeBody(TypedDict):
    """Minute of a row."""

    elapsed: int
    extra: int | None


class PersonBody(TypedDict):
    """Player of a row."""

    id: int | None
    name: str | None


class TeamBody(TypedDict):
    """Team of a row or a fixture."""

    id: int
    name: str
    logo: str
    winner: NotRequired[bool | None]


class EventBody(TypedDict):
    """Row of events."""

    time: TimeBody
    team: TeamBody
    player: PersonBody
    assist: PersonBody
    type: str
    detail: str
    comments: str | None


class ScorePair(TypedDict):
    """Score; null where it does not apply."""

    home: int | None
    away: int | None


class ScoreBody(TypedDict):
    """Scores of the parts of a match."""

    halftime: ScorePair
    fulltime: ScorePair
    extratime: ScorePair
    penalty: ScorePair


class FixtureBody(TypedDict):
    """Fixture; only a request by id contains the fields after `score`."""

    fixture: dict[str, Any]
    league: dict[str, Any]
    teams: dict[str, TeamBody]
    goals: ScorePair
    score: ScoreBody
    events: NotRequired[list[EventBody]]
    lineups: NotRequired[list[Any]]
    statistics: NotRequired[list[Any]]
    players: NotRequired[list[Any]]


NOTHING: ScorePair = {"home": None, "away": None}


def without_events(fixture: ReplayFixture, at: datetime) -> FixtureBody:
    """Return a fixture as in the list of a day."""
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


def with_events(fixture: ReplayFixture, at: datetime) -> FixtureBody:
    """Return a fixture as for a request by id."""
    events = _events(fixture, at)
    return {**without_events(fixture, at), "events": events, "lineups": [], "statistics": [], "players": []}


def _fixture(fixture: ReplayFixture, at: datetime) -> dict[str, Any]:
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


def _league(fixture: ReplayFixture) -> dict[str, Any]:
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


def _teams(fixture: ReplayFixture, goals: ScorePair, penalty: ScorePair) -> dict[str, TeamBody]:
    ahead = _ahead(goals) or _ahead(penalty)
    winners: dict[Side, bool | None] = {"home": ahead > 0 if ahead else None, "away": ahead < 0 if ahead else None}
    return {side: {**_team(fixture.team(side)), "winner": winner} for side, winner in winners.items()}


def _ahead(goals: ScorePair) -> int:
    return (goals["home"] or 0) - (goals["away"] or 0)


def _team(team: ReplayTeam) -> TeamBody:
    return {"id": team.id, "name": team.name, "logo": f"{LOGOS}/teams/{team.id}.png"}


def _goals(
    fixture: ReplayFixture, at: datetime, since: datetime | None = None, until: datetime | None = None
) -> ScorePair:
    """Return the score at a moment, of the goals between two times."""
    counting = [row for row in fixture.rows if row.counts(at)]
    counting = [
        row for row in counting if not (since and row.happens_at < since) and not (until and row.happens_at >= until)
    ]
    return {"home": _count(counting, "home"), "away": _count(counting, "away")}


def _count(rows: list[ReplayRow], side: Side) -> int:
    return sum(row.side == side for row in rows)


def _blank_score() -> ScoreBody:
    return {"halftime": NOTHING, "fulltime": NOTHING, "extratime": NOTHING, "penalty": NOTHING}


def _score(fixture: ReplayFixture, at: datetime) -> ScoreBody:
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


def _kicks(fixture: ReplayFixture, at: datetime) -> ScorePair:
    scored = [row for row in fixture.rows if row.comments == SHOOT_OUT and row.first.detail == "Penalty"]
    scored = [row for row in scored if row.at(at).shown]
    return {"home": _count(scored, "home"), "away": _count(scored, "away")}


def _events(fixture: ReplayFixture, at: datetime) -> list[EventBody]:
    """Return the rows in match order; the kicks of a shoot-out come newest first, as in the API."""
    rows = [row for row in fixture.rows if row.at(at).shown]
    play = [row for row in rows if row.comments != SHOOT_OUT]
    kicks = [row for row in reversed(rows) if row.comments == SHOOT_OUT]
    return [_event(fixture, row, at) for row in (*play, *kicks)]


def _event(fixture: ReplayFixture, row: ReplayRow, at: datetime) -> EventBody:
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


def _person(person: ReplayPlayer) -> PersonBody:
    return {"id": person.id, "name": person.name}
