"""The dated tables of times, quotas and prices, and how a time is drawn from them."""

import math
import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from tests.bench import prices

FILE = Path(__file__).with_name("times.toml")
P95 = 1.645
PRICES: Mapping[str, float] = {
    "vcpu_hour": prices.FARGATE_CPU_HOUR,
    "gb_hour": prices.FARGATE_GB_HOUR,
    "spot_share": prices.SPOT_SHARE_OF_PRICE,
    "gpu_hour": prices.GPU_HOUR,
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
class Table:
    """Everything that the model takes for given."""

    as_of: str
    spans: Mapping[str, Span]
    rules: Mapping[str, float]
    chosen: tuple[int, ...]
    accepted: float
    quotas: Mapping[str, Quotas]
    prices: Mapping[str, float]
    pool: Mapping[str, float]

    @classmethod
    def read(cls, file: Path = FILE) -> Self:
        """The table as it is in the file."""
        read: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        return cls(
            as_of=read["as_of"],
            spans={name: Span(*pair) for name, pair in {**read["aws"], **read["work"]}.items()},
            rules=read["rules"],
            chosen=tuple(read["posts"]["chosen"]),
            accepted=read["posts"]["accepted"],
            quotas={name: Quotas(**given) for name, given in read["quotas"].items()},
            prices=PRICES,
            pool=read["pool"],
        )

    def measured(self, lines: list[dict[str, Any]]) -> "Table":
        """The same with what `make bench --json` measured on this machine in the place of the table's own."""
        spans = dict(self.spans)
        for line in lines:
            facts = line["facts"]
            if line["work"].startswith("1080p, 30 s: hash") and "cpu_seconds" in facts:
                spans["decode"] = _scaled(spans["decode"], facts["cpu_seconds"])
            if line["work"].startswith("a batch of 5 clips") and "whole_ms" in facts:
                spans["upload"] = _scaled(spans["upload"], facts["whole_ms"] / 1000 + spans["function"].median)
        return replace(self, spans=spans)


def _scaled(span: Span, median: float) -> Span:
    return Span(median, span.p95 * median / span.median)
