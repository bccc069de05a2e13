"""What the score graphic of a clip shows at each of its seconds: the one truth of renderer and vision."""

from dataclasses import dataclass
from typing import Literal

from local.replay.timeline import Reading

Stoppage = Literal["sub_clock", "running", "frozen"]
STOPPAGES: tuple[Stoppage, ...] = ("sub_clock", "running", "frozen")
SCORE_DELAY = 3
"""Seconds until the graphic follows a goal."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """The texts of the score graphic; an empty one is not on screen."""

    score: str
    clock: str
    added: str = ""
    stoppage: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The score graphic over the length of one clip."""

    home: str
    away: str
    shirts: tuple[str, str]
    before: tuple[int, int]
    after: tuple[int, int]
    goal_at: float
    clock: Reading | None
    added: int
    stoppage: Stoppage

    def at(self, second: float) -> Graphics | None:
        """The graphic at a second of the clip; none on footage without one."""
        if self.clock is None:
            return None
        home, away = self.after if second >= self.goal_at + SCORE_DELAY else self.before
        score = f"{home}-{away}"
        now = self.clock.later(int(second))
        over = now.seconds - now.stops_at * 60
        if over < 0:
            return Graphics(score, clock_text(now.seconds))
        added = f"+{self.added}" if self.added else ""
        if self.stoppage == "running":
            return Graphics(score, clock_text(now.seconds), added)
        sub_clock = clock_text(over) if self.stoppage == "sub_clock" else ""
        return Graphics(score, clock_text(now.stops_at * 60), added, sub_clock)


def clock_text(seconds: int) -> str:
    """Seconds as a clock: 67:05."""
    return f"{seconds // 60:02d}:{seconds % 60:02d}"
