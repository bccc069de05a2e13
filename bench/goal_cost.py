"""Cost of one goal in prod without GPU and X: ten attempts, nine of them with five clips, all clips published.

Its share of the clips workers is that of a goal in an ordinary week.

Counts and sizes come from the rules and the stacks. Durations of functions and tasks (vision as in the table of the
model) and sizes of clips are assumed, rather high.
"""

from dataclasses import dataclass
from functools import cache

from bench import prices
from bench.result import Result
from cdk.constructs.compute.clips_workers import CPU, MEMORY
from cdk.stacks.downloads import FUNCTIONS as DOWNLOAD
from cdk.stacks.goals import GOAL
from footy.goals.capacity.capacity_type import ON_DEMAND_BASE
from footy.goals.capacity.pool import instances_needed, pool_of
from footy.goals.settings import Rules
from tests.support.weeks import WEEK, WEEKS, week_of

MOST_USD = 0.02
CLIPS = 45
CLIP_GB = 0.005  # 20 s of 720p at 2 Mbit/s
TRANSITIONS = 86  # of a search with its ten downloads; each clip that is handed over is one more
DAYS_KEPT = 14 + 14  # until retention, and then as a version that was deleted
# each function: how often, and for how many seconds
CALLS = {
    "open_search": (1, 2.0),
    "search_clips": (12, 2.5),
    "check_completion": (1, 0.2),
    "register_download": (10, 0.2),
    "validate_clip": (CLIPS, 4.0),
    "upload_batch": (10, 2.0),
}
WRITES_OF_A_CLIP = 6  # the file, three frames, the copy, its poster
READS_OF_A_CLIP = 6
HANDS = 6  # sent, received and deleted, on the way to the workers and to vision
LOG_GB_OF_A_CALL = 0.000_02
STATEMENTS_OF_A_CALL, IO_OF_A_STATEMENT = 3, 4
DAYS_OF_A_MONTH, MINUTES_OF_AN_HOUR = 30, 60
SEEDS = 5
ON = 14  # minutes from a goal's first sight to the end of its last download


@dataclass(frozen=True, slots=True)
class Bill:
    """Cost of one goal by service."""

    parts: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.parts.values())

    @property
    def text(self) -> str:
        parts = sorted(self.parts.items(), key=lambda part: -part[1])
        return f"{self.total:.4f} USD ({', '.join(f'{name} {usd:.4f}' for name, usd in parts if usd >= 0.00005)})"


@dataclass(frozen=True, slots=True)
class Workers:
    """Clips workers of a week: hours on demand and on Spot, and the number of goals."""

    safe: float
    spare: float
    goals: float

    def usd(self, *, addresses: bool = True) -> float:
        """Return the cost in USD; a worker without a NAT gateway has a public address."""
        hour = CPU / 1024 * prices.FARGATE_CPU_HOUR + MEMORY / 1024 * prices.FARGATE_GB_HOUR
        address = prices.ADDRESS_HOUR * addresses
        return self.safe * (hour + address) + self.spare * (hour * prices.SPOT_SHARE_OF_PRICE + address)


@cache
def pool_of_a_week(name: str) -> Workers:
    """Size the pool of a week as ticks do: the first worker on demand, the others on Spot."""
    pool, safe, spare, goals = pool_of("clips", Rules()), 0, 0, 0
    for seed in range(SEEDS):
        week = week_of(WEEKS[name], seed)
        goals += len(week.goals)
        for minute in range(WEEK):
            on = sum(0 <= minute - goal < ON for goal in week.goals)
            workers = instances_needed(on, pool, is_open=on > 0)
            safe, spare = safe + min(workers, ON_DEMAND_BASE), spare + max(0, workers - ON_DEMAND_BASE)
    hours = MINUTES_OF_AN_HOUR * SEEDS
    return Workers(safe / hours, spare / hours, goals / SEEDS)


def bill(*, clips: int = CLIPS, through_nat: bool = False) -> Bill:
    """Calculate the cost of a goal; `through_nat`: its files come through a NAT gateway."""
    uses, rules = {**DOWNLOAD, **GOAL}, Rules()
    calls = {name: (clips if name == "validate_clip" else count, seconds) for name, (count, seconds) in CALLS.items()}
    invoked = sum(count for count, _ in calls.values())
    gb_seconds = sum(count * seconds * uses[name].memory / 1024 for name, (count, seconds) in calls.items())
    workers = pool_of_a_week("five leagues")
    per_batch = 4 * rules.searches_per_goal
    return Bill(
        {
            "Step Functions": (TRANSITIONS + clips) * prices.TRANSITION,
            "Lambda": gb_seconds * prices.LAMBDA_GB_SECOND + invoked * prices.LAMBDA_REQUEST,
            "Fargate": workers.usd(addresses=not through_nat) / workers.goals,
            "S3": (clips * WRITES_OF_A_CLIP + per_batch) * prices.S3_WRITE + clips * READS_OF_A_CLIP * prices.S3_READ,
            "storage": clips * CLIP_GB * prices.S3_GB_MONTH * DAYS_KEPT / DAYS_OF_A_MONTH,
            "NAT": clips * CLIP_GB * prices.NAT_GB * through_nat,
            "logs and traces": invoked * (LOG_GB_OF_A_CALL * prices.LOGS_GB + prices.TRACE),
            "SQS": (per_batch + clips) * prices.SQS_FIFO_REQUEST + clips * HANDS * prices.SQS_REQUEST,
            "database": invoked * STATEMENTS_OF_A_CALL * IO_OF_A_STATEMENT * prices.DATABASE_IO,
        }
    )


def measure() -> list[Result]:
    """Measure a goal as deployed, and with every file through a NAT gateway."""
    now, before = bill(), bill(through_nat=True)
    target = f"<= {MOST_USD} USD"
    return [
        Result(f"a goal with {CLIPS} clips, GPU and X aside", now.text, target, now.total <= MOST_USD, now.parts),
        Result("the same through a NAT gateway", before.text, "", None, before.parts),
    ]
