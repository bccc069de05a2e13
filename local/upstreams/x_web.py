"""Simulated pages of X: the live search behind a log-in, as a page and as its GraphQL answers."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from local.replay.outages import Outage
from local.replay.posts import Post
from local.upstreams.allowance import Allowance
from local.upstreams.context import UpstreamContext
from local.upstreams.x_api import searchable
from local.upstreams.x_query import QueryError, parse
from local.upstreams.x_timeline import timeline

REQUESTS, WINDOW = 50, timedelta(minutes=15)
"""Limit of one account, as X's own clients receive it."""
PAGE = 20
PAGE_FILE = Path(__file__).with_name("x_web.html")
HUGE = 10 * 1024 * 1024
OPERATION = "nK1dw4oV3k4w5TdtcAdSww"
SESSION_DAYS = timedelta(days=400)


class XWebServer:
    """Site of one replay."""

    def __init__(self, context: UpstreamContext) -> None:
        self._context = context
        self._allowances: dict[str, Allowance] = {}
        self._posts = [(post, searchable(post)) for post in reversed(context.replay.posts())]

    def app(self) -> Starlette:
        """Return the site as an application."""
        return Starlette(
            routes=[
                Route("/search", self._search),
                Route("/i/jf/onboarding/web", _login),
                Route("/account/access", _access),
                Route(f"/i/api/graphql/{OPERATION}/SearchTimeline", self._timeline, methods=["POST"]),
                Route(f"/i/api/graphql/{OPERATION}/SearchEverything", self._timeline, methods=["POST"]),
            ]
        )

    @property
    def _outage(self) -> Outage | None:
        return self._context.outage("x_web") or self._context.outage("x")

    async def _search(self, request: Request) -> Response:
        outage = self._outage
        if outage and outage.kind == "challenged":
            return RedirectResponse("/account/access", 302)
        if not self._is_logged_in(request) or (outage and outage.kind == "expired"):
            return RedirectResponse("/i/jf/onboarding/web?redirect_after_login=%2Fsearch&mode=login", 302)
        operation = "SearchEverything" if outage and outage.kind == "other_layout" else "SearchTimeline"
        page = await asyncio.to_thread(PAGE_FILE.read_text)
        answer = HTMLResponse(page.replace("{OPERATION}", f"{OPERATION}/{operation}"))
        # each visit prolongs a session, as on X
        answer.set_cookie("guest_id", "v1%3A160000000000000000", max_age=int(SESSION_DAYS.total_seconds()))
        return answer

    async def _timeline(self, request: Request) -> Response:
        outage = self._outage
        if outage:
            await outage.delay()
        token = request.cookies.get("auth_token", "")
        if not self._is_logged_in(request) or (outage and outage.kind == "expired"):
            return _refusal(401, 32, "Could not authenticate you")
        if request.headers.get("x-csrf-token") != request.cookies.get("ct0"):
            return _refusal(403, 353, "This request requires a matching csrf cookie and header.")
        allowance = self._allowances.setdefault(token, Allowance(REQUESTS, WINDOW))
        granted = allowance.take(self._context.now())
        parameters = await request.json()
        answer = self._answer(parameters, outage) if granted else PlainTextResponse("Rate limit exceeded\n", 429)
        answer.headers["x-rate-limit-limit"] = str(allowance.limit)
        answer.headers["x-rate-limit-remaining"] = str(allowance.remaining)
        answer.headers["x-rate-limit-reset"] = str(int(allowance.resets_at.timestamp()))
        return answer

    def _answer(self, parameters: dict[str, Any], outage: Outage | None) -> Response:
        if refused := _refused(outage):
            return refused
        try:
            body = self._matching(parameters["variables"], self._context.now())
        except QueryError:
            return _invalid("BadRequest: SearchQueryParsingException(ERROR_INVALID_QUERY)")
        if outage and outage.kind == "other_shape":
            return JSONResponse({"data": {"search": {"posts": body["data"]}}})
        return JSONResponse(body)

    def _matching(self, variables: dict[str, Any], now: datetime) -> dict[str, Any]:
        clause = parse(str(variables["rawQuery"]).replace("filter:videos", "has:videos"))
        below = int(str(variables["cursor"]).rpartition("-")[2]) if variables.get("cursor") else None
        posts = [post for post, text in self._posts if _is_found(post, now) and clause.matches(text)]
        page = [post for post in posts if below is None or int(post.tweet_id) < below][:PAGE]
        return timeline(page, self._context, first=below is None)

    def _is_logged_in(self, request: Request) -> bool:
        return request.cookies.get("auth_token", "").startswith(self._context.session_token)


def _refused(outage: Outage | None) -> Response | None:
    """Return the answer of an outage in place of posts."""
    match outage.kind if outage else None:
        case "rate_limited":
            return PlainTextResponse("Rate limit exceeded\n", 429)
        case "challenged":
            return _refusal(403, 326, "To protect our users from spam and other malicious activity, log in")
        case "server_error" | "errors" | "partial":
            return _failure("DeadlineExceeded: Unspecified")
        case "oversized":
            return PlainTextResponse("{" + " " * HUGE + "}", media_type="application/json")
        case _:
            return None


def _is_found(post: Post, now: datetime) -> bool:
    """Return whether the search of the pages finds a post, which excludes reposts."""
    return post.is_searchable(now) and not post.retweet


async def _login(_: Request) -> Response:
    return HTMLResponse("<title>Log in to X</title><h1>Sign in to X</h1><input name=text autocomplete=username>")


async def _access(_: Request) -> Response:
    return HTMLResponse("<title>X</title><h1>Your account has been locked.</h1><button>Authenticate</button>")


def _refusal(status: int, code: int, message: str) -> JSONResponse:
    return JSONResponse({"errors": [{"code": code, "message": message}]}, status)


def _failure(message: str) -> JSONResponse:
    error = {"message": message, "path": ["search_by_raw_query"], "kind": "ServiceLevel", "name": "DeadlineExceeded"}
    return JSONResponse({"errors": [error], "data": {"search_by_raw_query": {}}})


def _invalid(message: str) -> JSONResponse:
    error = {"message": message, "code": 214, "kind": "Validation", "name": "BadRequestError", "source": "Client"}
    return JSONResponse({"errors": [error], "data": {}})
