"""The real ports, made once per process. Imports are inside, so that a function loads only what it uses."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from footy.clock import Clock, MatchClock, SystemClock
from footy.settings import Rules, settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_boto3_s3 import S3Client

    from footy.clips.likeness import Likeness
    from footy.clips.look import Vision
    from footy.dead_letters import DeadLetters
    from footy.executions import Executions
    from footy.fixtures.api_football import ApiFootball
    from footy.media import Media, Work
    from footy.search.candidates import KnownTeam, Team
    from footy.search.providers.base import SearchProvider
    from footy.search.wikidata import Wikidata
    from footy.spending import Spending
    from footy.store.documents import Video


def rules() -> Rules:
    """The numbers of the game in this deployment."""
    return settings().rules


@cache
def clock() -> Clock:
    """The machine's clock, or the match clock of a replay."""
    file = settings().clock_file
    return MatchClock(Path(file)) if file else SystemClock()


@cache
def secret(arn: str) -> dict[str, str]:
    """A JSON secret, read once per process."""
    import json

    import boto3

    answer = boto3.client("secretsmanager").get_secret_value(SecretId=arn)
    return cast("dict[str, str]", json.loads(answer["SecretString"]))


@cache
def s3() -> "S3Client":
    """The client of both buckets; it signs links for the region's own host, which needs no redirect to get there."""
    import boto3
    from botocore.config import Config

    return boto3.client("s3", config=Config(signature_version="s3v4", s3={"addressing_style": "virtual"}))


@cache
def media() -> "Media":
    """The published clips."""
    from footy.media import Media

    return Media(s3(), settings().media_bucket)


@cache
def work() -> "Work":
    """The working files of downloads."""
    from footy.media import Work

    return Work(s3(), settings().work_bucket)


def alike(candidate: "Video", pool: "Sequence[Video]") -> "list[Likeness]":
    """Which clips of the pool show what the candidate shows; most batches never ask, and never load numpy."""
    from footy.clips.likeness import alike as compared

    return compared(candidate, pool, rules=rules())


@cache
def dead_letters() -> "DeadLetters":
    """Where messages go that nobody could handle."""
    import boto3

    from footy.dead_letters import DeadLetters

    return DeadLetters(boto3.client("sqs"), settings().dead_letters)


def upload_tries() -> int:
    """How often the queue delivers a message."""
    return settings().upload_tries


@cache
def vision() -> "Vision":
    """The vision model."""
    import httpx

    from footy.clips.vision import ChatVision

    return ChatVision(httpx.Client(), settings().vision_url, settings().vision_model, rules())


@cache
def spending() -> "Spending":
    """What reading posts may cost."""
    from footy import stores
    from footy.spending import Spending
    from footy.store.reads import Reads

    return Spending(Reads(stores.database()), rules())


@cache
def search_provider() -> "SearchProvider":
    """Where this deployment searches: the X API, or its own browser session."""
    import httpx

    http = httpx.Client(timeout=httpx.Timeout(20, connect=5))
    match settings().search_provider:
        case "x":
            from footy.search.providers.x_api import XApi

            token = secret(settings().x_secret)["bearer_token"]
            return XApi(
                http,
                url=settings().x_api_url,
                bearer_token=token,
                id_digits=rules().tweet_id_digits,
                budget=spending(),
            )
        case "browser":
            from footy.search.providers.browser import BrowserSession

            return BrowserSession(http, url=settings().twitter_service_url, id_digits=rules().tweet_id_digits)
        case unknown:
            raise ValueError(f"there is no search provider {unknown!r}")


@cache
def wikidata(seconds: float) -> "Wikidata":
    """Wikidata, with so much time for one team."""
    import httpx

    from footy.search.wikidata import Wikidata

    return Wikidata(
        httpx.Client(),
        search_url=settings().wikidata_search_url,
        sparql_url=settings().wikidata_sparql_url,
        agent=f"found-footy/0.1 ({settings().contact})",
        seconds=seconds,
    )


def names_of(team: "Team") -> "KnownTeam | None":
    """What Wikidata calls a team, when there is time to wait for it."""
    return wikidata(rules().alias_seconds).names_of(team)


def names_in_play(team: "Team") -> "KnownTeam | None":
    """What Wikidata calls a team, when a goal is waiting."""
    return wikidata(rules().alias_seconds_in_play).names_of(team)


@cache
def api_football() -> "ApiFootball":
    """The football API."""
    import httpx

    from footy.fixtures.api_football import ApiFootball

    return ApiFootball(httpx.Client(), settings().api_football_url, secret(settings().api_football_secret)["key"])


@cache
def executions() -> "Executions":
    """The executions of the goal machine."""
    import boto3
    from botocore.config import Config

    from footy.executions import Executions

    patience = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
    return Executions(boto3.client("stepfunctions", config=patience), settings().goal_machine)
