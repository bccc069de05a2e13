"""Translation of MongoDB failures."""

import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from typing import Any

import pytest
from bson.raw_bson import RawBSONDocument
from dns.resolver import LifetimeTimeout
from pymongo import errors
from pymongo.database import Database

from footy.core.errors import AccessDenied, FootyError, UpstreamUnavailable, WriteConflict
from footy.core.mongo.database import connect
from footy.core.mongo.failures import ignore_duplicates, translate_mongodb_errors
from footy.goals.adapters import mongo as goals
from footy.goals.adapters.mongo.fixtures.active import Active
from footy.goals.adapters.mongo.goals.downloads import Downloads
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.indexes import create_indexes
from footy.goals.model.documents import FixtureDocument
from footy.images.adapters import mongo as images

MODULES = [
    import_module(module.name)
    for package in (goals, images)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]
ADAPTERS = [
    kind
    for module in MODULES
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if kind.__module__ == module.__name__ and not is_dataclass(kind) and not issubclass(kind, RawBSONDocument)
]
TRANSLATED = translate_mongodb_errors()(lambda: None).__code__
LAZY = ("Iterator", "Iterable", "Generator", "Cursor")


def bulk(writes: list[int], confirmations: list[int]) -> errors.BulkWriteError:
    """A bulk write of which each of these codes came back."""
    refused = [{"index": n, "code": code, "errmsg": "refused"} for n, code in enumerate(writes)]
    return errors.BulkWriteError(
        {"writeErrors": refused, "writeConcernErrors": [{"code": code, "errmsg": "late"} for code in confirmations]}
    )


def labelled(label: str) -> errors.OperationFailure:
    return errors.OperationFailure("no", 1, {"errorLabels": [label]})


def unresolved(cause: Exception) -> errors.ConfigurationError:
    failure = errors.ConfigurationError("no such servers")
    failure.__cause__ = cause
    return failure


def methods(adapter: type) -> dict[str, Any]:
    return {name: one for name, one in vars(adapter).items() if inspect.isfunction(one) and not name.startswith("_")}


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.__name__)
def test_every_adapter_translates_its_errors(adapter: type) -> None:
    assert methods(adapter)
    assert {name for name, method in methods(adapter).items() if method.__code__ is not TRANSLATED} == set()


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.__name__)
def test_no_adapter_returns_a_lazy_result(adapter: type) -> None:
    for method in map(inspect.unwrap, methods(adapter).values()):
        assert not inspect.isgeneratorfunction(method)
        assert not str(inspect.signature(method).return_annotation).startswith(LAZY)


@pytest.mark.parametrize(
    ("failure", "ours"),
    [
        (errors.ConnectionFailure("gone"), UpstreamUnavailable),
        (errors.AutoReconnect("gone"), UpstreamUnavailable),
        (errors.NetworkTimeout("late"), UpstreamUnavailable),
        (errors.NotPrimaryError("failover"), UpstreamUnavailable),
        (errors.ServerSelectionTimeoutError("no server"), UpstreamUnavailable),
        (errors.WaitQueueTimeoutError("full"), UpstreamUnavailable),
        (errors.ExecutionTimeout("late", 50), UpstreamUnavailable),
        (errors.CursorNotFound("restarted", 43), UpstreamUnavailable),
        (errors.WTimeoutError("unconfirmed", 64), UpstreamUnavailable),
        (errors.WriteConcernError("shutting down", 91), UpstreamUnavailable),
        (errors.OperationFailure("stepped down", 189), UpstreamUnavailable),
        (labelled("RetryableWriteError"), UpstreamUnavailable),
        (labelled("TransientTransactionError"), UpstreamUnavailable),
        (bulk([11000, 10107], []), UpstreamUnavailable),
        (bulk([], [64]), UpstreamUnavailable),
        (unresolved(LifetimeTimeout(timeout=1, errors=[])), UpstreamUnavailable),  # type: ignore[no-untyped-call]
        (errors.OperationFailure("conflict", 112), WriteConflict),
        (bulk([112], []), WriteConflict),
        (errors.OperationFailure("unauthorized", 13), AccessDenied),
        (errors.OperationFailure("authentication failed", 18), AccessDenied),
        (errors.OperationFailure("bad auth", 8000), AccessDenied),
    ],
    ids=repr,
)
def test_transient_failures_and_refusals_are_translated(failure: Exception, ours: type[FootyError]) -> None:
    with pytest.raises(ours) as raised, translate_mongodb_errors():
        raise failure
    assert type(raised.value) is ours
    assert raised.value.__cause__ is failure


@pytest.mark.parametrize(
    "failure",
    [
        errors.OperationFailure("unknown operator", 2),
        errors.DuplicateKeyError("there already", 11000),
        errors.ConfigurationError("no such option"),
        errors.InvalidURI("no address"),
        errors.InvalidOperation("closed"),
        errors.DocumentTooLarge("17 MB"),
        bulk([11000], []),
        WriteConflict("our own"),
        KeyError("a fault of the program"),
    ],
    ids=repr,
)
def test_programming_errors_are_not_translated(failure: Exception) -> None:
    with pytest.raises(type(failure)) as raised, translate_mongodb_errors():
        raise failure
    assert raised.value is failure


def test_a_write_that_was_not_confirmed_is_no_duplicate() -> None:
    with ignore_duplicates():
        raise bulk([11000, 11000], [])
    with pytest.raises(errors.BulkWriteError), ignore_duplicates():
        raise bulk([11000], [64])


@pytest.fixture
def unreachable() -> Iterator[Database[FixtureDocument]]:
    """Database without a server."""
    database = connect("mongodb://127.0.0.1:9", "footy", timeout_ms=50)
    yield database
    database.client.close()


def test_an_outage_is_translated_everywhere(unreachable: Database[FixtureDocument]) -> None:
    events = GoalEvents(unreachable)
    for call in (
        lambda: events.find("7_26_154_Goal_1"),
        lambda: Downloads(events).register("7_26_154_Goal_1", "download1"),
        lambda: Active(unreachable).outlines(),
        lambda: create_indexes(unreachable),
    ):
        with pytest.raises(UpstreamUnavailable):
            call()
