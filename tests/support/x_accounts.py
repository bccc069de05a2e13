"""Instances of the service over one store, without a browser, and a clock that is moved by hand."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
from moto import mock_aws

from footy.core.errors import FootyError
from searcher.account_rotation import AccountRotation
from searcher.leases import AccountLeases
from searcher.store import AwsStore, SessionStore

NOON = datetime(2022, 12, 18, 12, tzinfo=UTC)
LASTS = timedelta(seconds=60)


@dataclass(slots=True)
class Hands:
    """A clock that is moved by hand."""

    moment: datetime = NOON

    def now(self) -> datetime:
        return self.moment

    def move(self, **by: float) -> None:
        self.moment += timedelta(**by)


def cookies(name: str = "a", **more: Any) -> str:
    listed = [{"name": one, "value": name, "domain": ".x.com", **more} for one in ("auth_token", "ct0")]
    return json.dumps({"cookies": listed})


@dataclass(slots=True)
class Instances:
    """Instances of the service over one store, at one time."""

    store: SessionStore
    clock: Hands = field(default_factory=Hands)

    def rotation(self, owner: str) -> AccountRotation:
        leases = AccountLeases(self.store, owner, self.clock, LASTS)
        return AccountRotation(self.store, leases, self.clock, self.store.accounts)


def account(rotation: AccountRotation) -> str:
    return asyncio.run(rotation.account()).name


def refuse(rotation: AccountRotation, failure: FootyError) -> None:
    assert rotation.current
    asyncio.run(rotation.refuse(rotation.current, failure))


@contextmanager
def in_aws(account: str = "first") -> Iterator[Instances]:
    """Over a secret and a bucket."""
    with mock_aws():
        s3, secrets = boto3.client("s3"), boto3.client("secretsmanager")
        s3.create_bucket(Bucket="work", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        arn = secrets.create_secret(Name=account, SecretString=cookies(account))["ARN"]
        yield Instances(AwsStore({account: arn}, "work", secrets, s3))
