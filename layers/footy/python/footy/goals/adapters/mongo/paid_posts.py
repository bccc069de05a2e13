"""Adapter of `paid_posts`: the post ids that were paid for, by day.

A post costs once a day; storing its id makes retries and other goals count it once.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any, cast

from pymongo import UpdateOne
from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.documents import FixtureDocument

SHARDS = 16
KEPT_MONTHS = 3


@translate_errors
class PaidPosts:
    """Posts that were read, by day."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._days = cast("Collection[dict[str, Any]]", database["paid_posts"])

    def note(self, posts: Iterable[str], day: date) -> None:
        """Add the posts of a day; its first post deletes expired days."""
        shards = defaultdict[int, list[str]](list)
        for post in posts:
            shards[sum(post.encode()) % SHARDS].append(post)
        if not shards:
            return
        added = self._days.bulk_write(
            [
                UpdateOne(
                    {"_id": f"{day.isoformat()}/{shard:02}"},
                    {"$set": {"day": day.isoformat()}, "$addToSet": {"posts": {"$each": ids}}},
                    upsert=True,
                )
                for shard, ids in shards.items()
            ],
            ordered=False,
        )
        if added.upserted_count:
            self._days.delete_many({"day": {"$lt": _months_ago(day, KEPT_MONTHS).isoformat()}})

    def count(self, first: date, last: date) -> int:
        """Return the number of posts read in these days."""
        within = {"day": {"$gte": first.isoformat(), "$lte": last.isoformat()}}
        total = {"_id": None, "posts": {"$sum": {"$size": "$posts"}}}
        [counted] = list(self._days.aggregate([{"$match": within}, {"$group": total}])) or [{"posts": 0}]
        return int(counted["posts"])


def _months_ago(day: date, months: int) -> date:
    years, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(years, month + 1, 1)
