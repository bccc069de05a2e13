"""What a goal costs by the price table, and where its files must not pass."""

from cdk.constructs.task import CPU, MEMORY
from footy.settings import Rules
from tests.bench import prices
from tests.bench.goal_cost import MOST_USD, bill


def test_a_goal_with_forty_five_clips_costs_two_cents_at_most() -> None:
    assert bill().total <= MOST_USD


def test_a_nat_gateway_on_the_way_of_the_clips_would_cost_more_than_any_other_part() -> None:
    through = bill(through_nat=True)
    assert through.total > MOST_USD
    assert max(through.parts, key=lambda part: through.parts[part]) == "NAT"


def test_a_goal_that_nobody_posted_costs_a_third() -> None:
    assert bill(clips=0).total < bill().total / 3
    assert bill(clips=0).parts["Fargate"] == 0


def test_each_part_grows_with_the_clips_or_stays() -> None:
    few, many = bill(clips=5).parts, bill(clips=50).parts
    assert all(few[part] <= many[part] for part in few)


def test_a_task_of_a_minute_costs_what_its_size_says() -> None:
    hour = CPU / 1024 * prices.FARGATE_CPU_HOUR + MEMORY / 1024 * prices.FARGATE_GB_HOUR
    assert bill(clips=5).parts["Fargate"] < hour / 60


def test_the_rules_count_posts_at_the_price_of_the_table() -> None:
    assert Rules().post_usd == prices.POST
