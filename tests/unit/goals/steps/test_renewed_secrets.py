"""Renewed secrets in the steps that handle a refusal themselves."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import cached_property
from typing import Any

import boto3
import pytest
from moto import mock_aws

from footy.core.errors import AccessDenied
from footy.goals.adapters.storage.media import Media
from footy.goals.container import GoalsContainer
from footy.goals.search.posts import SearchAnswer, SearchProvider, SearchQuery
from footy.goals.settings import Rules, Settings
from footy.goals.steps.upload_batch import Input as Batch
from footy.goals.steps.upload_batch import upload_batch
from footy.goals.steps.validate_clip import validate_clip
from tests.support.clips import NAMING_SECRET, fetched, verdict
from tests.support.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.support.uploads import Stage, StoppedClock
from tests.unit.goals.steps.test_validate_clip import CLIP, Around
from tests.unit.goals.steps.test_validate_clip import fetched as shown

LAST_TRY = 5


class Warm(GoalsContainer):
    """A container whose key was read before it was renewed."""

    @property
    def refused(self) -> bool:
        return self.secrets.read("keys")["key"] == "old"


def warm(kind: type[Warm], **ports: Any) -> Any:
    """Ports belong to the class; only those made of the key are rebuilt."""
    class_ports = {"clock": StoppedClock(), "rules": Rules(), **ports}
    container = type(kind.__name__, (kind,), class_ports)(Settings(search_provider="auto"))
    container.secrets.read("keys")
    return container


@pytest.fixture
def safe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        client = boto3.client("secretsmanager")
        client.create_secret(Name="keys", SecretString='{"key": "old"}')
        yield client


def renew(safe: Any) -> None:
    safe.put_secret_value(SecretId="keys", SecretString='{"key": "new"}')


class Looking(Warm):
    """One whose vision model is asked with the key."""

    @cached_property
    def vision(self) -> Any:
        return Around(trouble=AccessDenied("vision answered 401") if self.refused else None)


@pytest.mark.parametrize(("renewed", "outcome"), [(True, "judged"), (False, "unchecked")])
def test_a_clip_is_given_up_only_when_the_newest_key_is_refused(
    stage: Stage, safe: Any, *, renewed: bool, outcome: str
) -> None:
    insert(stage.database, goal())
    shown(stage, "67:30", "67:30", "67:30")
    around = Around()
    container = warm(Looking, database=stage.database, work=stage.work, task_callbacks=around, uploads=around)
    if renewed:
        renew(safe)
    until = (NOON + timedelta(minutes=20)).isoformat()
    order = {"token": "t", "event_id": GOAL, "download_id": DOWNLOAD, "clip": {"tweet_id": CLIP}, "until": until}
    assert validate_clip({"body": json.dumps(order), "receipt": "r", "receives": 1}, container) == outcome
    assert len(around.answered) == 1
    assert len(around.letters) == (1 if renewed else 0)


class Publishing(Warm):
    """One whose bucket is reached with the key."""

    bucket: Media

    @cached_property
    def media(self) -> Media:
        if self.refused:
            raise AccessDenied("not with this one")
        return self.bucket

    @cached_property
    def naming_secret(self) -> bytes:
        return NAMING_SECRET


@pytest.mark.parametrize(("renewed", "outcome"), [(True, "finished"), (False, "set_aside")])
def test_a_batch_is_retried_with_new_secrets_on_its_last_receive(
    stage: Stage, safe: Any, *, renewed: bool, outcome: str
) -> None:
    insert(stage.database, goal())
    clip = fetched("a")
    stage.fetch(clip)
    container = warm(Publishing, database=stage.database, work=stage.work, bucket=stage.media, dead_letters=Shelf())
    if renewed:
        renew(safe)
    signal = {"event_id": GOAL, "download_id": DOWNLOAD, "verdicts": [verdict(clip)], "posts": ["a"], "last": True}
    message: Batch = {"body": json.dumps(signal), "group": GOAL, "deduplication_id": "d", "receives": LAST_TRY}
    assert upload_batch(message, container) == outcome
    assert len(stage.videos()) == (1 if renewed else 0)


class Shelf:
    """Takes what is set aside."""

    def add(self, _letter: object, _reason: str) -> None:
        """Ignore it."""


class One:
    """A provider that says who was asked."""

    pays = False

    def __init__(self, name: str, refusal: Exception | None) -> None:
        self.video_filter = name
        self._refusal = refusal

    def search(self, query: SearchQuery) -> SearchAnswer:
        if self._refusal:
            raise self._refusal
        return SearchAnswer((), {self.video_filter: 1}, sent_text=query.text)


class Searching(Warm):
    """One that asks X with the key, and else the browser."""

    def _provider(self, name: str) -> SearchProvider:
        return One(name, AccessDenied("401") if name == "x" and self.refused else None)


@pytest.mark.parametrize(("renewed", "provider_name"), [(True, "x"), (False, "browser")])
def test_failover_starts_only_after_new_secrets_are_refused(safe: Any, *, renewed: bool, provider_name: str) -> None:
    container = warm(Searching)
    query = SearchQuery(text="Messi browser", asked_at=NOON, max_age=timedelta(minutes=3))
    provider = container.search_provider
    if renewed:
        renew(safe)
    assert provider.search(query).skipped == {provider_name: 1}
