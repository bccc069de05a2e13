"""A weekend of searches through browser sessions: as many instances as the goals need, beside fixed numbers."""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median

from bench.line import Line
from bench.prices import FARGATE_CPU_HOUR, FARGATE_GB_HOUR, POST
from footy.goals.capacity.calendar import Demand, is_open, windows
from footy.goals.capacity.pool import PoolState, instances_needed, next_size, pool_of
from footy.goals.settings import Rules

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
# what X lets an account ask, as local/upstreams/x_web.py counts it; a busy goal scrolls for a second page
LIMIT, WINDOW_SECONDS = 50, 15 * 60
PAGES = (1, 2)

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


@dataclass(slots=True)
class Accounts:
    """What each has asked lately; an instance whose own may ask no more takes one that nobody holds."""

    pages: int
    number: int
    asked: dict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    held: list[int] = field(default_factory=list)

    def stand(self, instances: int) -> None:
        """Each instance has one, those that leave give theirs back."""
        del self.held[instances:]
        free = [account for account in range(self.number) if account not in self.held]
        self.held += free[: instances - len(self.held)]

    def ask(self, instance: int, at: float) -> bool:
        """Whether X lets that instance search."""
        spare = [account for account in range(self.number) if account not in self.held]
        for account in (self.held[instance], *spare):
            asked = self.asked[account]
            while asked and asked[0] <= at - WINDOW_SECONDS:
                asked.popleft()
            if len(asked) + self.pages <= LIMIT:
                self.held[instance] = account
                asked.extend([at] * self.pages)
                return True
        return False


@dataclass(slots=True)
class Played:
    """How many instances there were in each minute, how long each search waited, and how many X did not let ask."""

    sizes: list[int] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    limited: int = 0

    @property
    def hours(self) -> float:
        return sum(self.sizes) / 60

    @property
    def used(self) -> list[int]:
        """The sizes of the minutes in which there was anybody."""
        return [size for size in self.sizes if size]


def played(weekend: Weekend, size: Size, accounts: Accounts, random: Random, rules: Rules) -> Played:
    """Names lead to any instance; each search is tried once."""
    result, free = Played(), list[float]()
    for minute, searches in enumerate(weekend.searches):
        instances = size(minute, len(searches))
        result.sizes.append(instances)
        accounts.stand(instances)
        free = (free + [0.0] * instances)[:instances]
        for second in searches:
            at = minute * 60 + second
            if not free:
                result.waits.append(rules.session_turn_seconds)
                continue
            chosen = random.randrange(len(free))
            begins = max(at, free[chosen])
            result.waits.append(min(begins - at, rules.session_turn_seconds))
            if begins - at >= rules.session_turn_seconds:
                continue
            if accounts.ask(chosen, begins):
                free[chosen] = begins + max(SEARCH_SECONDS, rules.session_pace_seconds)
            else:
                result.limited += 1
    return result


def following(weekend: Weekend, rules: Rules) -> Size:
    """As `set_capacity` decides it every minute; what it asks for is there a minute later."""
    pool = pool_of("browser", rules)
    calendar = windows([SATURDAY + timedelta(minutes=start) for start in weekend.kickoffs], rules)
    standing, ready = PoolState(), 0

    def size(minute: int, goals: int) -> int:
        nonlocal standing, ready
        before, now = ready, SATURDAY + timedelta(minutes=minute)
        playing = weekend.playing(minute)
        watched = sum(start > minute - MATCH_MINUTES for start in weekend.kickoffs)
        opened = is_open(calendar, Demand(goals=goals, playing=playing, watched=watched), now)
        standing = next_size(standing, instances_needed(goals, pool, is_open=opened), now, pool)
        ready = standing.size
        return min(before, ready) if ready < before else before

    return size


def always_of(number: int) -> Size:
    """As many whatever happens."""
    return lambda _minute, _goals: number


def measure() -> list[Line]:
    """The same weekend for each size, with an account for each instance, and with searches of one page and of two."""
    rules = Rules()
    weekend = a_weekend(Random(17), rules)
    lines: list[Line] = []
    for pages in PAGES:
        sizes: dict[str, tuple[Size, int]] = {"by goals": (following(weekend, rules), rules.browser_pool_most)}
        sizes |= {f"always {number}": (always_of(number), number) for number in FIXED}
        for name, (size, accounts) in sizes.items():
            result = played(weekend, size, Accounts(pages, accounts), Random(18), rules)
            lines.append(_line(name, pages, weekend, result))
    return lines


def _line(name: str, pages: int, weekend: Weekend, result: Played) -> Line:
    rules, waits = Rules(), sorted(result.waits)
    late = sum(wait >= rules.session_turn_seconds for wait in waits) / len(waits)
    limited, middle = result.limited / len(waits), median(result.used)
    hours, always = result.hours, FIXED[-1] * MINUTES / 60
    usd, api = hours * HOUR_USD, weekend.goals * rules.posts_per_goal * POST
    return Line(
        work=f"sessions of a weekend, {weekend.goals} goals, {len(waits)} searches, {pages} request(s) each, {name}",
        measured=f"{max(result.sizes)} instances at most, {middle:.0f} in the middle, {hours:.0f} h, {usd:.2f} USD; "
        f"waits {median(waits):.1f} s, 95 % below {waits[int(len(waits) * 0.95)]:.0f} s; "
        f"{late:.1%} without a turn at the first try, {limited:.1%} beyond what X lets accounts ask",
        target=f"below a third of {FIXED[-1]} that never rest; the API: up to {api:.0f} USD",
        holds=hours < always / 3 if name == "by goals" else None,
        facts={
            "most": max(result.sizes),
            "middle": middle,
            "hours": hours,
            "usd": usd,
            "late": late,
            "limited": limited,
            "median": median(waits),
            "api_usd": api,
        },
    )
