"""API-Football v3, as far as this system asks it: fixtures by day and by id, and the account's status.

Like the real one it reports nearly every failure with HTTP 200 and an `errors` object, and answers more than
twenty ids with silence.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from local.replay import bodies
from local.replay.bodies import FixtureBody
from local.upstreams.allowance import Allowance
from local.upstreams.world import World

OK = 200
MOST_IDS = 20
REQUESTS_PER_MINUTE = 300
NO_KEY = (
    "Error/Missing application key. Go to https://www.api-football.com/documentation-v3 "
    "to learn how to get your API application key."
)
TOO_FAST = "Too many requests. You have exceeded the limit of requests per minute of your subscription."
USED_UP = "You have reached the request limit for the day"

Errors = Mapping[str, str]


class Refused(Exception):
    """A question the API does not answer, and what it says instead."""

    def __init__(self, errors: Errors, *, status: int = OK) -> None:
        super().__init__(str(errors))
        self._errors = errors
        self._status = status

    def answer(self, path: str, parameters: Mapping[str, str]) -> Response:
        """The body of the refusal: what stops a request early does not even know what was asked."""
        if not self._errors:
            return PlainTextResponse("Internal Server Error", self._status)
        if self._status != OK:
            return _answer("", {}, errors=self._errors, status=self._status)
        return _answer(path, parameters, errors=self._errors)


class ApiFootball:
    """The API of one replay, with the day's and the minute's allowance of requests."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._today = Allowance(world.replay.daily_requests, timedelta(days=1))
        self._minute = Allowance(REQUESTS_PER_MINUTE, timedelta(minutes=1))

    def app(self) -> Starlette:
        """The service as an application."""
        return Starlette(routes=[Route("/fixtures", self._fixtures), Route("/status", self._status)])

    async def _fixtures(self, request: Request) -> Response:
        return self._counted(request, "fixtures", lambda: self._found(request.query_params))

    async def _status(self, request: Request) -> Response:
        """The account; asking for it is free."""
        if request.headers.get("x-apisports-key") != self._world.api_key:
            return Refused({"token": NO_KEY}).answer("status", {})
        outage = self._world.outage("api_football")
        if outage and outage.kind == "errors":
            return Refused(dict(outage.errors)).answer("status", {})
        account = {"firstname": "Local", "lastname": "Replay", "email": "replay@example.org"}
        subscription = {"plan": "Pro", "end": "2099-12-31T00:00:00+00:00", "active": True}
        requests = {"current": min(self._today.used, self._today.limit), "limit_day": self._today.limit}
        return _answer("status", {}, {"account": account, "subscription": subscription, "requests": requests})

    def _counted(self, request: Request, path: str, find: Callable[[], list[FixtureBody]]) -> Response:
        parameters = dict(request.query_params)
        try:
            self._admit(request)
            found = self._left_in(find())
        except Refused as refused:
            return self._with_rates(refused.answer(path, parameters))
        return self._with_rates(_answer(path, parameters, found))

    def _admit(self, request: Request) -> None:
        """Key, allowances and the mood of the service, in the order the real one looks at them."""
        if request.headers.get("x-apisports-key") != self._world.api_key:
            raise Refused({"token": NO_KEY})
        now, outage = self._world.now(), self._world.outage("api_football")
        if not self._minute.take(now) or (outage and outage.kind == "rate_limited"):
            raise Refused({"rateLimit": TOO_FAST}, status=429)
        if not self._today.take(now):
            raise Refused({"requests": USED_UP})
        if outage and outage.kind == "server_error":
            raise Refused({}, status=500)
        if outage and outage.kind == "errors":
            raise Refused(dict(outage.errors))

    def _left_in(self, found: list[FixtureBody]) -> list[FixtureBody]:
        """What a partial answer does not leave out."""
        outage = self._world.outage("api_football")
        missing = outage.leaves_out if outage and outage.kind == "partial" else ()
        return [body for body in found if body["fixture"]["id"] not in missing]

    def _found(self, parameters: Mapping[str, str]) -> list[FixtureBody]:
        if "ids" in parameters:
            ids = parameters["ids"].split("-")
            return [] if len(ids) > MOST_IDS else self._by_ids(ids, "ids")
        if "id" in parameters:
            return self._by_ids([parameters["id"]], "id")
        if "date" in parameters:
            return self._on(parameters["date"])
        raise Refused({"required": "At least one parameter is required."})

    def _by_ids(self, ids: list[str], name: str) -> list[FixtureBody]:
        if not all(identity.isdigit() for identity in ids):
            raise Refused({name: f"The {name.title()} field must contain an integer."})
        known = [fixture for identity in ids if (fixture := self._world.replay.fixture(int(identity)))]
        return [bodies.with_events(fixture, self._world.now()) for fixture in known]

    def _on(self, text: str) -> list[FixtureBody]:
        try:
            day = date.fromisoformat(text)
        except ValueError as error:
            raise Refused({"date": "The Date field must contain a valid date."}) from error
        return [bodies.without_events(fixture, self._world.now()) for fixture in self._world.replay.on(day)]

    def _with_rates(self, response: Response) -> Response:
        """The headers a polite client reads: the day's allowance, and the minute's."""
        response.headers["x-ratelimit-requests-limit"] = str(self._today.limit)
        response.headers["x-ratelimit-requests-remaining"] = str(self._today.remaining)
        response.headers["X-RateLimit-Limit"] = str(self._minute.limit)
        response.headers["X-RateLimit-Remaining"] = str(self._minute.remaining)
        return response


def _answer(
    get: str,
    parameters: Mapping[str, str],
    response: Any = (),
    *,
    errors: Errors | None = None,
    status: int = OK,
) -> JSONResponse:
    """The envelope of every answer; what is empty is a list in it, as PHP has it."""
    body = {
        "get": get,
        "parameters": dict(parameters) or [],
        "errors": dict(errors) if errors else [],
        "results": 1 if isinstance(response, dict) else len(response),
        "paging": {"current": 1, "total": 1},
        "response": response,
    }
    return JSONResponse(body, status)
