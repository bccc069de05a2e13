"""Paid posts by day."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.paid_posts import PaidPosts
from footy.goals.model.documents import FixtureDocument

DAY = date(2022, 12, 18)


@pytest.fixture
def reads(database: Database[FixtureDocument]) -> PaidPosts:
    return PaidPosts(database)


def posts(*numbers: int) -> list[str]:
    return [str(1604500000000000000 + number) for number in numbers]


def test_a_post_is_paid_for_once_a_day_however_often_it_is_read(reads: PaidPosts) -> None:
    reads.note(posts(1, 2), DAY)
    reads.note(posts(2, 3), DAY)
    reads.note(posts(1, 2, 3), DAY)
    assert reads.count(DAY, DAY) == 3


def test_searches_at_once_lose_nothing(reads: PaidPosts) -> None:
    with ThreadPoolExecutor(8) as many:
        list(many.map(lambda start: reads.note(posts(*range(start, start + 50)), DAY), range(0, 400, 25)))
    assert reads.count(DAY, DAY) == 425


def test_what_nobody_asks_for_any_more_goes(reads: PaidPosts) -> None:
    reads.note(posts(1), date(2022, 8, 31))
    reads.note(posts(2), date(2022, 9, 1))
    reads.note(posts(3), DAY)
    assert reads.count(date(2022, 1, 1), DAY) == 2
