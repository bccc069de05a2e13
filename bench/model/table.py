"""The dated tables of times, quotas and prices, and how a time is drawn from them."""

import math
import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from bench import prices
from cdk.constructs.vision import cpu as cpu_vision
from footy.goals.settings import Rules

FILE = Path(__file__).with_name("times.toml")
P95 = 1.645
PRICES: Mapping[str, float] = {
    "vcpu_hour": prices.FARGATE_CPU_HOUR,
    "gb_hour": prices.FARGATE_GB_HOUR,
    "spot_share": prices.SPOT_SHARE_OF_PRICE,
    "prod": prices.GPU_HOUR,
    "dev": prices.fargate_hour(cpu_vision.CPU, cpu_vision.MEMORY),
    "transition": prices.TRANSITION,
    "function_second": prices.LAMBDA_GB_SECOND / 2,  # half a GB
}


@dataclass(frozen=True, slots=True)
class Span:
    """A time as it varies: its median, and what nineteen of twenty stay under; in between as logarithms do."""

    median: float
    p95: float

    def draw(self, dice: random.Random) -> float:
        """One of them."""
        return self.median * math.exp(dice.gauss(0.0, math.log(self.p95 / self.median) / P95))


@dataclass(frozen=True, slots=True)
class Quotas:
    """What an account may use at a time."""

    on_demand_vcpu: float
    spot_vcpu: float
    tasks_per_second: float
    gpus: int
    functions: int


@dataclass(frozen=True, slots=True)
class Onlooker:
    """One of those who look at clips in a target."""

    name: str
    look: Span
    start: Span
    at_once: int
    fargate_vcpu: float


@dataclass(frozen=True, slots=True)
class Pools:
    """How both pools follow the goals; the most of them are raised for an evening beyond a new account's."""

    goals_per_worker: int
    most: int
    goals_per_onlooker: int
    least_onlookers: int
    most_onlookers: int

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """As the system is deployed."""
        return cls(
            rules.clips_pool_goals,
            rules.clips_pool_most,
            rules.vision_pool_goals,
            rules.vision_pool_least,
            rules.vision_pool_most,
        )


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that the model takes for given."""

    as_of: str
    spans: Mapping[str, Span]
    rules: Mapping[str, float]
    chosen: tuple[int, ...]
    accepted: float
    quotas: Mapping[str, Quotas]
    prices: Mapping[str, float]
    worker: Mapping[str, float]
    targets: Mapping[str, Onlooker]
    pools: Mapping[str, Pools]
    raised: Mapping[str, int]

    @classmethod
    def read(cls, file: Path = FILE) -> Self:
        """The table as it is in the file."""
        read: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        shipped = Rules()
        return cls(
            as_of=read["as_of"],
            spans={name: Span(*pair) for name, pair in {**read["aws"], **read["work"]}.items()},
            rules={**paced(shipped), **read["rules"]},
            chosen=tuple(read["posts"]["chosen"]),
            accepted=read["posts"]["accepted"],
            quotas={name: Quotas(**given) for name, given in read["quotas"].items()},
            prices=PRICES,
            worker=read["worker"],
            targets={name: _onlooker(given) for name, given in read["targets"].items()},
            pools={"new": Pools.of(shipped), "raised": Pools.of(replace(shipped, **read["raised"]))},
            raised=read["raised"],
        )

    def measured(self, lines: list[dict[str, Any]]) -> "Table":
        """The same with what `make bench` measured on this machine in the place of the table's own."""
        spans, targets = dict(self.spans), dict(self.targets)
        spans["decode"] = _scaled(spans["decode"], _fact(lines, "1080p, 30 s: hash", "cpu_seconds"))
        batch = _fact(lines, "a batch of 5 clips", "whole_ms") / 1000
        spans["upload"] = _scaled(spans["upload"], batch + spans["function"].median)
        looks = 2 * _fact(lines, "eyes: CPU per picture", "cpu_seconds") + spans["function"].median
        targets["dev"] = replace(targets["dev"], look=_scaled(targets["dev"].look, looks))
        return replace(self, spans=spans, targets=targets)


def paced(rules: Rules) -> dict[str, float]:
    """What of footy's settings an evening goes by, in seconds."""
    return {
        "stable_ticks": rules.stable_ticks,
        "attempt_seconds": rules.attempt_seconds,
        "attempt_gap": rules.attempt_gap_seconds,
        "settle": 60.0 * rules.settle_minutes,
        "deadline": 60.0 * rules.deadline_minutes,
        "visibility": rules.clip_hidden_seconds,
    }


def _onlooker(given: Mapping[str, Any]) -> Onlooker:
    return Onlooker(**{**given, "look": Span(*given["look"]), "start": Span(*given["start"])})


def _fact(lines: list[dict[str, Any]], work: str, fact: str) -> float:
    """What stands under that name; a bench that no longer says it is not read as if it had said nothing."""
    found = [line["facts"][fact] for line in lines if line["work"].startswith(work) and fact in line["facts"]]
    if not found:
        raise LookupError(f"no line of the bench is about {work!r} and tells {fact}")
    return float(found[0])


def _scaled(span: Span, median: float) -> Span:
    return Span(median, span.p95 * median / span.median)
