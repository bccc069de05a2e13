"""What really happens in a match, and how the API tells it: late, forgetful, in any order."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from footy.goals.fixtures.rows import EventRow, Player
from tests.support.match import AWAY, DI_MARIA, HOME, MBAPPE, MESSI, NOBODY, goal

SQUADS = {HOME: (MESSI, DI_MARIA, Player(None, "A. Kronus")), AWAY: (MBAPPE, Player(2203, "K. Coman"))}
# Nearer to each other, two goals of one side could be each other's correction: nobody can tell then.
APART = 8
FULL_TIME = 88
NOISE = (
    goal(30, MESSI, type="Card", detail="Yellow Card"),
    goal(31, MBAPPE, AWAY, detail="Missed Penalty"),
    goal(120, MESSI, detail="Penalty", comments="Penalty Shootout"),
)


Look = tuple[Player, tuple[int, int]]


@dataclass
class Happening:
    """A goal as it was scored, and what the API makes of it; `tag` travels with it in a field nobody decides on."""

    tag: str
    team: int
    origin: int
    minute: int
    player: Player
    nameless: bool
    listed: bool
    awarded_by_var: bool = False
    cancelled: bool = False
    counted: bool = False
    named_once: bool = False
    assist: Player = NOBODY
    detail: str = "Normal Goal"

    @property
    def told(self) -> bool:
        return self.listed and not self.cancelled

    @property
    def in_the_score(self) -> bool:
        """The score may lag behind the rows: it counts a goal that is not told."""
        return self.told or self.counted

    @property
    def forgotten(self) -> bool:
        """Whether the API has told the scorer and tells him no more."""
        return self.nameless and self.named_once

    def row(self) -> EventRow:
        player = NOBODY if self.nameless else self.player
        told = {"detail": self.detail, "assist": self.assist, "comments": self.tag}
        return goal(self.minute, player, self.team, **told)


@dataclass(frozen=True)
class Answer:
    """What the API tells at one moment."""

    rows: tuple[EventRow, ...]
    score: tuple[int, int] | None = (0, 0)
    period: int = 3
    elapsed: int = 0

    @property
    def mark(self) -> tuple[int, int]:
        """How far the match is."""
        return self.period, self.elapsed

    @property
    def contradicts_itself(self) -> bool:
        """Its score counts goals of which it has no row."""
        return self.score is not None and sum(self.score) > len(self.rows)

    @property
    def looks(self) -> dict[str, "Look"]:
        """By what a goal is known again: its scorer, and the score that it makes."""
        return {
            row.comments or "": (row.player, self._count(n)) for n, row in enumerate(self.rows) if row.player.has_name
        }

    def _count(self, upto: int) -> tuple[int, int]:
        return _added_up(self.rows[: upto + 1])

    def from_before(self, goals: int, minutes: int) -> "Answer":
        """The same from some minutes ago, when the last goals were not scored."""
        rows = self.rows[: max(len(self.rows) - goals, 0)]
        return replace(self, rows=rows, score=_added_up(rows), elapsed=self.elapsed - minutes)

    @property
    def tags(self) -> tuple[str, ...]:
        """The goals it tells, in match order."""
        return tuple(row.comments or "" for row in self.rows)

    @property
    def named(self) -> frozenset[str]:
        return frozenset(row.comments or "" for row in self.rows if row.player.has_name)

    def before(self, minute: int) -> tuple[str, ...]:
        return tuple(row.comments or "" for row in self.rows if row.elapsed < minute)

    def scorers(self, after: int) -> dict[str, Player]:
        return {row.comments or "": row.player for row in self.rows if row.elapsed >= after}

    def shuffled(self, seed: int) -> list[EventRow]:
        rows = [*self.rows, *NOISE]
        random.Random(seed).shuffle(rows)
        return rows


@dataclass
class Pitch:
    """All goals of a match, also those that VAR took away."""

    goals: list[Happening] = field(default_factory=list)
    ever_cancelled: set[str] = field(default_factory=set)

    def cancel(self, goal: Happening, *, counted: bool = False) -> None:
        """VAR takes it away; the score may be slow to follow."""
        goal.cancelled, goal.counted = True, counted
        self.ever_cancelled.add(goal.tag)

    def answer(self, elapsed: int = 0, period: int = 3) -> Answer:
        told = sorted((goal for goal in self.goals if goal.told), key=lambda goal: goal.minute)
        for goal_told in told:
            goal_told.named_once |= not goal_told.nameless
        counted = [goal.row() for goal in self.goals if goal.in_the_score]
        return Answer(tuple(goal.row() for goal in told), _added_up(counted), period, elapsed)

    def next_minute(self) -> int:
        return max((goal.origin for goal in self.goals), default=0) + APART

    def score(self, team: int, player: Player, *, nameless: bool, listed: bool, minute: int = 0) -> Happening:
        """Somebody scores; at `minute` only when VAR gives a goal in the place of another one."""
        origin = minute or self.next_minute()
        tag = f"goal {len(self.goals) + 1}"
        new = Happening(tag, team, origin, origin, player, nameless, listed, awarded_by_var=bool(minute))
        self.goals.append(new)
        return new

    def taken_back(self) -> list[Happening]:
        """Goals that could be given after all: nothing was given in their place."""
        places = {(goal.origin, goal.origin - 1) for goal in self.goals if goal.awarded_by_var}
        awarded = {minute for pair in places for minute in pair}
        return [goal for goal in self.goals if goal.cancelled and goal.origin not in awarded]

    def standing(self) -> Iterator[Happening]:
        return (goal for goal in self.goals if not goal.cancelled)

    def hidden_before(self, minute: int) -> bool:
        return any(not goal.listed and goal.minute < minute for goal in self.standing())

    def forgotten_after(self, minute: int) -> bool:
        return any(goal.forgotten and goal.minute >= minute for goal in self.standing())


def _added_up(rows: Iterable[EventRow]) -> tuple[int, int]:
    made = [row.team_id for row in rows]
    return made.count(HOME), made.count(AWAY)


def tags(happenings: Iterable[Happening]) -> set[str]:
    return {happening.tag for happening in happenings}
