"""Fixture of a replay, and its rows at any moment."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pydantic import ConfigDict

from local.replay.posts import Post
from local.replay.timeline import LONG_NAMES, MatchMinute, MatchStatus, Timeline

Side = Literal["home", "away"]
SIDES: tuple[Side, ...] = ("home", "away")
GOALS = ("Normal Goal", "Penalty", "Own Goal")
TYPES = {
    **dict.fromkeys((*GOALS, "Missed Penalty"), "Goal"),
    **dict.fromkeys(("Yellow Card", "Second Yellow card", "Red Card"), "Card"),
    **dict.fromkeys(("Goal cancelled", "Goal Disallowed - offside", "Penalty confirmed", "Penalty cancelled"), "Var"),
    **{f"Substitution {n}": "subst" for n in range(1, 7)},
}
DETAILS = tuple(TYPES)
SHOOT_OUT = "Penalty Shootout"
STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class ReplayPlayer:
    """Player of a row; the API may know neither id nor name."""

    id: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ReplayTeam:
    """One side of a fixture."""

    __pydantic_config__ = STRICT

    id: int
    name: str
    code: str
    shirt: str


@dataclass(frozen=True, slots=True)
class ReplayLeague:
    """Competition of a fixture."""

    __pydantic_config__ = STRICT

    id: int
    name: str
    country: str
    season: int
    round: str


@dataclass(frozen=True, slots=True)
class ReplayVenue:
    """Stadium of a fixture."""

    __pydantic_config__ = STRICT

    name: str
    city: str
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Correction of a row, some seconds after its goal; None leaves a field unchanged."""

    after: float
    shown: bool | None = None
    player: ReplayPlayer | None = None
    assist: ReplayPlayer | None = None
    minute: MatchMinute | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class RowState:
    """Row of the API at one moment."""

    shown: bool
    player: ReplayPlayer
    assist: ReplayPlayer
    minute: MatchMinute
    detail: str


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """Row of a fixture's events with all its corrections."""

    happens_at: datetime
    side: Side
    first: RowState
    comments: str | None
    changes: tuple[Change, ...]
    scores_after: float | None = None
    posts: tuple[Post, ...] = ()

    def at(self, moment: datetime) -> RowState:
        """Return the row with all corrections until a moment."""
        state = self.first
        for change in self.changes:
            if self.happens_at + timedelta(seconds=change.after) <= moment:
                state = _corrected(state, change)
        return state

    @property
    def final(self) -> RowState:
        state = self.first
        for change in self.changes:
            state = _corrected(state, change)
        return state

    @property
    def is_goal(self) -> bool:
        """Return whether this is a goal of the match; kicks of a shoot-out are not."""
        return self.final.detail in GOALS and self.comments != SHOOT_OUT

    def counts(self, moment: datetime) -> bool:
        """Return whether the score includes this goal at a moment, which may be before or after its row appears."""
        if self.scores_after is not None and self.happens_at + timedelta(seconds=self.scores_after) > moment:
            return False
        early = self.scores_after is not None and moment < self.appears_at
        return self.is_goal and (early or self.at(moment).shown)

    @property
    def appears_at(self) -> datetime:
        delay = min(change.after for change in self.changes if change.shown)
        return self.happens_at + timedelta(seconds=delay)


@dataclass(frozen=True, slots=True)
class Notice:
    """Status that overrides the clock's for a time: postponed, suspended, interrupted."""

    short: str
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class ReplayFixture:
    """Match of the day."""

    id: int
    referee: str | None
    venue: ReplayVenue
    league: ReplayLeague
    home: ReplayTeam
    away: ReplayTeam
    timeline: Timeline
    rows: tuple[ReplayRow, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def kick_off(self) -> datetime:
        return self.timeline.starts_at

    def team(self, side: Side) -> ReplayTeam:
        return self.home if side == "home" else self.away

    def status(self, at: datetime) -> MatchStatus:
        """Return the status of the API at a moment."""
        playing = self.timeline.status(at)
        for notice in self.notices:
            if notice.starts_at <= at < notice.ends_at:
                return replace(playing, short=notice.short, long=LONG_NAMES[notice.short])
        return playing

    def goals(self) -> tuple[ReplayRow, ...]:
        """Return the goals that count in the end, in order."""
        return tuple(row for row in self.rows if row.is_goal and row.final.shown)


def _corrected(state: RowState, change: Change) -> RowState:
    return RowState(
        shown=state.shown if change.shown is None else change.shown,
        player=change.player or state.player,
        assist=change.assist or state.assist,
        minute=change.minute or state.minute,
        detail=change.detail or state.detail,
    )
