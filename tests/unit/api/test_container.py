"""Container: the adapters that settings select."""

from collections.abc import Iterator
from typing import Any

import boto3
import httpx
import pytest
from moto import mock_aws
from pymongo import MongoClient

from footy.api.container import ApiContainer
from footy.api.settings import ApiSettings
from footy.core.clock import MatchClock, SystemClock
from footy.core.errors import AccessDenied
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.adapters.posts.failover import Failover
from footy.goals.adapters.posts.x_api import XApiClient

MACHINE = "arn:aws:states:eu-west-1:000000000000:stateMachine:footy-goal"


@pytest.fixture(autouse=True)
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Create an account with one secret that has every key."""
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
    built = container(search_provider=name, twitter_service_url="http://browser")
    built.database = MongoClient[Any](connect=False)["footy"]  # nothing is searched here
    assert isinstance(built.search_provider, provider)


def test_a_replay_has_its_own_clock() -> None:
    assert isinstance(container().clock, SystemClock)
    assert isinstance(container(clock_file="clock.json").clock, MatchClock)


@pytest.mark.parametrize(
    ("settings", "host", "proof"),
    [
        ({"vision_url": "http://model.internal:8080/v1"}, "model.internal", None),
        ({"vision_url": "https://mine/v1", "vision_secret": "keys"}, "mine", "Bearer not-a-secret"),
        ({"vision_endpoint": "footy/qwen"}, "runtime.sagemaker.eu-west-1.amazonaws.com", "AWS4-HMAC-SHA256"),
    ],
)
def test_each_vision_backend_has_its_client(
    settings: dict[str, str], host: str, proof: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(401)

    monkeypatch.setattr("footy.core.http.client.DeadlineTransport", lambda *_: httpx.MockTransport(serve))
    with pytest.raises(AccessDenied):
        container(**settings).vision.read_frames([b"jpeg"])
    assert requests[0].url.host == host
    assert (requests[0].headers.get("authorization") or "").startswith(proof or "")
    assert ("authorization" in requests[0].headers) is (proof is not None)


@pytest.mark.parametrize("region", ["us-east-1", "eu-central-1"])
def test_links_match_the_content_security_policy(region: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", region)
    built, host = (
        container(uploads_bucket="footy-uploads", thumbnails_bucket="footy-small"),
        f".s3.{region}.amazonaws.com/",
    )
    assert built.uploaded_images.form("club/hero.png", "image/png")["url"] == f"https://footy-uploads{host}"
    assert built.thumbnails.link("club/one.jpg").startswith(f"https://footy-small{host}club/one.jpg?")
