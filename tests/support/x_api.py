"""X API client with scripted answers."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from footy.core.errors import (
    FootyError,
    QuotaExhausted,
)
from footy.goals.adapters.posts.post_budget import PostBudget
from footy.goals.adapters.posts.x_api import XApiClient
from footy.goals.search.posts import SearchAnswer, SearchQuery
from tests.support.http_clients import client_answering
from tests.support.searches import after, tweet_id

Reply = Callable[[httpx.Request], httpx.Response]


KEY = "7_1604499999999999999"


def search_query(seconds: float = 0) -> SearchQuery:
    return SearchQuery(
        text="Messi (Argentina OR Albiceleste) has:videos -is:retweet",
        asked_at=after(seconds),
        max_age=timedelta(minutes=3),
    )


class Purse(PostBudget):
    """Budget of this many posts, with the posts that were read."""

    def __init__(self, posts: int = 1000) -> None:
        self.posts = posts
        self.read: list[str] = []

    def remaining(self, at: datetime, *, first: bool) -> int:  # noqa: ARG002 - its budget knows no days
        if len(self.read) >= self.posts:
            raise QuotaExhausted("used up")
        return self.posts - len(self.read)

    def spend(self, posts: Collection[str], at: datetime) -> None:  # noqa: ARG002 - nor here
        self.read.extend(posts)


def x(reply: Reply, purse: Purse | None = None) -> XApiClient:
    budget = purse or Purse()
    return XApiClient(
        client_answering(reply, "X"),
        url="https://api.x.com/2",
        bearer_token="not-a-secret",
        id_digits=18,
        budget=budget,
    )


def searched(body: object) -> SearchAnswer:
    return x(lambda _: httpx.Response(200, json=body)).search(search_query())


def refused(**reply: Any) -> FootyError:
    with pytest.raises(FootyError) as caught:
        x(lambda _: httpx.Response(**reply)).search(search_query())
    return caught.value


def post(number: int = 1, **changes: Any) -> dict[str, Any]:
    fields = {
        "id": tweet_id(number),
        "edit_history_tweet_ids": [tweet_id(number)],
        "text": "MESSI! https://t.co/Ylzeo5YSX6",
        "created_at": "2022-12-18T11:59:24.000Z",
        "attachments": {"media_keys": [KEY]},
    }
    return {key: value for key, value in (fields | changes).items() if value is not None}


def film(**changes: Any) -> dict[str, Any]:
    address = "https://video.twimg.com/ext_tw_video/1604499999999999999/pu/vid/avc1"
    fields = {
        "media_key": KEY,
        "type": "video",
        "duration_ms": 31540,
        "variants": [
            {"content_type": "application/x-mpegURL", "url": "https://video.twimg.com/pl/a.m3u8"},
            {"bit_rate": 832000, "content_type": "video/mp4", "url": f"{address}/640x360/b.mp4?tag=12"},
            {"bit_rate": 2176000, "content_type": "video/mp4", "url": f"{address}/1280x720/c.mp4?tag=12"},
        ],
    }
    return fields | changes


def page(posts: list[Any], media: list[Any] | None = None, **meta: Any) -> dict[str, Any]:
    includes = {"includes": {"media": [film()] if media is None else media}}
    return {"data": posts, "meta": {"result_count": len(posts), **meta}, **includes}
