"""The parameters of a recent search, checked as X checks them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from local.upstreams.x_query import Clause, QueryError, parse

RETENTION = timedelta(days=7)
SETTLING = timedelta(seconds=10)
"""No search may reach closer to the present than this."""
USUAL_SETTLING = timedelta(seconds=30)
"""How close it reaches when it does not say."""
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
    """A parameter that X refuses."""

    def __init__(self, name: str, value: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class Search:
    """A search X would run."""

    clause: Clause
    after: datetime
    before: datetime
    since_id: int
    until_id: int | None
    most: int
    fields: Mapping[str, frozenset[str]]


def read(given: Mapping[str, str], now: datetime) -> Search:
    """The search that these parameters ask for; the first bad one is a BadParameter."""
    _refuse_unknown(given)
    before = _moment(given, "end_time", now - USUAL_SETTLING)
    after = _moment(given, "start_time", now - RETENTION)
    _refuse_recent(given, now, start_time=after, end_time=before)
    if after < now - RETENTION:
        raise _bad(given, "start_time", f"'start_time' must be on or after {_iso(now - RETENTION)}")
    until = _page(given)
    return Search(
        clause=_clause(given),
        after=after,
        before=before,
        since_id=_whole(given, "since_id", 0),
        until_id=until if until is not None else (_whole(given, "until_id", 0) or None),
        most=_most(given),
        fields={name: _list(given, name) for name in LISTS},
    )


def page_token(oldest_id: str) -> str:
    """The token of the page that follows a post."""
    return TOKEN_PREFIX + format(int(oldest_id), "x")


def _clause(given: Mapping[str, str]) -> Clause:
    if not given.get("query", "").strip():
        raise BadParameter("query", given.get("query", ""), "The `query` query parameter can not be empty")
    try:
        return parse(given["query"])
    except QueryError as error:
        raise _bad(given, "query", f"There were errors processing your request: {error}") from error


def _refuse_unknown(given: Mapping[str, str]) -> None:
    known = (*SINGLE, *LISTS)
    for name, value in given.items():
        if name not in known:
            raise BadParameter(name, value, f"The query parameter [{name}] is not one of [{','.join(known)}]")


def _refuse_recent(given: Mapping[str, str], now: datetime, **moments: datetime) -> None:
    for name, moment in moments.items():
        if name in given and moment > now - SETTLING:
            message = f"'{name}' must be a minimum of 10 seconds prior to the request time."
            raise _bad(given, name, f"Invalid '{name}':'{given[name]}'. {message}")


def _moment(given: Mapping[str, str], name: str, default: datetime) -> datetime:
    if name not in given:
        return default
    try:
        moment = datetime.fromisoformat(given[name])
    except ValueError as error:
        raise _bad(
            given, name, f"The `{name}` query parameter value [{given[name]}] is not a valid date-time"
        ) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _page(given: Mapping[str, str]) -> int | None:
    if "next_token" not in given:
        return None
    try:
        return int(given["next_token"].removeprefix(TOKEN_PREFIX), 16)
    except ValueError as error:
        raise _bad(given, "next_token", f"The `next_token` [{given['next_token']}] is not valid") from error


def _whole(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(name, str(default))
    if not text.isdigit():
        raise _bad(given, name, f"The `{name}` query parameter value [{text}] is not a number")
    return int(text)


def _most(given: Mapping[str, str]) -> int:
    most = _whole(given, "max_results", USUAL)
    if not FEWEST <= most <= MOST:
        raise _bad(
            given, "max_results", f"The `max_results` query parameter value [{most}] is not between {FEWEST} and {MOST}"
        )
    return most


def _list(given: Mapping[str, str], name: str) -> frozenset[str]:
    values = [value for value in given.get(name, "").split(",") if value]
    known = LISTS[name].split()
    for value in values:
        if value not in known:
            raise _bad(given, name, f"The `{name}` query parameter value [{value}] is not one of [{','.join(known)}]")
    return frozenset(values)


def _bad(given: Mapping[str, str], name: str, message: str) -> BadParameter:
    return BadParameter(name, given[name], message)


def _iso(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%MZ}"
