"""What stands behind the ports of a deployment."""

from collections.abc import Iterator
from typing import Any

import boto3
import httpx
import pytest
from moto import mock_aws
from pymongo import MongoClient

from footy.api.container import ApiContainer
from footy.api.settings import ApiSettings
from footy.core.aws.step_functions import Executions
from footy.core.clock import MatchClock, SystemClock
from footy.core.errors import AccessDenied
from footy.goals.adapters.football.football import Football
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.adapters.posts.failover import Failover
from footy.goals.adapters.posts.x_api import XApiClient
from footy.goals.adapters.wikidata.client import Wikidata

MACHINE = "arn:aws:states:eu-west-1:000000000000:stateMachine:footy-goal"


@pytest.fixture(autouse=True)
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An account in which one secret has every key."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws():
        keys = '{"bearer_token": "not-a-secret", "key": "not-a-secret"}'
        boto3.client("secretsmanager").create_secret(Name="keys", SecretString=keys)
        yield


def container(**settings: Any) -> ApiContainer:
    return ApiContainer(ApiSettings(x_secret="keys", api_football_secret="keys", goal_machine=MACHINE, **settings))


@pytest.mark.parametrize(
    ("name", "provider"),
    [("x", XApiClient), ("browser", BrowserSession), ("auto", Failover), ("auto-browser", Failover)],
)
def test_the_search_provider_is_chosen_by_its_name(name: str, provider: type) -> None:
    known = container(search_provider=name, twitter_service_url="http://browser")
    known.database = MongoClient[Any](connect=False)["footy"]  # nothing is searched here
    assert isinstance(known.search_provider, provider)


def test_a_provider_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="mastodon"):
        _ = container(search_provider="mastodon").search_provider


def test_a_port_is_made_once_and_only_when_it_is_asked_for() -> None:
    known = container()
    assert "wikidata" not in vars(known)
    assert isinstance(known.wikidata, Wikidata)
    assert known.wikidata is known.wikidata


def test_the_services_of_a_deployment_are_made_of_its_settings() -> None:
    known = container()
    assert isinstance(known.football, Football)
    assert isinstance(known.executions, Executions)


def test_a_replay_has_its_own_clock() -> None:
    assert isinstance(container().clock, SystemClock)
    assert isinstance(container(clock_file="clock.json").clock, MatchClock)


def test_two_worlds_share_nothing() -> None:
    assert container().wikidata is not container().wikidata


@pytest.mark.parametrize(
    ("settings", "host", "proof"),
    [
        ({"vision_url": "http://model.internal:8080/v1"}, "model.internal", None),
        ({"vision_url": "https://mine/v1", "vision_secret": "keys"}, "mine", "Bearer not-a-secret"),
        ({"vision_endpoint": "footy/qwen"}, "runtime.sagemaker.eu-west-1.amazonaws.com", "AWS4-HMAC-SHA256"),
    ],
)
def test_one_client_stands_at_each_of_the_doors(
    settings: dict[str, str], host: str, proof: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(401)

    monkeypatch.setattr("footy.core.http.client.DeadlineTransport", lambda *_: httpx.MockTransport(serve))
    with pytest.raises(AccessDenied):
        container(**settings).vision.read_frames([b"jpeg"])
    assert asked[0].url.host == host
    assert (asked[0].headers.get("authorization") or "").startswith(proof or "")
    assert ("authorization" in asked[0].headers) is (proof is not None)


def test_the_pools_are_those_that_a_deployment_has() -> None:
    assert container().pools == {}
    assert list(container(vision_pool="asg:footy", browser_pool="ecs:footy/browser").pools) == ["vision", "browser"]


@pytest.mark.parametrize("region", ["us-east-1", "eu-central-1"])
def test_uploads_and_pictures_go_where_the_policy_of_the_page_lets_them(
    region: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", region)
    known, host = (
        container(uploads_bucket="footy-uploads", thumbnails_bucket="footy-small"),
        f".s3.{region}.amazonaws.com/",
    )
    assert known.uploaded_images.form("club/hero.png", "image/png")["url"] == f"https://footy-uploads{host}"
    assert known.thumbnails.link("club/one.jpg").startswith(f"https://footy-small{host}club/one.jpg?")
