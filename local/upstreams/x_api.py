"""Simulated X API v2, recent search: the posts of the replay by X's query language, in X's format."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from local.replay.posts import Post
from local.upstreams import x_parameters
from local.upstreams.allowance import Allowance
from local.upstreams.context import UpstreamContext
from local.upstreams.x_parameters import BadParameter, SearchParameters
from local.upstreams.x_query import Searchable, words_of

REQUESTS, WINDOW = 450, timedelta(minutes=15)
"""Limit that X documents for an app with a bearer token, on its self-serve plan (the older Basic plan had 60)."""
VIDEO_KEY = "7"
INVALID_REQUEST = "https://api.twitter.com/2/problems/invalid-request"


class XApiServer:
    """API of one replay."""

    def __init__(self, context: UpstreamContext) -> None:
        self._context = context
        self._allowance = Allowance(REQUESTS, WINDOW)
        self._posts = [(post, searchable(post)) for post in reversed(context.replay.posts())]

    def app(self) -> Starlette:
        """Return the service as an application."""
        return Starlette(routes=[Route("/2/tweets/search/recent", self._recent)])

    async def _recent(self, request: Request) -> Response:
        if request.headers.get("authorization") != f"Bearer {self._context.bearer_token}":
            return _problem(401, "Unauthorized")
        now = self._context.now()
        outage = self._context.outage("x")
        if outage:
            await outage.delay()
        if outage and outage.kind != "rate_limited":
            return _problem(503, "Service Unavailable")
        granted = self._allowance.take(now)
        if outage or not granted:
            return self._with_rates(_problem(429, "Too Many Requests"))
        try:
            search = x_parameters.read(request.query_params, now)
        except BadParameter as bad:
            return self._with_rates(_invalid(bad))
        return self._with_rates(JSONResponse(self._page(search, now)))

    def _page(self, search: SearchParameters, now: datetime) -> dict[str, Any]:
        posts = self._matching(search, now)
        page, rest = posts[: search.most], posts[search.most :]
        body: dict[str, Any] = {"data": [_tweet(post, search) for post in page]} if page else {}
        includes = self._includes(page, search)
        if includes:
            body["includes"] = includes
        body["meta"] = {"result_count": len(page)}
        if page:
            body["meta"].update(newest_id=page[0].tweet_id, oldest_id=page[-1].tweet_id)
        if rest:
            body["meta"]["next_token"] = x_parameters.page_token(page[-1].tweet_id)
        return body

    def _matching(self, search: SearchParameters, now: datetime) -> list[Post]:
        """Return the posts of a search, newest first."""
        posts = [post for post, text in self._posts if post.is_searchable(now) and search.clause.matches(text)]
        posts = [
            post for post in posts if search.after <= post.at < search.before and int(post.tweet_id) > search.since_id
        ]
        return [post for post in posts if search.until_id is None or int(post.tweet_id) < search.until_id]

    def _includes(self, page: list[Post], search: SearchParameters) -> dict[str, Any]:
        includes: dict[str, Any] = {}
        if not page:
            return includes
        if "attachments.media_keys" in search.fields["expansions"]:
            includes["media"] = [self._media(post, search.fields["media.fields"]) for post in page]
        if "author_id" in search.fields["expansions"]:
            authors = {post.author_id: post.by for post in page}
            includes["users"] = [{"id": identity, "name": name, "username": name} for identity, name in authors.items()]
        return includes

    def _media(self, post: Post, fields: frozenset[str]) -> dict[str, Any]:
        width, height = post.size
        mp4s = [{"bit_rate": rate, "content_type": "video/mp4", "url": url} for url, rate in self._context.mp4s(post)]
        values = {
            "duration_ms": round(post.seconds * 1000),
            "width": width,
            "height": height,
            "preview_image_url": f"https://pbs.twimg.com/ext_tw_video_thumb/{post.media_id}/pu/img/preview.jpg",
            "variants": [*mp4s, {"content_type": "application/x-mpegURL", "url": self._context.playlist(post)}],
        }
        requested = {name: value for name, value in values.items() if name in fields}
        return {**requested, "media_key": _media_key(post), "type": "video"}

    def _with_rates(self, response: Response) -> Response:
        response.headers["x-rate-limit-limit"] = str(self._allowance.limit)
        response.headers["x-rate-limit-remaining"] = str(self._allowance.remaining)
        response.headers["x-rate-limit-reset"] = str(int(self._allowance.resets_at.timestamp()))
        return response


def searchable(post: Post) -> Searchable:
    """Return what of a post can be searched for, by the API and on the pages."""
    traits = {
        "has:videos",
        "has:video_link",
        "has:media",
        "has:links",
        f"lang:{post.language}",
        f"from:{post.by.lower()}",
    }
    if post.retweet:
        traits.add("is:retweet")
    if "#" in post.text:
        traits.add("has:hashtags")
    return Searchable(words_of(post.text), frozenset(traits))


def _tweet(post: Post, search: SearchParameters) -> dict[str, Any]:
    fields = search.fields["tweet.fields"]
    tweet: dict[str, Any] = {"edit_history_tweet_ids": [post.tweet_id], "id": post.tweet_id, "text": _text(post)}
    if "attachments" in fields or "attachments.media_keys" in search.fields["expansions"]:
        tweet["attachments"] = {"media_keys": [_media_key(post)]}
    values = {
        "author_id": post.author_id,
        "created_at": f"{post.at:%Y-%m-%dT%H:%M:%S}.000Z",
        "lang": post.language,
        "possibly_sensitive": False,
        "conversation_id": post.tweet_id,
    }
    return {**tweet, **{name: value for name, value in values.items() if name in fields}}


def _text(post: Post) -> str:
    """Return the text with a short link to the video at its end."""
    link = hashlib.sha256(post.media_id.encode()).hexdigest()[:10]
    quoted = "RT @demo_golazo: " if post.retweet else ""
    return f"{quoted}{post.text} https://t.co/{link}"


def _media_key(post: Post) -> str:
    return f"{VIDEO_KEY}_{post.media_id}"


def _problem(status: int, title: str) -> JSONResponse:
    return JSONResponse({"title": title, "type": "about:blank", "status": status, "detail": title}, status)


def _invalid(bad: BadParameter) -> JSONResponse:
    body = {
        "errors": [{"parameters": {bad.name: [bad.value]}, "message": str(bad)}],
        "title": "Invalid Request",
        "detail": "One or more parameters to your request was invalid.",
        "type": INVALID_REQUEST,
    }
    return JSONResponse(body, 400)
