"""The model of the pipeline: its clock, its lines, and what it says of the three shapes."""

import json
from dataclasses import asdict

import pytest

from bench.model.evening import Evening
from bench.model.outcome import SHAPES, Outcome, Setting, Shape, Target, percentile
from bench.model.simulation import Place, Process, Simulation
from bench.model.table import Table
from footy.goals.settings import Rules

TABLE = Table.read()


def played(
    goals: int,
    shape: Shape,
    quotas: str = "new",
    target: Target = "prod",
    *,
    drought: bool = False,
    deaths_per_hour: float = 0.0,
) -> Outcome:
    return Evening(TABLE, Setting(goals, shape, quotas, target, drought, deaths_per_hour)).play()


def test_who_comes_later_waits_for_who_came_first() -> None:
    simulation, place, left = Simulation(1), Place("", 1), []

    def visit(name: str) -> Process:
        yield place
        yield 5.0
        simulation.leave(place)
        left.append((name, simulation.now))

    for name in ("first", "second", "third"):
        simulation.start(visit(name))
    simulation.run(until=100)
    assert left == [("first", 5.0), ("second", 10.0), ("third", 15.0)]
    assert (place.peak, place.waited, place.longest) == (1, 15.0, 10.0)


def test_a_seed_plays_the_same_evening_again() -> None:
    assert played(3, "pool").first == played(3, "pool").first


def test_what_a_container_for_each_attempt_loses_from_the_eighth_goal_on() -> None:
    assert not played(5, "attempt").lost
    assert 0.15 < played(16, "attempt").lost_share < 0.5
    assert played(16, "attempt").bottleneck == "Fargate vCPUs"


@pytest.mark.parametrize("target", ["prod", "dev"])
def test_forty_goals_on_the_quotas_of_a_new_account_lose_nothing_in_a_pool(target: Target) -> None:
    assert not played(40, "pool", target=target).lost


def test_nor_do_they_where_spot_is_dry_unless_the_eyes_need_the_same_quota() -> None:
    assert not played(40, "pool", drought=True).lost
    assert not played(16, "pool", target="dev", drought=True).lost
    assert played(40, "pool", target="dev", drought=True).bottleneck == "clips workers"


def test_a_clip_of_a_pool_stands_within_twenty_seconds_of_its_search() -> None:
    outcome = played(40, "pool", "raised")
    assert percentile(outcome.from_search, 50) <= 20
    assert not outcome.lost


def test_a_goal_has_its_first_clip_within_a_hundred_seconds_of_the_word() -> None:
    firsts = [Evening(TABLE, Setting(1, "pool", seed=seed)).play().first[0] for seed in range(80)]
    assert percentile(firsts, 50) <= 100


def test_a_thousand_goals_on_raised_quotas_lose_nothing() -> None:
    assert not played(1000, "pool", "raised").lost


def test_the_pools_are_those_that_are_deployed() -> None:
    rules, pools = Rules(), TABLE.pools["new"]
    assert (pools.most, pools.most_onlookers) == (rules.clips_pool_most, rules.vision_pool_most)
    assert TABLE.rules["deadline"] == 60 * rules.deadline_minutes


def test_a_container_that_ends_takes_its_attempt_along_and_a_worker_of_a_pool_nothing() -> None:
    assert played(8, "attempt", "raised", deaths_per_hour=60).lost["containers that ended"] > 0
    assert not played(8, "pool", "raised", deaths_per_hour=60).lost


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_lost_can_be_written_down(shape: Shape) -> None:
    outcome = played(100, shape)
    assert json.loads(json.dumps(asdict(outcome)))["lost"] == outcome.lost != {}


BENCH = [
    {"work": "1080p, 30 s: hash, views, three JPEGs", "facts": {"ratio": 1.0, "cpu_seconds": 9.0}},
    {"work": "a batch of 5 clips against 50 of 60 s", "facts": {"whole_ms": 350.0}},
    {"work": "eyes: CPU per picture of 1280x720", "facts": {"cpu_seconds": 0.3}},
]


def test_what_the_bench_measured_takes_the_place_of_the_table() -> None:
    measured = TABLE.measured(BENCH)
    assert (measured.spans["decode"].median, measured.spans["decode"].p95) == (9.0, 18.0)
    assert measured.spans["upload"].median == pytest.approx(0.5)
    assert measured.targets["dev"].look.median == pytest.approx(0.75)


@pytest.mark.parametrize("n", range(len(BENCH)))
def test_a_bench_that_no_longer_says_it_is_told(n: int) -> None:
    with pytest.raises(LookupError):
        TABLE.measured([line for line in BENCH if line is not BENCH[n]])
