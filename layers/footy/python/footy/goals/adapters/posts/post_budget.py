"""What reading posts may cost: a budget for the day and one for the month, both of UTC."""

from collections.abc import Collection
from datetime import UTC, date, datetime

from footy.core.errors import QuotaExhausted
from footy.core.telemetry import count, record_share
from footy.goals.adapters.mongo.paid_posts import PaidPosts
from footy.goals.search.posts import MOST_POSTS, SMALLEST_PAGE
from footy.goals.settings import Rules


class PostBudget:
    """Counts the posts that are paid for, and refuses to pay for more than the rules allow."""

    def __init__(self, reads: PaidPosts, rules: Rules) -> None:
        self._reads = reads
        self._rules = rules

    def left(self, at: datetime, *, first: bool) -> int:
        """How many posts a search may still read; the first attempts of a goal have small pages kept back for them.

        Refuses when nothing is left. Searches that ask at once may each still read so many.
        """
        budgets = self._budgets(at.astimezone(UTC).date())
        record_share("BudgetUsed", max((used / limit for used, limit in budgets), default=0.0))
        kept_back = self._rules.posts_kept_back
        ordinary = min((int(limit * (1 - kept_back)) - used for used, limit in budgets), default=MOST_POSTS)
        last = min((limit - used for used, limit in budgets), default=MOST_POSTS)
        most = max(ordinary, min(last, SMALLEST_PAGE)) if first else ordinary
        if most < 1:
            raise QuotaExhausted(f"the budget of posts is used up: {last} are left, for first attempts")
        return most

    def spend(self, posts: Collection[str], at: datetime) -> None:
        """Notes posts that were read; those known of this day cost nothing again."""
        self._reads.note(posts, at.astimezone(UTC).date())
        count("PostsRead", len(posts))

    def _budgets(self, day: date) -> list[tuple[int, int]]:
        """What was used of each limit that there is."""
        limits = ((day, self._rules.posts_per_day), (day.replace(day=1), self._rules.posts_per_month))
        return [(self._reads.count(first, day), limit) for first, limit in limits if limit]
