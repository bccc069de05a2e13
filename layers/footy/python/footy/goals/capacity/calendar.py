"""Match windows, from shortly before kick-off to the end of the last goal's search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from footy.goals.settings import Rules


@dataclass(frozen=True, slots=True, order=True)
class MatchWindow:
    """Time in which goals may happen and be searched for, without its end."""

    opens: datetime
    closes: datetime

    def holds(self, moment: datetime) -> bool:
        """Tell whether the window contains this moment."""
        return self.opens <= moment < self.closes


@dataclass(frozen=True, slots=True)
class Demand:
    """Current demand: open goals, matches in play, active fixtures."""

    goals: int
    playing: int
    active_fixtures: int


def windows(kickoffs: Iterable[datetime], rules: Rules) -> list[MatchWindow]:
    """Return the windows of these kick-offs in order; windows that touch are merged."""
    lead = timedelta(minutes=rules.window_lead_minutes)
    # a goal of the last minute is searched for until its deadline
    lasts = timedelta(minutes=rules.window_match_minutes + rules.deadline_minutes)
    merged: list[MatchWindow] = []
    for kickoff in sorted(kickoffs):
        own = MatchWindow(kickoff - lead, kickoff + lasts)
        if merged and own.opens <= merged[-1].closes:
            own = MatchWindow(merged.pop().opens, own.closes)
        merged.append(own)
    return merged


def is_open(calendar: Sequence[MatchWindow], demand: Demand, now: datetime) -> bool:
    """Tell whether workers are needed; open goals and matches in play prolong a window."""
    if demand.goals or demand.playing:
        return True
    return demand.active_fixtures > 0 and any(window.holds(now) for window in calendar)
