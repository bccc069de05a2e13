"""The model of the pipeline: its clock, its lines, and what it says of the three shapes."""

from tests.bench.model.evening import Evening
from tests.bench.model.outcome import Outcome, Setting, Shape, percentile
from tests.bench.model.simulation import Place, Process, Simulation
from tests.bench.model.table import Table

TABLE = Table.read()


def played(goals: int, shape: Shape, quotas: str = "new", *, drought: bool = False) -> Outcome:
    return Evening(TABLE, Setting(goals, shape, quotas, drought=drought)).play()


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


def test_forty_goals_on_the_quotas_of_a_new_account_lose_nothing_in_a_pool() -> None:
    assert not played(40, "pool").lost
    assert not played(40, "pool", drought=True).lost


def test_a_clip_of_a_pool_stands_within_twenty_seconds_of_its_search() -> None:
    outcome = played(40, "pool", "raised")
    assert percentile(outcome.from_search, 50) <= 20
    assert not outcome.lost


def test_what_the_bench_measured_takes_the_place_of_the_table() -> None:
    lines = [{"work": "1080p, 30 s: hash, views, three JPEGs", "facts": {"ratio": 1.0, "cpu_seconds": 9.0}}]
    measured = TABLE.measured(lines).spans["decode"]
    assert (measured.median, measured.p95) == (9.0, 18.0)
