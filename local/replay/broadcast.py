"""Score graphic of a clip at each second, for the renderer and the simulated vision model."""

from dataclasses import dataclass
from typing import Literal

from local.replay.timeline import BroadcastClock

Stoppage = Literal["sub_clock", "running", "frozen"]
SCORE_DELAY = 3
"""Seconds until the graphic follows a goal."""


@dataclass(frozen=True, slots=True)
class GraphicTexts:
    """Texts of the score graphic; an empty one is not shown."""

    score: str
    clock: str
    added: str = ""
    stoppage: str = ""


@dataclass(frozen=True, slots=True)
class ScoreGraphic:
    """Score graphic of one clip."""

    home: str
    away: str
    shirts: tuple[str, str]
    before: tuple[int, int]
    after: tuple[int, int]
    goal_at: float
    clock: BroadcastClock | None
    added: int
    stoppage: Stoppage

    def at(self, second: float) -> GraphicTexts | None:
        """Return the texts at a second of the clip; None for footage without a graphic."""
        if self.clock is None:
            return None
        home, away = self.after if second >= self.goal_at + SCORE_DELAY else self.before
        score = f"{home}-{away}"
        now = self.clock.later(int(second))
        over = now.seconds - now.stops_at * 60
        if over < 0:
            return GraphicTexts(score, clock_text(now.seconds))
        added = f"+{self.added}" if self.added else ""
        if self.stoppage == "running":
            return GraphicTexts(score, clock_text(now.seconds), added)
        sub_clock = clock_text(over) if self.stoppage == "sub_clock" else ""
        return GraphicTexts(score, clock_text(now.stops_at * 60), added, sub_clock)


def clock_text(seconds: int) -> str:
    """Return seconds as a clock like 67:05."""
    return f"{seconds // 60:02d}:{seconds % 60:02d}"
