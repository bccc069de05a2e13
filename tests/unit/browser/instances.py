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
from searcher.account_rotation import Rota
from searcher.leases import Leases
from searcher.store import AwsStore, Store

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

    store: Store
    clock: Hands = field(default_factory=Hands)

    def rota(self, owner: str) -> Rota:
        leases = Leases(self.store, owner, self.clock, LASTS)
        return Rota(self.store, leases, self.clock, self.store.accounts)


def account(rota: Rota) -> str:
    return asyncio.run(rota.account()).name


def refuse(rota: Rota, failure: FootyError) -> None:
    assert rota.current
    asyncio.run(rota.refuse(rota.current, failure))


@contextmanager
def in_aws(account: str = "first") -> Iterator[Instances]:
    """Over a secret and a bucket."""
    with mock_aws():
        s3, secrets = boto3.client("s3"), boto3.client("secretsmanager")
        s3.create_bucket(Bucket="work", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        arn = secrets.create_secret(Name=account, SecretString=cookies(account))["ARN"]
        yield Instances(AwsStore({account: arn}, "work", secrets, s3))
