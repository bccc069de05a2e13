"""Statements on `paid_posts`: which posts were read on which day, because each costs money once a day.

A day is a few documents of post ids, so that a post that is read again, by a retry or another goal, is the same id.
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

SHELVES = 16
KEPT_MONTHS = 3


@translate_errors
class PaidPosts:
    """The posts that were read, by day."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._days = cast("Collection[dict[str, Any]]", database["paid_posts"])

    def note(self, posts: Iterable[str], day: date) -> None:
        """Adds what is not known yet of that day; its first post sweeps out what is too old to be asked for."""
        shelves = defaultdict[int, list[str]](list)
        for post in posts:
            shelves[sum(post.encode()) % SHELVES].append(post)
        if not shelves:
            return
        added = self._days.bulk_write(
            [
                UpdateOne(
                    {"_id": f"{day.isoformat()}/{shelf:02}"},
                    {"$set": {"day": day.isoformat()}, "$addToSet": {"posts": {"$each": ids}}},
                    upsert=True,
                )
                for shelf, ids in shelves.items()
            ],
            ordered=False,
        )
        if added.upserted_count:
            self._days.delete_many({"day": {"$lt": _months_ago(day, KEPT_MONTHS).isoformat()}})

    def count(self, first: date, last: date) -> int:
        """How many posts were read from the first to the last day."""
        within = {"day": {"$gte": first.isoformat(), "$lte": last.isoformat()}}
        total = {"_id": None, "posts": {"$sum": {"$size": "$posts"}}}
        [counted] = list(self._days.aggregate([{"$match": within}, {"$group": total}])) or [{"posts": 0}]
        return int(counted["posts"])


def _months_ago(day: date, months: int) -> date:
    years, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(years, month + 1, 1)
