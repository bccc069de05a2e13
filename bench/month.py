"""Cost of a deployment: a goal, a Saturday, a month of five leagues and an idle one, by target and vision backend.

`python -m bench.month` prints the tables of docs/operator/costs.md. Calls and seconds of a tick are assumed high.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from bench import prices
from bench.goal_cost import CLIP_GB, SEEDS, bill, pool_of_a_week
from cdk.constructs.vision.cpu import CPU, MEMORY
from footy.goals.settings import Rules
from tests.support.weeks import WEEKS, Minute, Week, played, week_of

LEAGUES = "five leagues"
HOURS, DAYS, WEEKS_OF_A_MONTH = 730, 30, 52 / 12
SATURDAY, MINUTES_OF_A_DAY = 5, 24 * 60
GB = 0.5  # of a function that polls
# calls of functions per minute (two ticks), and their duration
CALLS_OF_A_MINUTE = 2 * 3 + 1
SECONDS_OF_A_CALL = 0.3
EXPRESS_SECONDS, EXPRESS_GB = 2.0, 0.064
LOG_GB_OF_A_CALL = 0.000_003
LEAST_DATABASE_UNITS = 0.5
# metrics that are published every minute, and those that matches add
METRICS_ALWAYS, METRICS_OF_MATCHES = 12, 70
# Container Insights: metrics of a cluster, of a service without tasks, and of its tasks
OF_A_CLUSTER, OF_A_SERVICE, OF_TASKS = 3, 5, 8


@dataclass(frozen=True, slots=True)
class Target:
    """Target and vision backend; alarms, secrets and services as in its templates."""

    name: str
    vision: str
    alarms: int
    secrets: int

    @property
    def gateways(self) -> int:
        """Count NAT gateways: functions in the VPC go out through one."""
        return int(self.name == "prod" or self.vision in {"cpu", "ec2"})

    @property
    def inside(self) -> int:
        """Count vision services in the VPC; each has a cluster and a DNS zone."""
        return int(self.vision in {"cpu", "ec2"})

    @property
    def clusters(self) -> int:
        """Count ECS clusters."""
        return 1 + self.inside

    @property
    def services(self) -> int:
        """Count ECS services: clips workers on demand and on Spot, and vision."""
        return 2 + self.inside


# one viewer and hour without clips, as tests/local/test_viewers.py counts them; and the clips watched
REQUESTS_OF_AN_HOUR, MEGABYTES_OF_AN_HOUR, CLIPS_OF_AN_HOUR = 1920, 2.2, 10
VIEWERS, HOURS_OF_A_SATURDAY = 10_000, 3

TARGETS = (
    Target("dev", "cpu", alarms=107, secrets=6),
    Target("dev", "url", alarms=107, secrets=7),
    Target("prod", "url", alarms=109, secrets=9),
    Target("prod", "ec2", alarms=109, secrets=9),
    Target("prod", "sagemaker", alarms=109, secrets=8),
)


def standing(target: Target) -> dict[str, float]:
    """Calculate a month without matches."""
    minutes = HOURS * 60
    call = SECONDS_OF_A_CALL * GB * prices.LAMBDA_GB_SECOND + prices.LAMBDA_REQUEST

    logs = LOG_GB_OF_A_CALL * prices.LOGS_GB + prices.TRACE
    express = prices.EXPRESS_REQUEST + EXPRESS_SECONDS * EXPRESS_GB * prices.EXPRESS_GB_SECOND
    return {
        "NAT gateway": target.gateways * HOURS * (prices.NAT_HOUR + prices.ADDRESS_HOUR),
        "database": HOURS * LEAST_DATABASE_UNITS * prices.DATABASE_UNIT_HOUR * (target.name == "prod"),
        "API-Football": prices.FOOTBALL_MONTH,
        "alarms": target.alarms * prices.ALARM_MONTH,
        "secrets": target.secrets * prices.SECRET_MONTH,
        "ticks": minutes * (CALLS_OF_A_MINUTE * (call + logs) + 2 * express),
        "metrics": (METRICS_ALWAYS + OF_A_CLUSTER * target.clusters + OF_A_SERVICE * target.services)
        * prices.METRIC_MONTH,
        "private DNS": target.inside * prices.ZONE_MONTH,
    }


def looks(vision: str, minutes: list[Minute]) -> float:
    """Calculate the cost of vision for these minutes of the calendar: the first on demand, the others Spot."""
    eyes = prices.fargate_hour(CPU, MEMORY)
    first, further = {
        "cpu": (eyes, eyes * prices.SPOT_SHARE_OF_PRICE),
        "ec2": (prices.GPU_HOUR, prices.GPU_HOUR * prices.GPU_SPOT_SHARE_OF_PRICE),
        "sagemaker": (prices.SAGEMAKER_HOUR, prices.SAGEMAKER_HOUR),
        "url": (0.0, 0.0),
    }[vision]
    return sum(first + (minute.size - 1) * further for minute in minutes if minute.size) / 60


def posts(goals: float, days: float) -> float:
    """At most: every goal searches on until nothing better can come, and a day has its limit."""
    rules = Rules()
    return min(goals * rules.posts_per_goal, days * rules.posts_per_day) * prices.POST


@cache
def weeks() -> list[Week]:
    """Ordinary ones, each with goals that fell otherwise."""
    return [week_of(WEEKS[LEAGUES], seed) for seed in range(SEEDS)]


@cache
def calendar() -> list[Minute]:
    """Return the minutes of all weeks, as the pools follow them."""
    return [minute for week in weeks() for minute in played(week, Rules())]


def used(target: Target, *, only: int | None = None) -> dict[str, float]:
    """Calculate what matches add in an ordinary week of five leagues, or on one day of it."""
    days = range(7) if only is None else [only]
    goals = sum(goal // MINUTES_OF_A_DAY in days for week in weeks() for goal in week.goals) / SEEDS
    minutes = [minute for minute in calendar() if minute.at // MINUTES_OF_A_DAY in days]
    own = bill().total * goals - (bill().parts["database"] * goals if target.name == "dev" else 0)
    return {
        "posts of X (limit)": posts(goals, len(days)),
        "vision": looks(target.vision, minutes) / SEEDS,
        "goals: functions, workers, storage": own,
        "metrics during matches": _metrics_of(target, sum(1 for minute in minutes if minute.size) / 60 / SEEDS),
    }


def _metrics_of(target: Target, hours: float) -> float:
    """Calculate the cost of metrics that are published only during matches."""
    metrics = METRICS_OF_MATCHES + OF_TASKS * (target.clusters + target.services)
    return metrics * hours / HOURS * prices.METRIC_MONTH


def viewers() -> dict[str, float]:
    """Ten thousand for three hours; the function is asked as often for them as for two hundred."""
    hours = VIEWERS * HOURS_OF_A_SATURDAY
    return {
        "clips": hours * CLIPS_OF_AN_HOUR * CLIP_GB * prices.CDN_GB,
        "requests": hours * REQUESTS_OF_AN_HOUR * prices.CDN_REQUEST,
        "page and updates": hours * MEGABYTES_OF_AN_HOUR / 1000 * prices.CDN_GB,
    }


def month(target: Target) -> dict[str, float]:
    """Standing and used, an ordinary month of the season."""
    return {**standing(target), **{what: usd * WEEKS_OF_A_MONTH for what, usd in used(target).items()}}


def tables() -> Iterator[str]:
    """Three tables: the parts of a month, the same of an idle one, and what a goal and a Saturday add."""
    months = [month(target) for target in TARGETS]
    yield from _table("a month of five leagues", months)
    yield ""
    yield from _table("a month without a match", [standing(target) for target in TARGETS])
    yield ""
    yield from _table("a Saturday of five leagues adds", [used(target, only=SATURDAY) for target in TARGETS], digits=2)
    yield ""
    yield f"A goal with 45 clips, without X and vision: {bill().text}."
    yield ""
    workers = pool_of_a_week(LEAGUES)
    hours = f"{workers.safe:.0f} h on demand, {workers.spare:.0f} h on Spot"
    yield f"Clips workers of a week: {hours}, {workers.usd():.2f} USD."
    yield ""
    viewer_costs = viewers()
    parts = ", ".join(f"{what} {usd:.0f}" for what, usd in viewer_costs.items())
    crowd = f"{VIEWERS:,} viewers for {HOURS_OF_A_SATURDAY} hours, {CLIPS_OF_AN_HOUR} clips an hour each"
    yield f"{crowd}: {sum(viewer_costs.values()):.0f} USD ({parts})."


def _table(title: str, columns: list[dict[str, float]], *, digits: int = 0) -> Iterator[str]:
    """Yield the rows by size."""
    rows: Mapping[str, float] = {what: max(column[what] for column in columns) for what in columns[0]}
    names = [f"`{target.name}`, `{target.vision}`" for target in TARGETS]
    yield f"| {title} | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for what in sorted(rows, key=lambda what: -rows[what]):
        yield f"| {what} | {' | '.join(f'{column[what]:.{digits}f}' for column in columns)} |"
    yield f"| **together** | {' | '.join(f'**{sum(column.values()):.{digits}f}**' for column in columns)} |"


def main() -> None:
    """Markdown, to be put into docs/operator/costs.md."""
    print("\n".join(tables()))


if __name__ == "__main__":
    main()
