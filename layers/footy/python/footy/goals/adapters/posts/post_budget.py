"""Daily and monthly budgets of paid posts, in UTC."""

from collections.abc import Collection
from datetime import UTC, date, datetime

from footy.core.errors import QuotaExhausted
from footy.core.telemetry import count, record_share
from footy.goals.adapters.mongo.paid_posts import PaidPosts
from footy.goals.search.posts import MOST_POSTS, SMALLEST_PAGE
from footy.goals.settings import Rules


class PostBudget:
    """Counter of paid posts that enforces the budgets."""

    def __init__(self, reads: PaidPosts, rules: Rules) -> None:
        self._reads = reads
        self._rules = rules

    def remaining(self, at: datetime, *, first: bool) -> int:
        """Return how many posts a search may read; small pages are reserved for first attempts.

        Raise QuotaExhausted when nothing is left. Concurrent searches may each read so many.
        """
        budgets = self._budgets(at.astimezone(UTC).date())
        record_share("BudgetUsed", max((used / limit for used, limit in budgets), default=0.0))
        reserve = self._rules.posts_kept_back
        ordinary = min((int(limit * (1 - reserve)) - used for used, limit in budgets), default=MOST_POSTS)
        last = min((limit - used for used, limit in budgets), default=MOST_POSTS)
        most = max(ordinary, min(last, SMALLEST_PAGE)) if first else ordinary
        if most < 1:
            raise QuotaExhausted(f"the budget of posts is used up; {last} remain for first attempts")
        return most

    def spend(self, posts: Collection[str], at: datetime) -> None:
        """Record the posts that were read; a post costs once a day."""
        self._reads.note(posts, at.astimezone(UTC).date())
        count("PostsRead", len(posts))

    def _budgets(self, day: date) -> list[tuple[int, int]]:
        """Return the used part of each limit."""
        limits = ((day, self._rules.posts_per_day), (day.replace(day=1), self._rules.posts_per_month))
        return [(self._reads.count(first, day), limit) for first, limit in limits if limit]
