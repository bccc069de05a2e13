"""Weeks of fixtures, played minute by minute through the calendar and a pool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from footy.goals.capacity.calendar import Demand, MatchWindow, is_open, windows
from footy.goals.capacity.pool import PoolName, PoolState, instances_needed, next_size, pool_of
from footy.goals.settings import Rules

MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
WEEK = 7 * 24 * 60
# with half-time and stoppage; a search lasts ten minutes, its downloads a few more
PLAYED, SEARCHED = 112, 17
GOALS_PER_MATCH = 2.8
SATURDAY, SUNDAY, FRIDAY, TUESDAY, WEDNESDAY, THURSDAY, FIRST = 5, 6, 4, 1, 2, 3, 0

# day of the week, kick-off in UTC, how many at once
Kickoffs = Sequence[tuple[int, str, int]]
LEAGUE: Kickoffs = (
    *[(FRIDAY, "19:30", 3), (FRIDAY, "20:00", 2), (SATURDAY, "12:30", 2), (SATURDAY, "14:00", 3)],
    *[(SATURDAY, "14:30", 5), (SATURDAY, "15:00", 6), (SATURDAY, "17:00", 2), (SATURDAY, "17:30", 3)],
    *[(SATURDAY, "19:45", 2), (SATURDAY, "20:00", 2), (SUNDAY, "11:30", 1), (SUNDAY, "13:00", 2)],
    *[(SUNDAY, "14:00", 5), (SUNDAY, "16:30", 4), (SUNDAY, "19:45", 3), (FIRST, "19:45", 2), (FIRST, "20:00", 1)],
)
EUROPE: Kickoffs = (
    *[(TUESDAY, "17:45", 2), (TUESDAY, "20:00", 7), (WEDNESDAY, "17:45", 2), (WEDNESDAY, "20:00", 7)],
    *[(THURSDAY, "17:45", 8), (THURSDAY, "20:00", 8)],
)
WEEKS: Mapping[str, Kickoffs] = {
    "five leagues": LEAGUE,
    "five leagues and Europe": (*LEAGUE, *EUROPE),
    "national teams": tuple((day, "19:45", 4) for day in (THURSDAY, FRIDAY, SATURDAY, SUNDAY, FIRST, TUESDAY)),
    "a world cup's groups": tuple(
        (day, clock, 1) for day in range(7) for clock in ("10:00", "13:00", "16:00", "19:00")
    ),
    "nothing": (),
}


@dataclass(frozen=True, slots=True)
class Week:
    """Kick-offs and goals, in minutes since Monday."""

    kickoffs: Sequence[int]
    goals: Sequence[int]

    def demand(self, minute: int) -> Demand:
        """Return the demand as the database reports it; fixtures are polled from 30 minutes before kick-off."""
        with_lead = sum(-30 <= minute - kickoff < PLAYED for kickoff in self.kickoffs)
        playing = sum(0 <= minute - kickoff < PLAYED for kickoff in self.kickoffs)
        return Demand(sum(0 <= minute - goal < SEARCHED for goal in self.goals), playing, with_lead)


def week_of(kickoffs: Kickoffs, seed: int = 1) -> Week:
    """Draw the goals of a week, equal for equal seeds."""
    chance = Random(seed)
    starts = [_minute(day, clock) for day, clock, count in kickoffs for _ in range(count)]
    goals = [start + chance.randrange(PLAYED) for start in starts for _ in range(_goals(chance))]
    return Week(sorted(starts), sorted(goals))


@dataclass(frozen=True, slots=True)
class Minute:
    """One minute of a week: demand, whether the pool is open, and its size."""

    at: int
    demand: Demand
    opened: bool
    instances_needed: int
    size: int


def played(week: Week, rules: Rules, name: PoolName = "vision") -> list[Minute]:
    """Play the week as `set_capacity` sees it."""
    calendar: list[MatchWindow] = windows((MONDAY + start * MINUTE for start in week.kickoffs), rules)
    pool, standing, story = pool_of(name, rules), PoolState(), []
    for at in range(WEEK):
        now, demand = MONDAY + at * MINUTE, week.demand(at)
        opened = is_open(calendar, demand, now)
        needed = instances_needed(demand.goals, pool, is_open=opened)
        standing = next_size(standing, needed, now, pool)
        story.append(Minute(at, demand, opened, needed, standing.size))
    return story


def _minute(day: int, clock: str) -> int:
    hours, minutes = clock.split(":")
    return (day * 24 + int(hours)) * 60 + int(minutes)


def _goals(chance: Random) -> int:
    return sum(chance.random() < GOALS_PER_MATCH / 8 for _ in range(8))
