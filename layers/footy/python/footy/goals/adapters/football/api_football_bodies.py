"""Validation of API-Football's answers: new fields are ignored, missing ones are named.

An unreadable fixture or row harms only itself: it is returned as a reject with its reason.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from footy.goals.fixtures.rows import GOAL, Body, EventRow, Player
from footy.goals.model.quota import Quota

ONLY_GOALS = frozenset({GOAL})
# limits of MongoDB's integers, and of the minutes of a match
Id = Annotated[int, Field(ge=0, lt=2**63)]
Minute = Annotated[int, Field(gt=-1_000, lt=1_000)]
LAST_SECOND = int(datetime.max.replace(tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class Reject:
    """Fixture or event that cannot be read, with the reason."""

    fixture_id: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """Fixtures of one answer; `missing` ids were requested but are absent or unreadable."""

    bodies: tuple[Body, ...]
    rejects: tuple[Reject, ...]
    missing: frozenset[int]
    quota: Quota | None


class _Status(BaseModel):
    short: str | None


class _Head(BaseModel):
    id: Id
    date: datetime | None = None
    timestamp: int | None = Field(default=None, ge=0, le=LAST_SECOND)
    status: _Status


class _Team(BaseModel):
    id: Id
    name: str | None


class _Teams(BaseModel):
    home: _Team
    away: _Team


class _League(BaseModel):
    id: int
    name: str | None = None
    country: str | None = None


class _Fixture(BaseModel):
    fixture: _Head
    league: _League
    teams: _Teams
    goals: dict[str, int | None]
    score: dict[str, Any]
    events: list[Any] | None = None


class _Time(BaseModel):
    elapsed: Minute
    extra: Minute | None = None


class _Player(BaseModel):
    id: Id | None = None
    name: str | None = None


class _Event(BaseModel):
    time: _Time
    team: _Team
    player: _Player | None = None
    assist: _Player | None = None
    type: str
    detail: str
    comments: str | None = None


def read_fixtures(entries: Iterable[object], kinds: Collection[str] = ONLY_GOALS) -> tuple[list[Body], list[Reject]]:
    """Return the fixtures of a response with their events of these kinds, and what cannot be read."""
    bodies: dict[int, Body] = {}
    rejects: list[Reject] = []
    for entry in entries:
        try:
            model = _Fixture.model_validate(entry)
        except ValidationError as invalid:
            rejects.append(Reject(_id_in(entry), _reason(invalid)))
            continue
        body, unreadable = _body(model, entry, kinds)
        bodies[body.id] = body
        rejects += unreadable
    return list(bodies.values()), rejects


def _body(model: _Fixture, entry: Any, kinds: Collection[str]) -> tuple[Body, list[Reject]]:
    rows, rejects = _rows(model.fixture.id, model.events or [], kinds)
    # a repeated row is one goal and hides no other, so absence still counts
    unique = tuple(dict.fromkeys(rows))
    repeated = (
        [Reject(model.fixture.id, f"events: {len(rows) - len(unique)} repeated")] if len(unique) < len(rows) else []
    )
    return Body(
        id=model.fixture.id,
        status=model.fixture.status.short,
        kickoff=_kickoff(model.fixture),
        home_id=model.teams.home.id,
        away_id=model.teams.away.id,
        raw={**entry, "goals": model.goals},  # "1.0" is read as 1, and kept as that
        events=None if model.events is None else unique,
        unreadable_events=len(rejects),
    ), [*rejects, *repeated]


def _rows(fixture_id: int, events: Iterable[object], kinds: Collection[str]) -> tuple[list[EventRow], list[Reject]]:
    rows: list[EventRow] = []
    rejects: list[Reject] = []
    for n, event in enumerate(events):
        if _is_ignored(event, kinds):
            continue
        try:
            rows.append(_row(_Event.model_validate(event)))
        except ValidationError as invalid:
            rejects.append(Reject(fixture_id, f"events.{n}.{_reason(invalid)}"))
    return rows, rejects


def _is_ignored(event: object, kinds: Collection[str]) -> bool:
    """Return True for an event of another kind; one without a readable type may be a goal."""
    kind = event.get("type") if isinstance(event, Mapping) else None
    return isinstance(kind, str) and kind not in kinds


def _row(model: _Event) -> EventRow:
    return EventRow(
        elapsed=model.time.elapsed,
        extra=model.time.extra,
        team_id=model.team.id,
        team_name=model.team.name or "",
        player=_person(model.player),
        assist=_person(model.assist),
        type=model.type,
        detail=model.detail,
        comments=model.comments,
    )


def _person(model: _Player | None) -> Player:
    return Player(model.id, model.name) if model else Player()


def _kickoff(head: _Head) -> datetime | None:
    if head.timestamp is not None:
        return datetime.fromtimestamp(head.timestamp, UTC)
    if head.date is None:
        return None
    return head.date if head.date.tzinfo else head.date.replace(tzinfo=UTC)


def _reason(invalid: ValidationError) -> str:
    first = invalid.errors(include_url=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _id_in(entry: Any) -> int | None:
    """Return the fixture id of an unreadable entry."""
    header = entry.get("fixture") if isinstance(entry, Mapping) else None
    fixture_id = header.get("id") if isinstance(header, Mapping) else None
    return fixture_id if isinstance(fixture_id, int) else None
