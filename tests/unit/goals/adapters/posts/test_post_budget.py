"""Daily and monthly budgets of posts."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pymongo.database import Database

from footy.core import telemetry
from footy.core.errors import QuotaExhausted
from footy.goals.adapters.mongo.paid_posts import PaidPosts
from footy.goals.adapters.posts.post_budget import PostBudget
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Rules

MIDDAY = datetime(2022, 12, 18, 12, tzinfo=UTC)
NEXT_DAY = datetime(2022, 12, 19, 0, 0, 1, tzinfo=UTC)
NEXT_MONTH = datetime(2023, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[float]]:
    """Collect the metrics instead of sending them."""
    values: dict[str, list[float]] = {}

    def add_metric(*, name: str, value: float, **_: Any) -> None:
        values.setdefault(name, []).append(value)

    monkeypatch.setattr(telemetry.metrics, "add_metric", add_metric)
    return values


@pytest.fixture
def reads(database: Database[FixtureDocument]) -> PaidPosts:
    return PaidPosts(database)


def spending(reads: PaidPosts, day: int, month: int, kept_back: float = 0) -> PostBudget:
    return PostBudget(reads, Rules(posts_per_day=day, posts_per_month=month, posts_kept_back=kept_back))


def posts(count: int, start: int = 0) -> list[str]:
    return [str(1604500000000000000 + start + number) for number in range(count)]


def test_the_budget_of_the_day_is_used_up_until_midnight(reads: PaidPosts) -> None:
    budget = spending(reads, 10, 0)
    budget.spend(posts(9), MIDDAY)
    budget.remaining(MIDDAY, first=False)
    budget.spend(posts(10), MIDDAY)
    with pytest.raises(QuotaExhausted):
        budget.remaining(MIDDAY, first=False)
    budget.remaining(NEXT_DAY, first=False)


def test_the_budget_of_the_month_is_used_up_until_its_end(reads: PaidPosts) -> None:
    budget = spending(reads, 0, 10)
    budget.spend(posts(5), MIDDAY)
    budget.spend(posts(5, start=5), NEXT_DAY)
    with pytest.raises(QuotaExhausted):
        budget.remaining(NEXT_DAY, first=False)
    budget.remaining(NEXT_MONTH, first=False)


def test_zero_means_no_limit(reads: PaidPosts, measured: dict[str, list[float]]) -> None:
    budget = spending(reads, 0, 0)
    budget.spend(posts(50), MIDDAY)
    budget.remaining(MIDDAY, first=False)
    assert measured["BudgetUsed"] == [0]


def test_reads_and_budget_use_are_measured(reads: PaidPosts, measured: dict[str, list[float]]) -> None:
    budget = spending(reads, 200, 100)
    budget.spend(posts(50), MIDDAY)
    budget.remaining(MIDDAY, first=False)
    assert measured == {"PostsRead": [50], "BudgetUsed": [50]}


def test_the_smaller_budget_limits_a_search(reads: PaidPosts) -> None:
    budget = spending(reads, 100, 80)
    budget.spend(posts(30), MIDDAY)
    assert budget.remaining(MIDDAY, first=False) == 50


def test_a_reserve_is_kept_for_first_attempts(reads: PaidPosts) -> None:
    budget = spending(reads, 100, 0, kept_back=0.3)
    budget.spend(posts(65), MIDDAY)
    assert (budget.remaining(MIDDAY, first=False), budget.remaining(MIDDAY, first=True)) == (5, 10)
    budget.spend(posts(80), MIDDAY)
    assert budget.remaining(MIDDAY, first=True) == 10
    with pytest.raises(QuotaExhausted):
        budget.remaining(MIDDAY, first=False)
    budget.spend(posts(100), MIDDAY)
    with pytest.raises(QuotaExhausted):
        budget.remaining(MIDDAY, first=True)
