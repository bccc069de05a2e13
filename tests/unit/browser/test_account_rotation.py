"""Account rotation, and accounts that X refuses (S16)."""

import asyncio
import threading
from datetime import timedelta
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from footy.core.errors import AccessDenied, FootyError, RateLimited, SessionExpired, UpstreamUnavailable
from searcher.leases import AccountLeases
from searcher.session import LoginSession
from searcher.store import AwsStore, FolderStore
from tests.support.x_accounts import LASTS, NOON, Instances, account, cookies, in_aws, refuse


@pytest.fixture
def instances(tmp_path: Path) -> Instances:
    store = FolderStore(tmp_path)
    for name in ("first", "second"):
        store.keep(name, cookies(name))
    return Instances(store)


def test_an_account_is_never_in_two_places(instances: Instances) -> None:
    assert account(instances.rotation("one")) == "first"
    assert account(instances.rotation("two")) == "second"
    with pytest.raises(UpstreamUnavailable, match="in use by another instance"):
        account(instances.rotation("three"))


def test_an_instance_keeps_its_account_as_long_as_it_renews_it(instances: Instances) -> None:
    one, two = instances.rotation("one"), instances.rotation("two")
    account(one)
    instances.clock.move(seconds=50)
    assert asyncio.run(one.renew())
    instances.clock.move(seconds=50)
    assert account(two) == "second"


def test_lease_of_a_dead_instance_expires(instances: Instances) -> None:
    one, two = instances.rotation("one"), instances.rotation("two")
    account(one)
    instances.clock.move(seconds=61)
    assert account(two) == "first"
    assert not asyncio.run(one.renew())
    assert one.current is None


def test_rate_limit_holds_for_every_instance(instances: Instances) -> None:
    one = instances.rotation("one")
    account(one)
    refuse(one, RateLimited("429", retry_after=300))
    assert account(one) == "second"
    refuse(one, RateLimited("429", retry_after=600))
    with pytest.raises(RateLimited) as caught:
        account(instances.rotation("two"))
    assert caught.value.retry_after == 300
    instances.clock.move(seconds=301)
    assert account(instances.rotation("two")) == "first"


@pytest.mark.parametrize("failure", [SessionExpired("401"), AccessDenied("326")])
def test_refused_account_is_reopened_by_a_new_session(instances: Instances, failure: FootyError) -> None:
    one = instances.rotation("one")
    account(one)
    refuse(one, failure)
    assert account(one) == "second"
    refuse(one, failure)
    with pytest.raises(type(failure)):
        account(one)
    instances.store.keep("first", cookies("renewed"))
    assert account(one) == "first"


def test_invalid_session_is_expired_and_never_logged(instances: Instances) -> None:
    instances.store.keep("first", '{"cookies": [{"name": "auth_token", "value": "secret", "domain": ".x.com"}]}')
    rotation = instances.rotation("one")
    assert account(rotation) == "second"
    assert rotation.states["first"] == "expired"
    with pytest.raises(SessionExpired) as caught:
        LoginSession.read('{"cookies": "secret"')
    assert "secret" not in str(caught.value)


def test_search_without_sessions_is_expired(tmp_path: Path) -> None:
    with pytest.raises(SessionExpired, match="no session is configured"):
        account(Instances(FolderStore(tmp_path)).rotation("one"))


def test_cookies_are_written_back_when_they_change_and_only_then(instances: Instances) -> None:
    rotation = instances.rotation("one")
    ours = asyncio.run(rotation.account())
    before = instances.store.session("first")
    asyncio.run(rotation.note(ours, LoginSession.read(cookies("first", expires=-1))))
    assert instances.store.session("first") == before
    prolonged = LoginSession.read(cookies("first", expires=NOON.timestamp() + 86_400 * 400))
    asyncio.run(rotation.note(ours, prolonged))
    assert LoginSession.read(instances.store.session("first")) == prolonged
    assert rotation.ends["first"] == NOON + timedelta(days=400)


def test_session_renewed_by_an_operator_is_not_overwritten(instances: Instances) -> None:
    rotation = instances.rotation("one")
    ours = asyncio.run(rotation.account())
    instances.store.keep("first", cookies("renewed"))
    asyncio.run(rotation.note(ours, LoginSession.read(cookies("first", expires=NOON.timestamp() + 86_400 * 400))))
    assert instances.store.session("first") == cookies("renewed")


def test_logged_out_session_does_not_overwrite_the_old_one(instances: Instances) -> None:
    rotation = instances.rotation("one")
    ours = asyncio.run(rotation.account())
    asyncio.run(rotation.note(ours, LoginSession(())))
    assert "first" in instances.store.session("first")


def test_concurrent_leases_have_one_winner(instances: Instances) -> None:
    leases = [AccountLeases(instances.store, f"{n}", instances.clock, LASTS) for n in range(8)]
    got: list[bool] = []
    threads = [threading.Thread(target=lambda one=one: got.append(one.take("first"))) for one in leases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(got) == 1


def test_aws_leases_are_written_by_compare_and_swap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with in_aws() as instances:
        store = instances.store
        assert store.record("first") == ("", "")
        assert store.swap("first", "mine", "")
        assert not store.swap("first", "late", "")
        text, version = store.record("first")
        assert text == "mine"
        assert store.swap("first", "next", version)
        assert not store.swap("first", "late", version)
        store.keep("first", cookies("renewed"))
        assert store.session("first") == cookies("renewed")
        assert account(instances.rotation("one")) == "first"


def test_empty_secret_is_an_expired_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws():
        store = AwsStore(
            {"first": "footy-prod/session_first"}, "work", boto3.client("secretsmanager"), boto3.client("s3")
        )
        with pytest.raises(SessionExpired):
            account(Instances(store).rotation("one"))
