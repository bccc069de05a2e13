"""Simulated API-Football v3: fixtures by day and by id.

Like the real one it reports nearly every failure with HTTP 200 and an `errors` object, and answers more than
twenty ids with an empty list.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from local.replay import bodies
from local.replay.bodies import FixtureBody
from local.upstreams.allowance import Allowance
from local.upstreams.context import UpstreamContext

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
    """Refused request, with the errors of the answer."""

    def __init__(self, errors: Errors, *, status: int = OK) -> None:
        super().__init__(str(errors))
        self._errors = errors
        self._status = status

    def answer(self, path: str, parameters: Mapping[str, str]) -> Response:
        """Return the refusal; one with an HTTP error does not repeat the parameters."""
        if not self._errors:
            return PlainTextResponse("Internal Server Error", self._status)
        if self._status != OK:
            return _answer("", {}, errors=self._errors, status=self._status)
        return _answer(path, parameters, errors=self._errors)


class ApiFootballServer:
    """API of one replay, with its limits per day and per minute."""

    def __init__(self, context: UpstreamContext) -> None:
        self._context = context
        self._today = Allowance(context.replay.daily_requests, timedelta(days=1))
        self._minute = Allowance(REQUESTS_PER_MINUTE, timedelta(minutes=1))

    def app(self) -> Starlette:
        """Return the service as an application."""
        return Starlette(routes=[Route("/fixtures", self._fixtures)])

    async def _fixtures(self, request: Request) -> Response:
        return self._counted(request, "fixtures", lambda: self._matching(request.query_params))

    def _counted(self, request: Request, path: str, find: Callable[[], list[FixtureBody]]) -> Response:
        parameters = dict(request.query_params)
        try:
            self._admit(request)
            fixtures = self._without_omitted(find())
        except Refused as refused:
            return self._with_rates(refused.answer(path, parameters))
        return self._with_rates(_answer(path, parameters, fixtures))

    def _admit(self, request: Request) -> None:
        """Check key, limits and outages in the order of the real service."""
        if request.headers.get("x-apisports-key") != self._context.api_key:
            raise Refused({"token": NO_KEY})
        now, outage = self._context.now(), self._context.outage("api_football")
        if not self._minute.take(now) or (outage and outage.kind == "rate_limited"):
            raise Refused({"rateLimit": TOO_FAST}, status=429)
        if not self._today.take(now):
            raise Refused({"requests": USED_UP})
        if outage and outage.kind == "server_error":
            raise Refused({}, status=500)
        if outage and outage.kind == "errors":
            raise Refused(dict(outage.errors))

    def _without_omitted(self, fixtures: list[FixtureBody]) -> list[FixtureBody]:
        """Return the fixtures that a partial answer contains."""
        outage = self._context.outage("api_football")
        omitted = outage.leaves_out if outage and outage.kind == "partial" else ()
        return [body for body in fixtures if body["fixture"]["id"] not in omitted]

    def _matching(self, parameters: Mapping[str, str]) -> list[FixtureBody]:
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
        fixtures = [fixture for identity in ids if (fixture := self._context.replay.fixture(int(identity)))]
        return [bodies.with_events(fixture, self._context.now()) for fixture in fixtures]

    def _on(self, text: str) -> list[FixtureBody]:
        try:
            day = date.fromisoformat(text)
        except ValueError as error:
            raise Refused({"date": "The Date field must contain a valid date."}) from error
        return [bodies.without_events(fixture, self._context.now()) for fixture in self._context.replay.on(day)]

    def _with_rates(self, response: Response) -> Response:
        """Add the headers with the limits per day and per minute."""
        response.headers["x-ratelimit-requests-limit"] = str(self._today.limit)
        response.headers["x-ratelimit-requests-remaining"] = str(self._today.remaining)
        response.headers["X-RateLimit-Limit"] = str(self._minute.limit)
        response.headers["X-RateLimit-Remaining"] = str(self._minute.remaining)
        return response


def _answer(
    get: str,
    parameters: Mapping[str, str],
    response: Sequence[FixtureBody] = (),
    *,
    errors: Errors | None = None,
    status: int = OK,
) -> JSONResponse:
    """Return the envelope of every answer; empty objects are lists, as in PHP."""
    body = {
        "get": get,
        "parameters": dict(parameters) or [],
        "errors": dict(errors) if errors else [],
        "results": len(response),
        "paging": {"current": 1, "total": 1},
        "response": list(response),
    }
    return JSONResponse(body, status)
