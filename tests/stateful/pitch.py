"""Real events of a match, and the answers of the API: late, incomplete, in any order."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from footy.goals.fixtures.rows import EventRow, Player
from tests.support.match import AWAY, DI_MARIA, HOME, MBAPPE, MESSI, UNKNOWN_SCORER, goal

SQUADS = {HOME: (MESSI, DI_MARIA, Player(None, "A. Kronus")), AWAY: (MBAPPE, Player(2203, "K. Coman"))}
# closer goals of one side could be corrections of each other, which nothing can distinguish
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
    """Goal as scored and as reported; `tag` identifies it in a field that no rule reads."""

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
    assist: Player = UNKNOWN_SCORER
    detail: str = "Normal Goal"

    @property
    def reported(self) -> bool:
        return self.listed and not self.cancelled

    @property
    def in_the_score(self) -> bool:
        """Return whether the score counts a goal without a row."""
        return self.reported or self.counted

    @property
    def forgotten(self) -> bool:
        """Return whether the API reported the scorer earlier and omits the name now."""
        return self.nameless and self.named_once

    def row(self) -> EventRow:
        player = UNKNOWN_SCORER if self.nameless else self.player

        fields = {"detail": self.detail, "assist": self.assist, "comments": self.tag}
        return goal(self.minute, player, self.team, **fields)


@dataclass(frozen=True)
class Answer:
    """Answer of the API at one moment."""

    rows: tuple[EventRow, ...]
    score: tuple[int, int] | None = (0, 0)
    period: int = 3
    elapsed: int = 0

    @property
    def mark(self) -> tuple[int, int]:
        """Return the position of the match."""
        return self.period, self.elapsed

    @property
    def contradicts_itself(self) -> bool:
        """Return whether the score counts goals without a row (F19)."""
        return self.score is not None and sum(self.score) > len(self.rows)

    @property
    def looks(self) -> dict[str, "Look"]:
        """Return the scorer and the resulting score of each goal."""
        return {
            row.comments or "": (row.player, self._count(n)) for n, row in enumerate(self.rows) if row.player.has_name
        }

    def _count(self, upto: int) -> tuple[int, int]:
        return _added_up(self.rows[: upto + 1])

    def from_before(self, goals: int, minutes: int) -> "Answer":
        """Return an answer from some minutes ago, without the last goals (F20)."""
        rows = self.rows[: max(len(self.rows) - goals, 0)]
        return replace(self, rows=rows, score=_added_up(rows), elapsed=self.elapsed - minutes)

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the reported goals in match order."""
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
    """Goals of a match, with those that VAR removed."""

    goals: list[Happening] = field(default_factory=list)
    ever_cancelled: set[str] = field(default_factory=set)

    def cancel(self, goal: Happening, *, counted: bool = False) -> None:
        """Remove a goal by VAR; the score may follow later."""
        goal.cancelled, goal.counted = True, counted
        self.ever_cancelled.add(goal.tag)

    def answer(self, elapsed: int = 0, period: int = 3) -> Answer:
        reported_goals = sorted((goal for goal in self.goals if goal.reported), key=lambda goal: goal.minute)
        for goal_told in reported_goals:
            goal_told.named_once |= not goal_told.nameless
        counted = [goal.row() for goal in self.goals if goal.in_the_score]
        return Answer(tuple(goal.row() for goal in reported_goals), _added_up(counted), period, elapsed)

    def next_minute(self) -> int:
        return max((goal.origin for goal in self.goals), default=0) + APART

    def score(self, team: int, player: Player, *, nameless: bool, listed: bool, minute: int = 0) -> Happening:
        """Score a goal; `minute` is set only when VAR replaces another goal."""
        origin = minute or self.next_minute()
        tag = f"goal {len(self.goals) + 1}"
        new = Happening(tag, team, origin, origin, player, nameless, listed, awarded_by_var=bool(minute))
        self.goals.append(new)
        return new

    def taken_back(self) -> list[Happening]:
        """Return the removed goals that may return: no other goal replaced them."""
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
    sides = [row.team_id for row in rows]
    return sides.count(HOME), sides.count(AWAY)


def tags(happenings: Iterable[Happening]) -> set[str]:
    return {happening.tag for happening in happenings}
