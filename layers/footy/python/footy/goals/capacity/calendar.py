"""When anything is on: from shortly before the first kick-off to the end of the last goal's search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from footy.goals.settings import Rules


@dataclass(frozen=True, slots=True, order=True)
class MatchWindow:
    """A time in which goals may fall and be searched for; `closes` is no part of it."""

    opens: datetime
    closes: datetime

    def holds(self, moment: datetime) -> bool:
        """Whether this moment is in it."""
        return self.opens <= moment < self.closes


@dataclass(frozen=True, slots=True)
class Demand:
    """What is on right now: goals whose search is not over, matches in play, and fixtures that are watched."""

    goals: int
    playing: int
    watched: int


def windows(kickoffs: Iterable[datetime], rules: Rules) -> list[MatchWindow]:
    """The windows of these fixtures in their order, those that touch made one."""
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
    """Whether workers are needed: goals and play prolong a window; one whose fixtures have all ended is over."""
    if demand.goals or demand.playing:
        return True
    return demand.watched > 0 and any(window.holds(now) for window in calendar)
