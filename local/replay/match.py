"""One fixture of a replay, and what the API knows of its rows at any moment."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from local.replay.posts import Post
from local.replay.timeline import LONG_NAMES, Minute, Status, Timeline

Side = Literal["home", "away"]
SIDES: tuple[Side, ...] = ("home", "away")
GOALS = ("Normal Goal", "Penalty", "Own Goal")
TYPES = {
    **dict.fromkeys((*GOALS, "Missed Penalty"), "Goal"),
    **dict.fromkeys(("Yellow Card", "Second Yellow card", "Red Card"), "Card"),
    **dict.fromkeys(("Goal cancelled", "Goal Disallowed - offside", "Penalty confirmed", "Penalty cancelled"), "Var"),
    **{f"Substitution {n}": "subst" for n in range(1, 7)},
}
SHOOT_OUT = "Penalty Shootout"


@dataclass(frozen=True, slots=True)
class Person:
    """A player as a row names him; either part may be unknown."""

    id: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """One side of a fixture."""

    id: int
    name: str
    code: str
    shirt: str


@dataclass(frozen=True, slots=True)
class League:
    """The competition of a fixture."""

    id: int
    name: str
    country: str
    season: int
    round: str


@dataclass(frozen=True, slots=True)
class Venue:
    """The ground of a fixture."""

    id: int | None
    name: str | None
    city: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """What the API corrects in a row, so many seconds after the thing happened; what is None stays."""

    after: float
    shown: bool | None = None
    player: Person | None = None
    assist: Person | None = None
    minute: Minute | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class RowState:
    """A row as the API gives it at one moment."""

    shown: bool
    player: Person
    assist: Person
    minute: Minute
    detail: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a fixture's events, with its whole story."""

    happens_at: datetime
    side: Side
    first: RowState
    comments: str | None
    changes: tuple[Change, ...]
    scores_after: float | None = None
    posts: tuple[Post, ...] = ()

    def at(self, moment: datetime) -> RowState:
        """The row with every correction made until a moment."""
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
        """Whether this is a goal of the match, as kicks of a shoot-out are not."""
        return self.final.detail in GOALS and self.comments != SHOOT_OUT

    def counts(self, moment: datetime) -> bool:
        """Whether the score includes this goal at a moment; it may do so before or after its row is there."""
        if self.scores_after is not None and self.happens_at + timedelta(seconds=self.scores_after) > moment:
            return False
        early = self.scores_after is not None and moment < self.appears_at
        return self.is_goal and (early or self.at(moment).shown)

    @property
    def appears_at(self) -> datetime:
        shown = [change.after for change in self.changes if change.shown]
        return self.happens_at + timedelta(seconds=min(shown))


@dataclass(frozen=True, slots=True)
class Notice:
    """A status that overrides the clock's for a while: postponed, suspended, interrupted."""

    short: str
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match of the day."""

    id: int
    referee: str | None
    venue: Venue
    league: League
    home: Team
    away: Team
    timeline: Timeline
    rows: tuple[Row, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def kick_off(self) -> datetime:
        return self.timeline.starts_at

    def team(self, side: Side) -> Team:
        return self.home if side == "home" else self.away

    def status(self, at: datetime) -> Status:
        """The status the API gives at a moment."""
        playing = self.timeline.status(at)
        for notice in self.notices:
            if notice.starts_at <= at < notice.ends_at:
                return replace(playing, short=notice.short, long=LONG_NAMES[notice.short])
        return playing

    def goals(self) -> tuple[Row, ...]:
        """The goals that stand in the end, in the order they fell."""
        return tuple(row for row in self.rows if row.is_goal and row.final.shown)


def _corrected(state: RowState, change: Change) -> RowState:
    return RowState(
        shown=state.shown if change.shown is None else change.shown,
        player=change.player or state.player,
        assist=change.assist or state.assist,
        minute=change.minute or state.minute,
        detail=change.detail or state.detail,
    )
