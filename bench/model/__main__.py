"""`make model`: the pipeline under one to a thousand goals at once, per shape, quota, target and drought.

python -m bench.model [--bench bench.json] [--goals 40] [--target dev] [--seed 1] [--json model.json]
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table as Shown

from bench.__main__ import DEFAULT_OUTPUT
from bench.model.evening import Evening
from bench.model.outcome import SHAPES, TARGETS, Outcome, Setting, Shape, Target, knee, percentile, together
from bench.model.table import Table

SERIES = (1, 2, 5, 8, 16, 40, 100)
LARGEST = 1000
GOALS_SEEN = 160
KEPT_BY_A_NEW_ACCOUNT = 40
FROM_SEARCH, FROM_WORD = 20.0, 100.0
DEATHS_PER_HOUR = 6.0  # of each worker: a bad day of Spot
# quotas to raise, by their names in the AWS console
NAMES = {
    "tasks": "Fargate On-Demand (and Spot) vCPU resource count",
    "GPUs": "Running On-Demand G and VT instances (vCPUs)",
    "Lambda concurrency": "Lambda concurrent executions",
}


def played(table: Table, setting: Setting) -> Outcome:
    """Play evenings until some hundred goals have fallen."""
    evenings = max(1, GOALS_SEEN // setting.goals)
    return together([Evening(table, replace(setting, seed=setting.seed + n)).play() for n in range(evenings)])


def settings(seed: int) -> Iterator[Setting]:
    """Yield all settings of the tables."""
    for shape in SHAPES:
        for goals in SERIES:
            yield Setting(goals, shape, "new", seed=seed)
    for goals in SERIES:
        yield Setting(goals, "pool", "new", "dev", seed=seed)
    for shape in SHAPES:
        yield Setting(KEPT_BY_A_NEW_ACCOUNT, shape, "new", drought=True, seed=seed)
        yield Setting(5, shape, "new", deaths_per_hour=DEATHS_PER_HOUR, seed=seed)
    for shape in SHAPES:
        for goals in (40, LARGEST):
            yield Setting(goals, shape, "raised", seed=seed)
    yield Setting(LARGEST, "pool", "raised", "dev", seed=seed)


def rendered(outcomes: list[Outcome], title: str) -> Shown:
    """Build the table that people read."""
    rows = Shown(
        *("shape", "goals", "target, quotas", "first clip p50 / p95", "after its search p50 / p95", "lost"),
        *("longest wait", "$ per goal", "$ for vision"),
        title=title,
    )
    for one in outcomes:
        setting = one.setting
        rows.add_row(
            setting.shape,
            str(setting.goals),
            ", ".join(_circumstances(setting)),
            f"{percentile(one.first, 50):.0f} / {percentile(one.first, 95):.0f} s",
            f"{percentile(one.from_search, 50):.0f} / {percentile(one.from_search, 95):.0f} s",
            f"{sum(one.lost.values())} of {one.clips} ({one.lost_share:.0%})" if one.lost else "none",
            f"{one.bottleneck} {one.waits.get(one.bottleneck, 0):.0f} s" if one.bottleneck else "",
            f"{one.dollars / setting.goals:.4f}",
            f"{one.looking_dollars / setting.goals:.3f}",
        )
    return rows


def _circumstances(setting: Setting) -> Iterator[str]:
    yield setting.target
    yield setting.quotas
    if setting.drought:
        yield "Spot is dry"
    if setting.deaths_per_hour:
        yield f"{setting.deaths_per_hour:g} deaths an hour"


def raises(table: Table, outcome: Outcome) -> Iterator[str]:
    """Yield the quotas to raise for this evening."""
    new, setting = table.quotas["new"], outcome.setting
    onlooker, onlookers = table.targets[setting.target], outcome.peaks["onlookers"]
    vcpus = outcome.peaks["tasks"] * table.worker["vcpu"] + onlookers * onlooker.fargate_vcpu
    if vcpus > new.on_demand_vcpu:
        yield f"{NAMES['tasks']}: {vcpus:.0f} each (a new account has {new.on_demand_vcpu:g} and {new.spot_vcpu:g})"
    if onlookers > new.gpus and not onlooker.fargate_vcpu:
        yield f"{NAMES['GPUs']}: {4 * onlookers:.0f} for {onlookers:.0f} g6.xlarge (granted here: {4 * new.gpus})"
    if outcome.peaks["Lambda concurrency"] > new.functions:
        most = outcome.peaks["Lambda concurrency"]
        yield f"{NAMES['Lambda concurrency']}: {most:.0f} at the peak (a new account has {new.functions})"
    yield f"X, searches within 15 minutes: {setting.goals * 15} (one per minute and goal; a refusal names the delay)"
    rules = ", ".join(f'"{name}": "{number}"' for name, number in table.raised.items())
    yield f"and in the target's `rules` in cdk.json: {rules}"


def main() -> int:
    """Return 1 when the deployed shape misses its targets."""
    parser = argparse.ArgumentParser(prog="python -m bench.model", description=__doc__)
    parser.add_argument("--bench", type=Path, help="results of `make bench`; its times are used")
    parser.add_argument("--goals", type=int, help="only this number of goals, in every shape")
    parser.add_argument("--target", choices=TARGETS, default=TARGETS[0], help="with --goals: the target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the results to this file as JSON")
    arguments = parser.parse_args()
    console = Console()
    table = _table(arguments.bench, console)
    chosen = list(settings(arguments.seed))
    if arguments.goals:
        target: Target = arguments.target
        circumstances = [(shape, quotas) for shape in SHAPES for quotas in table.quotas]
        chosen = [
            Setting(arguments.goals, shape, quotas, target, seed=arguments.seed) for shape, quotas in circumstances
        ]
    outcomes = [played(table, setting) for setting in chosen]
    console.print(rendered(outcomes, f"goals within five minutes, times and quotas of {table.as_of}"))
    for shape in SHAPES:
        console.print(_knee(shape, outcomes))
    for outcome in outcomes:
        if outcome.setting.shape == "pool" and outcome.setting.quotas == "raised":
            console.print(f"\nquotas to raise for {outcome.setting.goals} goals in {outcome.setting.target}:")
            for line in raises(table, outcome):
                console.print(f"  {line}")
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(one) for one in outcomes], indent=2), encoding="utf-8")
    return int(not all(map(_holds, outcomes)))


def _table(bench: Path | None, console: Console) -> Table:
    table, file = Table.read(), bench or DEFAULT_OUTPUT
    if bench is None and not file.exists():
        console.print("times from times.toml; `make bench` measures those of this machine")
        return table
    console.print(f"with the times measured on this machine ({file})")
    return table.measured(json.loads(file.read_text(encoding="utf-8")))


def _knee(shape: Shape, outcomes: list[Outcome]) -> str:
    plain = [one for one in outcomes if one.setting == Setting(one.setting.goals, shape, seed=one.setting.seed)]

    point = knee(plain)
    return f"{shape}: no knee" if point is None else f"{shape}: the knee is at {point[0]} goals, made by {point[1]}"


def _holds(outcome: Outcome) -> bool:
    """Return whether the pool loses nothing and is fast enough with sufficient quotas."""
    setting = outcome.setting
    if setting.shape != "pool":
        return True
    if setting.quotas == "new" and setting.goals > KEPT_BY_A_NEW_ACCOUNT:
        return True
    if setting.goals > 1:
        return not outcome.lost
    in_time = percentile(outcome.from_search, 50) <= FROM_SEARCH and percentile(outcome.first, 50) <= FROM_WORD
    return in_time and not outcome.lost


if __name__ == "__main__":
    sys.exit(main())
