"""MongoDB failures translated into our errors; programming errors stay as they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import isfunction
from typing import TypeVar

from pymongo.errors import BulkWriteError, ConfigurationError, ConnectionFailure, OperationFailure

from footy.core.errors import AccessDenied, FootyError, UpstreamUnavailable, WriteConflict

Class = TypeVar("Class")

DUPLICATE_KEY = 11000
WRITE_CONFLICT = frozenset({112})
# 8000 is Atlas' code for every refusal: credentials, network, plan
DENIED = frozenset({13, 18, 8000})
# Retryable codes of the drivers' specification, lost cursors, time-outs and unconfirmed writes.
TRANSIENT = frozenset(
    {6, 7, 43, 50, 64, 89, 91, 134, 189, 202, 262, 384, 462, 9001, 10058, 10107, 11600, 11602, 13435, 13436, 16500}
)
TRANSIENT_LABELS = ("RetryableWriteError", "TransientTransactionError")


@contextmanager
def translate_mongodb_errors() -> Iterator[None]:
    """Raise MongoDB's transient failures and refusals as our own errors."""
    try:
        yield
    except ConnectionFailure as unreachable:
        raise UpstreamUnavailable(f"MongoDB: {unreachable}") from unreachable
    except ConfigurationError as unusable:
        if not _is_of_dns(unusable.__cause__):
            raise
        raise UpstreamUnavailable(f"MongoDB: {unusable}") from unusable
    except OperationFailure as refused:
        named = _named(refused)
        if named is None:
            raise
        raise named(f"MongoDB: {refused}") from refused


def translate_errors(adapter: type[Class]) -> type[Class]:
    """Translate the errors of every public method of an adapter; none of them may return a lazy result."""
    for name, method in list(vars(adapter).items()):
        if isfunction(method) and not name.startswith("_"):
            setattr(adapter, name, translate_mongodb_errors()(method))
    return adapter


@contextmanager
def ignore_duplicates() -> Iterator[None]:
    """Ignore a bulk write's duplicate key errors: insert if absent."""
    try:
        yield
    except BulkWriteError as failure:
        errors = [*failure.details["writeErrors"], *failure.details["writeConcernErrors"]]
        if any(error["code"] != DUPLICATE_KEY for error in errors):
            raise


def is_transient(code: int) -> bool:
    """Return True when a code comes from the server's state, not from the statement."""
    return code in TRANSIENT | WRITE_CONFLICT


def _is_of_dns(cause: BaseException | None) -> bool:
    """Return True for a failed DNS look-up, which pymongo reports as a ConfigurationError."""
    return type(cause).__module__.partition(".")[0] == "dns"


def _named(refused: OperationFailure) -> type[FootyError] | None:
    codes = _codes(refused)
    if codes & DENIED:
        return AccessDenied
    if codes & TRANSIENT:
        return UpstreamUnavailable
    if codes & WRITE_CONFLICT:
        return WriteConflict
    return UpstreamUnavailable if any(map(refused.has_error_label, TRANSIENT_LABELS)) else None


def _codes(refused: OperationFailure) -> set[int | None]:
    """Return the code of a failure, or those of each write and confirmation of a bulk write."""
    if not isinstance(refused, BulkWriteError):
        return {refused.code}
    details = refused.details
    return {error["code"] for error in (*details["writeErrors"], *details["writeConcernErrors"])}
