"""What following the calendar costs, beside machines that never rest and beside fixed evenings."""

from bench.line import Line
from bench.prices import GPU_HOUR, GPU_SPOT_SHARE_OF_PRICE
from footy.goals.settings import Rules
from tests.support.weeks import WEEK, WEEKS, Minute, played, week_of

# weekdays 17 to 24, weekends 11 to 24 (UTC)
EVENINGS = 5 * 7 + 2 * 13
SEEDS = 5


def measure() -> list[Line]:
    """Hours and USD of each kind of week, goals as they fall in five of them."""
    return [_line(name) for name in WEEKS]


def _line(name: str) -> Line:
    weeks = [played(week_of(WEEKS[name], seed), Rules()) for seed in range(SEEDS)]
    machines = sum(minute.size for week in weeks for minute in week) / 60 / SEEDS
    usd = sum(map(_usd, weeks)) / SEEDS
    # what never rests has to be as large as a rush needs, or its clips wait
    least = Rules().vision_pool_least
    always, evenings = (least * hours for hours in (WEEK / 60, EVENINGS))
    always_usd, evenings_usd = (
        hours / least * GPU_HOUR * (1 + GPU_SPOT_SHARE_OF_PRICE) for hours in (always, evenings)
    )
    return Line(
        work=f"GPU hours of a week, {name}",
        measured=f"{machines:.0f} h, {usd:.0f} USD",
        target=f"always: {always:.0f} h, {always_usd:.0f} USD; evenings: {evenings:.0f} h, {evenings_usd:.0f} USD",
        holds=machines <= min(always, evenings),
        facts={"hours": machines, "usd": usd, "always_usd": always_usd, "evenings_usd": evenings_usd},
    )


def _usd(week: list[Minute]) -> float:
    """The first machine on demand, the others Spot."""
    return sum(GPU_HOUR / 60 * (1 + (minute.size - 1) * GPU_SPOT_SHARE_OF_PRICE) for minute in week if minute.size)
