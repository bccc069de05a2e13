"""Leases of accounts over a store that fails."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from footy.core.errors import AccessDenied, RateLimited, SessionExpired, UpstreamUnavailable
from footy.goals.settings import Rules
from searcher.account_rotation import AccountRotation
from searcher.check import check
from searcher.chromium import BrowserProgram, SearchBrowser
from searcher.leases import AccountLeases
from searcher.progress import SearchRequest
from searcher.queue import LEAST_SECONDS, SearchQueue
from searcher.store import AwsStore, FolderStore
from searcher.x_pages import XPages
from tests.support.x_accounts import LASTS, NOON, Instances, account, cookies, in_aws, refuse


@pytest.fixture
def instances(tmp_path: Path) -> Instances:
    store = FolderStore(tmp_path)
    for name in ("first", "second"):
        store.keep(name, cookies(name))
    return Instances(store)


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[Instances]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with in_aws() as instances:
        yield instances


def a_desk(instances: Instances, rotation: AccountRotation, rules: Rules) -> SearchQueue:
    """One whose browser would not start."""
    nothing = SearchBrowser(BrowserProgram(Path("/nowhere")), XPages(), instances.clock, rules)
    return SearchQueue(rotation, nothing, instances.clock, rules)


def is_renewed(rotation: AccountRotation) -> bool:
    return asyncio.run(rotation.renew())


@dataclass(slots=True)
class Overtaken:
    """Folder store with one concurrent write between a read and a write."""

    folder: FolderStore
    others: list[AccountLeases] = field(default_factory=list)
    accounts = ("first", "second")

    def session(self, account: str) -> str:
        return self.folder.session(account)

    def keep(self, account: str, session: str) -> None:
        self.folder.keep(account, session)

    def record(self, account: str) -> tuple[str, str]:
        result = self.folder.record(account)
        if self.others:
            assert self.others.pop().renew(account)
        return result

    def swap(self, account: str, record: str, version: str) -> bool:
        return self.folder.swap(account, record, version)


def test_a_hiccup_of_the_bucket_costs_no_lease(aws: Instances) -> None:
    assert isinstance(aws.store, AwsStore)
    rotation = aws.rotation("one")
    account(rotation)
    note = aws.store.record("first")[0]
    aws.store.s3.delete_object(Bucket="work", Key="sessions/first.lease")
    aws.store.s3.delete_bucket(Bucket="work")
    aws.clock.move(seconds=15)
    assert is_renewed(rotation)
    aws.store.s3.create_bucket(Bucket="work", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    aws.store.swap("first", note, "")
    aws.clock.move(seconds=15)
    assert is_renewed(rotation)
    assert rotation.current
    assert rotation.current.lease_until == aws.clock.now() + LASTS


def test_account_is_released_before_an_unrenewable_lease_ends(aws: Instances) -> None:
    assert isinstance(aws.store, AwsStore)
    rotation = aws.rotation("one")
    account(rotation)
    aws.store.s3.delete_object(Bucket="work", Key="sessions/first.lease")
    aws.store.s3.delete_bucket(Bucket="work")
    stored = []
    for _ in range(3):
        aws.clock.move(seconds=15)
        stored.append(is_renewed(rotation))
    assert stored == [True, True, False]
    assert rotation.current is None


def test_what_was_given_back_or_closed_is_not_renewed(instances: Instances) -> None:
    rotation = instances.rotation("one")
    account(rotation)
    asyncio.run(rotation.release())
    assert not rotation.leases.renew("first")
    assert account(instances.rotation("two")) == "first"


def test_refusal_is_recorded_despite_a_concurrent_write(instances: Instances, tmp_path: Path) -> None:
    store = Overtaken(FolderStore(tmp_path))
    rotation = Instances(store, instances.clock).rotation("one")
    account(rotation)
    store.others.append(AccountLeases(store.folder, "one", instances.clock, LASTS))
    refuse(rotation, RateLimited("429", retry_after=300))
    lease = rotation.leases.read("first")
    assert (lease.owner, lease.why) == ("", "rate limited")


def test_the_pace_of_an_account_goes_on_in_other_hands(instances: Instances) -> None:
    expected = SearchRequest(query="Nine", posted_after=NOON)
    one, two = instances.rotation("one"), instances.rotation("two")
    requests = asyncio.run(one.account())
    requests.asked_at = instances.clock.now()
    asyncio.run(one.release())
    desk = a_desk(instances, two, Rules(session_seconds=LEAST_SECONDS, session_pace_seconds=10))
    instances.clock.move(seconds=9)
    with pytest.raises(UpstreamUnavailable, match="pace allows no search yet"):
        asyncio.run(desk.search(expected))
    instances.clock.move(seconds=1)
    # it may search again, and finds no browser: on a slow machine not even that is known in time
    with pytest.raises(UpstreamUnavailable, match=r"the browser did not (start|answer)"):
        asyncio.run(desk.search(expected))


@pytest.mark.parametrize("failure", [SessionExpired("401"), AccessDenied("326")])
def test_lost_account_is_counted_once(
    instances: Instances, failure: AccessDenied, capsys: pytest.CaptureFixture[str]
) -> None:
    rotation = instances.rotation("one")
    account(rotation)
    refuse(rotation, failure)
    counted = [json.loads(line) for line in capsys.readouterr().out.splitlines() if "SessionsLost" in line]
    assert [line["SessionsLost"] for line in counted] == [[1.0]]


def test_check_reads_all_accounts_and_leases_none(instances: Instances) -> None:
    instances.store.keep("second", cookies("second", expires=NOON.timestamp() + 86_400))
    instances.store.keep("third", "{half")
    rotation = instances.rotation("one")
    asyncio.run(rotation.check_all())
    assert rotation.states == {"first": "", "second": "", "third": "expired"}
    assert (rotation.ends["second"] - NOON).days == 1
    assert instances.store.record("first") == ("", "")


def test_daily_check_ignores_accounts_in_use(instances: Instances) -> None:
    account(instances.rotation("one"))
    account(instances.rotation("two"))
    assert asyncio.run(check(a_desk(instances, instances.rotation("check"), Rules()))) == 0
