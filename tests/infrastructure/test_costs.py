"""What a goal costs by the price table, and where its files must not pass."""

import pytest

from bench import month, prices
from bench.goal_cost import MOST_USD, Workers, bill, pool_of_a_week
from cdk.constructs.compute.clips_workers import CPU, MEMORY
from cdk.packages import ROOT
from footy.api.settings import ApiRules


def test_a_goal_with_forty_five_clips_costs_two_cents_at_most() -> None:
    assert bill().total <= MOST_USD


def test_a_nat_gateway_on_the_way_of_the_clips_would_cost_more_than_any_other_part() -> None:
    through = bill(through_nat=True)
    assert through.total > MOST_USD
    assert max(through.parts, key=lambda part: through.parts[part]) == "NAT"


def test_a_goal_that_nobody_posted_costs_a_third() -> None:
    """Its workers are there before anybody knows whether there is something to fetch."""
    assert bill(clips=0).total < bill().total * 0.6


def test_each_part_grows_with_the_clips_or_stays() -> None:
    few, many = bill(clips=5).parts, bill(clips=50).parts
    assert all(few[part] <= many[part] for part in few)


def test_a_worker_costs_what_its_size_says_and_a_third_of_it_on_spare_capacity() -> None:
    hour = prices.fargate_hour(CPU, MEMORY)
    assert Workers(safe=1, spare=0, goals=1).usd(addresses=False) == pytest.approx(hour)
    assert Workers(safe=0, spare=3, goals=1).usd(addresses=False) == pytest.approx(hour, rel=0.05)


def test_nobody_is_paid_while_no_goal_is_on() -> None:
    assert pool_of_a_week("nothing").usd() == 0


def test_the_page_about_costs_shows_what_the_script_prints() -> None:
    page = (ROOT / "docs" / "operator" / "costs.md").read_text(encoding="utf-8")
    assert "\n".join(month.tables()) in page
    assert prices.AS_OF in page


def test_the_rules_count_posts_at_the_price_of_the_table() -> None:
    assert ApiRules().post_usd == prices.POST
