"""Cost of a goal by the price table."""

import pytest

from bench import prices
from bench.goal_cost import MOST_USD, Workers, bill, pool_of_a_week
from cdk.constructs.compute.clips_workers import CPU, MEMORY
from footy.api.settings import ApiRules


def test_a_goal_with_45_clips_costs_two_cents_at_most() -> None:
    assert bill().total <= MOST_USD


def test_clips_through_a_nat_gateway_would_cost_most() -> None:
    through = bill(through_nat=True)
    assert through.total > MOST_USD
    assert max(through.parts, key=lambda part: through.parts[part]) == "NAT"


def test_a_worker_costs_a_third_on_spot() -> None:
    hour = prices.fargate_hour(CPU, MEMORY)
    assert Workers(safe=1, spare=0, goals=1).usd(addresses=False) == pytest.approx(hour)
    assert Workers(safe=0, spare=3, goals=1).usd(addresses=False) == pytest.approx(hour, rel=0.05)


def test_workers_cost_nothing_without_matches() -> None:
    assert pool_of_a_week("nothing").usd() == 0


def test_the_default_post_price_is_that_of_the_table() -> None:
    assert ApiRules().post_usd == prices.POST
