"""`make model`: the pipeline under one to a thousand goals at once, per shape, quota and drought.

python -m tests.bench.model [--bench bench.json] [--goals 40] [--seed 1] [--json model.json]
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table as Shown

from tests.bench.model.evening import Evening
from tests.bench.model.outcome import SHAPES, Outcome, Setting, Shape, knee, percentile, together
from tests.bench.model.table import Table

SERIES = (1, 2, 5, 8, 16, 40, 100)
LARGEST = 1000
GOALS_SEEN = 160
FROM_SEARCH, FROM_WORD = 20.0, 100.0
# what a new account is asked to raise, by the names of AWS's own list of quotas
NAMES = {
    "tasks": "Fargate On-Demand (and Spot) vCPU resource count",
    "GPUs": "Running On-Demand G and VT instances (vCPUs)",
    "Lambda concurrency": "Lambda concurrent executions",
}


def played(table: Table, setting: Setting) -> Outcome:
    """As many evenings as it takes to see some hundred goals."""
    evenings = max(1, GOALS_SEEN // setting.goals)
    return together([Evening(table, replace(setting, seed=setting.seed + n)).play() for n in range(evenings)])


def settings(seed: int) -> Iterator[Setting]:
    """All that the tables show."""
    for shape in SHAPES:
        for goals in SERIES:
            yield Setting(goals, shape, "new", seed=seed)
    for shape in SHAPES:
        yield Setting(40, shape, "new", drought=True, seed=seed)
    for shape in SHAPES:
        for goals in (40, LARGEST):
            yield Setting(goals, shape, "raised", seed=seed)


def shown(outcomes: list[Outcome], title: str) -> Shown:
    """One table for people."""
    rows = Shown(
        *("shape", "goals", "quotas", "first clip p50 / p95", "after its search p50 / p95", "lost", "where it waits"),
        *("$ a goal", "GPU $ a goal"),
        title=title,
    )
    for one in outcomes:
        setting = one.setting
        rows.add_row(
            setting.shape,
            str(setting.goals),
            setting.quotas + (", Spot is dry" if setting.drought else ""),
            f"{percentile(one.first, 50):.0f} / {percentile(one.first, 95):.0f} s",
            f"{percentile(one.from_search, 50):.0f} / {percentile(one.from_search, 95):.0f} s",
            f"{sum(one.lost.values())} of {one.clips} ({one.lost_share:.0%})" if one.lost else "none",
            f"{one.bottleneck} {one.waits.get(one.bottleneck, 0):.0f} s" if one.bottleneck else "",
            f"{one.dollars / setting.goals:.4f}",
            f"{one.gpu_dollars / setting.goals:.3f}",
        )
    return rows


def raises(table: Table, outcome: Outcome) -> Iterator[str]:
    """What has to be asked for so that this evening is what it was here."""
    new, pool = table.quotas["new"], table.pool
    vcpus = outcome.peaks["tasks"] * pool["vcpu"]
    if vcpus > new.on_demand_vcpu:
        yield f"{NAMES['tasks']}: {vcpus:.0f} each (a new account has {new.on_demand_vcpu:g} and {new.spot_vcpu:g})"
    gpus = outcome.peaks["GPUs"] / pool["looks_per_gpu"]
    if gpus > new.gpus:
        yield f"{NAMES['GPUs']}: {4 * gpus:.0f} for {gpus:.0f} g6.xlarge (granted here: {4 * new.gpus})"
    if outcome.peaks["Lambda concurrency"] > new.functions:
        most = outcome.peaks["Lambda concurrency"]
        yield f"{NAMES['Lambda concurrency']}: {most:.0f} at the peak (a new account has {new.functions})"
    asked = outcome.setting.goals * 15
    yield f"X, searches within 15 minutes: {asked} (one a minute and goal; who is refused waits as it is told)"


def main() -> int:
    """Ends with 1 when the shape that is built misses what it is to reach."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.model", description=__doc__)
    parser.add_argument("--bench", type=Path, help="what `make bench` wrote with --json: its times instead of ours")
    parser.add_argument("--goals", type=int, help="only that many, in every shape")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the same as JSON")
    asked = parser.parse_args()
    table = Table.read()
    if asked.bench:
        table = table.measured(json.loads(asked.bench.read_text(encoding="utf-8")))
    chosen = list(settings(asked.seed))
    if asked.goals:
        chosen = [Setting(asked.goals, shape, quotas, seed=asked.seed) for shape in SHAPES for quotas in table.quotas]
    outcomes = [played(table, setting) for setting in chosen]
    console = Console()
    console.print(shown(outcomes, f"goals within five minutes, times and quotas of {table.as_of}"))
    for shape in SHAPES:
        console.print(_knee(shape, outcomes))
    for outcome in outcomes:
        if outcome.setting.shape == "pool" and outcome.setting.quotas == "raised":
            console.print(f"\nto be raised for {outcome.setting.goals} goals:")
            for line in raises(table, outcome):
                console.print(f"  {line}")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(one) for one in outcomes], indent=2), encoding="utf-8")
    return int(not all(map(_holds, outcomes)))


def _knee(shape: Shape, outcomes: list[Outcome]) -> str:
    series = [one for one in outcomes if one.setting.shape == shape and one.setting.quotas == "new"]
    found = knee([one for one in series if not one.setting.drought])
    return f"{shape}: no knee" if found is None else f"{shape}: the knee is at {found[0]} goals, made by {found[1]}"


def _holds(outcome: Outcome) -> bool:
    """The pool loses nothing; with room enough its first clip is there in time."""
    setting = outcome.setting
    if setting.shape != "pool":
        return True
    if setting.quotas == "new" and setting.goals > 40:
        return True
    if setting.goals > 1:
        return not outcome.lost
    in_time = percentile(outcome.from_search, 50) <= FROM_SEARCH and percentile(outcome.first, 50) <= FROM_WORD
    return in_time and not outcome.lost


if __name__ == "__main__":
    sys.exit(main())
