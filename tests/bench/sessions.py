"""A weekend of searches through browser sessions: as many instances as the goals need, beside fixed numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median

from footy.capacity.calendar import Demand, is_open, windows
from footy.capacity.pool import Standing, needed, pool_of, resized
from footy.settings import Rules
from tests.bench.line import Line
from tests.bench.prices import FARGATE_CPU_HOUR, FARGATE_GB_HOUR, POST

SATURDAY = datetime(2026, 11, 21, tzinfo=UTC)
# hour and number of matches of each day, as five leagues play them
DAYS = (((12.5, 3), (14, 5), (15, 8), (16, 3), (17.5, 4), (20, 5)), ((12, 3), (14, 6), (16.5, 5), (19, 3), (20, 3)))
GOALS_PER_MATCH = 2.8
MATCH_MINUTES = 110
MINUTES = 2 * 24 * 60
# an instance answers one search after the other: the pace of its account, or the search itself where that is longer
SEARCH_SECONDS = 6.0
# 1 vCPU and 2 GB
HOUR_USD = FARGATE_CPU_HOUR + 2 * FARGATE_GB_HOUR
FIXED = (2, 8)

Size = Callable[[int, int], int]


@dataclass(frozen=True, slots=True)
class Weekend:
    """Kick-offs, and the minutes in which each goal is searched for."""

    kickoffs: tuple[int, ...]
    searches: tuple[tuple[float, ...], ...]
    goals: int

    def playing(self, minute: int) -> int:
        """Matches in play."""
        return sum(start <= minute < start + MATCH_MINUTES for start in self.kickoffs)


def a_weekend(random: Random, rules: Rules) -> Weekend:
    """Goals fall at any time of a match; each searches ten times, a minute apart."""
    kickoffs = tuple(
        day * 24 * 60 + int(hour * 60) for day, slots in enumerate(DAYS) for hour, games in slots for _ in range(games)
    )
    searches: list[list[float]] = [[] for _ in range(MINUTES)]
    goals = 0
    for start in kickoffs:
        for _ in range(sum(random.random() < GOALS_PER_MATCH / 10 for _ in range(10))):
            goals += 1
            fell = start + random.uniform(2, MATCH_MINUTES)
            for attempt in range(rules.searches_per_goal):
                at = fell + attempt * rules.attempt_seconds / 60
                searches[int(at)].append(at % 1 * 60)
    return Weekend(kickoffs, tuple(tuple(sorted(minute)) for minute in searches), goals)


def played(weekend: Weekend, size: Size, random: Random, rules: Rules) -> tuple[float, list[float]]:
    """Hours of instances, and how long each search waited for its turn; names lead to any instance."""
    minutes, waits = 0, list[float]()
    free: list[float] = []
    for minute, searches in enumerate(weekend.searches):
        instances = size(minute, len(searches))
        minutes += instances
        free = (free + [0.0] * instances)[:instances]
        for second in searches:
            at = minute * 60 + second
            if not free:
                waits.append(rules.session_turn_seconds)
                continue
            chosen = random.randrange(len(free))
            begins = max(at, free[chosen])
            waits.append(min(begins - at, rules.session_turn_seconds))
            if begins - at < rules.session_turn_seconds:
                free[chosen] = begins + max(SEARCH_SECONDS, rules.session_pace_seconds)
    return minutes / 60, waits


def following(weekend: Weekend, rules: Rules) -> Size:
    """As `set_capacity` decides it every minute; what it asks for is there a minute later."""
    pool = pool_of("browser", rules)
    calendar = windows([SATURDAY + timedelta(minutes=start) for start in weekend.kickoffs], rules)
    standing, ready = Standing(), 0

    def size(minute: int, goals: int) -> int:
        nonlocal standing, ready
        before, now = ready, SATURDAY + timedelta(minutes=minute)
        playing = weekend.playing(minute)
        watched = sum(start > minute - MATCH_MINUTES for start in weekend.kickoffs)
        opened = is_open(calendar, Demand(goals=goals, playing=playing, watched=watched), now)
        standing = resized(standing, needed(goals, pool, is_open=opened), now, pool)
        ready = standing.size
        return min(before, ready) if ready < before else before

    return size


def always_of(number: int) -> Size:
    """As many whatever happens."""
    return lambda _minute, _goals: number


def measure() -> list[Line]:
    """The same weekend three times."""
    rules = Rules()
    weekend = a_weekend(Random(17), rules)
    sizes: dict[str, Size] = {"by goals": following(weekend, rules)}
    sizes |= {f"always {number}": always_of(number) for number in FIXED}
    results = {name: played(weekend, size, Random(18), rules) for name, size in sizes.items()}
    always = results[f"always {FIXED[-1]}"][0]
    return [_line(name, weekend, hours, waits, always) for name, (hours, waits) in results.items()]


def _line(name: str, weekend: Weekend, hours: float, waits: list[float], always: float) -> Line:
    rules = Rules()
    late = sum(wait >= rules.session_turn_seconds for wait in waits) / len(waits)
    usd, api = hours * HOUR_USD, weekend.goals * rules.posts_per_goal * POST
    in_order = sorted(waits)
    return Line(
        work=f"sessions of a weekend, {weekend.goals} goals, {len(waits)} searches, {name}",
        measured=f"{hours:.0f} h, {usd:.2f} USD; waits {median(waits):.1f} s, 95 % below "
        f"{in_order[int(len(waits) * 0.95)]:.0f} s; {late:.1%} without a turn at the first try",
        target=f"below a third of {FIXED[-1]} that never rest; the API: up to {api:.0f} USD",
        holds=hours < always / 3 if name == "by goals" else None,
        facts={"hours": hours, "usd": usd, "late": late, "median": median(waits), "api_usd": api},
    )
