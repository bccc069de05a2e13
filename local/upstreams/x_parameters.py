"""Parameters of a recent search, checked as X checks them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from local.upstreams.x_query import Clause, QueryError, parse

RETENTION = timedelta(days=7)
SETTLING = timedelta(seconds=10)
"""Age of the newest posts that any search returns."""
USUAL_SETTLING = timedelta(seconds=30)
"""Age of the newest posts that a search without `end_time` returns."""
FEWEST, MOST, USUAL = 10, 100, 10
TOKEN_PREFIX = "b26v89c19zqg8o3f"  # noqa: S105 - how page tokens begin
LISTS = {
    "tweet.fields": "attachments author_id conversation_id created_at edit_history_tweet_ids entities id lang "
    "possibly_sensitive public_metrics referenced_tweets text",
    "media.fields": "alt_text duration_ms height media_key preview_image_url public_metrics type url variants width",
    "expansions": "attachments.media_keys author_id referenced_tweets.id",
    "user.fields": "created_at id name public_metrics username verified",
}
SINGLE = ("query", "start_time", "end_time", "since_id", "until_id", "max_results", "next_token", "sort_order")


class BadParameter(Exception):
    """Parameter that X refuses."""

    def __init__(self, name: str, value: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Parsed parameters of a search."""

    clause: Clause
    after: datetime
    before: datetime
    since_id: int
    until_id: int | None
    most: int
    fields: Mapping[str, frozenset[str]]


def read(parameters: Mapping[str, str], now: datetime) -> SearchParameters:
    """Parse the parameters of a search, and raise `BadParameter` for the first bad one."""
    _refuse_unknown(parameters)
    before = _moment(parameters, "end_time", now - USUAL_SETTLING)
    after = _moment(parameters, "start_time", now - RETENTION)
    _refuse_recent(parameters, now, start_time=after, end_time=before)
    if after < now - RETENTION:
        raise _bad(parameters, "start_time", f"'start_time' must be on or after {_iso(now - RETENTION)}")
    until = _page(parameters)
    return SearchParameters(
        clause=_clause(parameters),
        after=after,
        before=before,
        since_id=_integer(parameters, "since_id", 0),
        until_id=until if until is not None else (_integer(parameters, "until_id", 0) or None),
        most=_most(parameters),
        fields={name: _list(parameters, name) for name in LISTS},
    )


def page_token(oldest_id: str) -> str:
    """Return the token of the page that follows a post."""
    return TOKEN_PREFIX + format(int(oldest_id), "x")


def _clause(parameters: Mapping[str, str]) -> Clause:
    if not parameters.get("query", "").strip():
        raise BadParameter("query", parameters.get("query", ""), "The `query` query parameter can not be empty")
    try:
        return parse(parameters["query"])
    except QueryError as error:
        raise _bad(parameters, "query", f"There were errors processing your request: {error}") from error


def _refuse_unknown(parameters: Mapping[str, str]) -> None:
    names = (*SINGLE, *LISTS)
    for name, value in parameters.items():
        if name not in names:
            raise BadParameter(name, value, f"The query parameter [{name}] is not one of [{','.join(names)}]")


def _refuse_recent(parameters: Mapping[str, str], now: datetime, **moments: datetime) -> None:
    for name, moment in moments.items():
        if name in parameters and moment > now - SETTLING:
            message = f"'{name}' must be a minimum of 10 seconds prior to the request time."
            raise _bad(parameters, name, f"Invalid '{name}':'{parameters[name]}'. {message}")


def _moment(parameters: Mapping[str, str], name: str, default: datetime) -> datetime:
    if name not in parameters:
        return default
    try:
        moment = datetime.fromisoformat(parameters[name])
    except ValueError as error:
        raise _bad(
            parameters, name, f"The `{name}` query parameter value [{parameters[name]}] is not a valid date-time"
        ) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _page(parameters: Mapping[str, str]) -> int | None:
    if "next_token" not in parameters:
        return None
    try:
        return int(parameters["next_token"].removeprefix(TOKEN_PREFIX), 16)
    except ValueError as error:
        raise _bad(parameters, "next_token", f"The `next_token` [{parameters['next_token']}] is not valid") from error


def _integer(parameters: Mapping[str, str], name: str, default: int) -> int:
    text = parameters.get(name, str(default))
    if not text.isdigit():
        raise _bad(parameters, name, f"The `{name}` query parameter value [{text}] is not a number")
    return int(text)


def _most(parameters: Mapping[str, str]) -> int:
    most = _integer(parameters, "max_results", USUAL)
    if not FEWEST <= most <= MOST:
        raise _bad(
            parameters,
            "max_results",
            f"The `max_results` query parameter value [{most}] is not between {FEWEST} and {MOST}",
        )
    return most


def _list(parameters: Mapping[str, str], name: str) -> frozenset[str]:
    values = [value for value in parameters.get(name, "").split(",") if value]
    allowed = LISTS[name].split()
    for value in values:
        if value not in allowed:
            raise _bad(
                parameters, name, f"The `{name}` query parameter value [{value}] is not one of [{','.join(allowed)}]"
            )
    return frozenset(values)


def _bad(parameters: Mapping[str, str], name: str, message: str) -> BadParameter:
    return BadParameter(name, parameters[name], message)


def _iso(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%MZ}"
