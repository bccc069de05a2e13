"""Cost of GPU capacity that follows the match calendar, next to fixed capacity and fixed evenings."""

from bench.prices import GPU_HOUR, GPU_SPOT_SHARE_OF_PRICE
from bench.result import Result
from footy.goals.settings import Rules
from tests.support.weeks import WEEK, WEEKS, Minute, played, week_of

# weekdays 17 to 24, weekends 11 to 24 (UTC)
EVENINGS = 5 * 7 + 2 * 13
SEEDS = 5


def measure() -> list[Result]:
    """Measure hours and USD of each kind of week, averaged over five random ones."""
    return [_line(name) for name in WEEKS]


def _line(name: str) -> Result:
    weeks = [played(week_of(WEEKS[name], seed), Rules()) for seed in range(SEEDS)]
    machines = sum(minute.size for week in weeks for minute in week) / 60 / SEEDS
    usd = sum(map(_usd, weeks)) / SEEDS

    # fixed capacity has to be as large as a rush needs, or clips wait
    least = Rules().vision_pool_least
    fixed_hours, evenings = (least * hours for hours in (WEEK / 60, EVENINGS))
    fixed_usd, evenings_usd = (
        hours / least * GPU_HOUR * (1 + GPU_SPOT_SHARE_OF_PRICE) for hours in (fixed_hours, evenings)
    )
    return Result(
        work=f"GPU hours of a week, {name}",
        measured=f"{machines:.0f} h, {usd:.0f} USD",
        target=f"always: {fixed_hours:.0f} h, {fixed_usd:.0f} USD; evenings: {evenings:.0f} h, {evenings_usd:.0f} USD",
        holds=machines <= min(fixed_hours, evenings),
        facts={"hours": machines, "usd": usd, "always_usd": fixed_usd, "evenings_usd": evenings_usd},
    )


def _usd(week: list[Minute]) -> float:
    """Add up USD: the first machine on demand, the others Spot."""
    return sum(GPU_HOUR / 60 * (1 + (minute.size - 1) * GPU_SPOT_SHARE_OF_PRICE) for minute in week if minute.size)
