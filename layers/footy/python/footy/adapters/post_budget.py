"""What reading posts may cost: a budget for the day and one for the month, both of UTC."""

from collections.abc import Collection
from datetime import UTC, date, datetime

from footy.adapters.mongo.paid_posts import PaidPosts
from footy.errors import QuotaExhausted
from footy.settings import Rules
from footy.telemetry import count, share


class PostBudget:
    """Counts the posts that are paid for, and refuses to pay for more than the rules allow."""

    def __init__(self, reads: PaidPosts, rules: Rules) -> None:
        self._reads = reads
        self._rules = rules

    def require(self, at: datetime) -> None:
        """Refuses when a budget is used up. Searches that ask at once may each still read one page."""
        used = max(self._shares(at.astimezone(UTC).date()), default=0.0)
        share("BudgetUsed", used)
        if used >= 1:
            raise QuotaExhausted(f"the budget of posts is used up: {used:.0%}")

    def spend(self, posts: Collection[str], at: datetime) -> None:
        """Notes posts that were read; those known of this day cost nothing again."""
        self._reads.note(posts, at.astimezone(UTC).date())
        count("PostsRead", len(posts))

    def _shares(self, day: date) -> list[float]:
        limits = ((day, self._rules.posts_per_day), (day.replace(day=1), self._rules.posts_per_month))
        return [self._reads.count(first, day) / limit for first, limit in limits if limit]
