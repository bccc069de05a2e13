"""Dated tables of times, quotas and prices, and random durations from them."""

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
    """Duration with a log-normal distribution, given by its median and 95th percentile."""

    median: float
    p95: float

    def draw(self, dice: random.Random) -> float:
        """Draw a duration."""
        return self.median * math.exp(dice.gauss(0.0, math.log(self.p95 / self.median) / P95))


@dataclass(frozen=True, slots=True)
class Quotas:
    """Quotas of an account."""

    on_demand_vcpu: float
    spot_vcpu: float
    tasks_per_second: float
    gpus: int
    functions: int


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Vision instance of a target."""

    name: str
    look: Span
    start: Span
    at_once: int
    fargate_vcpu: float


@dataclass(frozen=True, slots=True)
class Pools:
    """Rules of both pools; their maxima are raised for evenings beyond a new account's quotas."""

    goals_per_worker: int
    most: int
    goals_per_onlooker: int
    least_onlookers: int
    most_onlookers: int

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """Return the pools as deployed."""
        return cls(
            rules.clips_pool_goals,
            rules.clips_pool_most,
            rules.vision_pool_goals,
            rules.vision_pool_least,
            rules.vision_pool_most,
        )


@dataclass(frozen=True, slots=True)
class Table:
    """All assumptions of the model."""

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
        """Read the table from its file."""
        read: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        shipped = Rules()
        return cls(
            as_of=read["as_of"],
            spans={name: Span(*pair) for name, pair in {**read["aws"], **read["work"]}.items()},
            rules={**paced(shipped), **read["rules"]},
            chosen=tuple(read["posts"]["chosen"]),
            accepted=read["posts"]["accepted"],
            quotas={name: Quotas(**values) for name, values in read["quotas"].items()},
            prices=PRICES,
            worker=read["worker"],
            targets={name: _onlooker(values) for name, values in read["targets"].items()},
            pools={"new": Pools.of(shipped), "raised": Pools.of(replace(shipped, **read["raised"]))},
            raised=read["raised"],
        )

    def measured(self, lines: list[dict[str, Any]]) -> "Table":
        """Replace times of the table by those that `make bench` measured on this machine."""
        spans, targets = dict(self.spans), dict(self.targets)
        spans["decode"] = _scaled(spans["decode"], _fact(lines, "1080p, 30 s: hash", "cpu_seconds"))
        batch = _fact(lines, "a batch of 5 clips", "whole_ms") / 1000
        spans["upload"] = _scaled(spans["upload"], batch + spans["function"].median)
        looks = 2 * _fact(lines, "eyes: CPU per picture", "cpu_seconds") + spans["function"].median
        targets["dev"] = replace(targets["dev"], look=_scaled(targets["dev"].look, looks))
        return replace(self, spans=spans, targets=targets)


def paced(rules: Rules) -> dict[str, float]:
    """Return the settings that the model uses, in seconds."""
    return {
        "stable_ticks": rules.stable_ticks,
        "attempt_seconds": rules.attempt_seconds,
        "attempt_gap": rules.attempt_gap_seconds,
        "settle": 60.0 * rules.settle_minutes,
        "deadline": 60.0 * rules.deadline_minutes,
        "visibility": rules.clip_hidden_seconds,
    }


def _onlooker(values: Mapping[str, Any]) -> Onlooker:
    return Onlooker(**{**values, "look": Span(*values["look"]), "start": Span(*values["start"])})


def _fact(lines: list[dict[str, Any]], work: str, fact: str) -> float:
    """Return a fact of the benchmark; a missing one is an error."""
    facts = [line["facts"][fact] for line in lines if line["work"].startswith(work) and fact in line["facts"]]
    if not facts:
        raise LookupError(f"make bench has no result for {work!r} with {fact}")
    return float(facts[0])


def _scaled(span: Span, median: float) -> Span:
    return Span(median, span.p95 * median / span.median)
