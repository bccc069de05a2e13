"""MongoDB's failures under our names, those that state machines retry on; a fault of the program stays what it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import isfunction
from typing import TypeVar

from pymongo.errors import BulkWriteError, ConfigurationError, ConnectionFailure, OperationFailure

from footy.core.errors import AccessDenied, FootyError, UpstreamUnavailable, WriteConflict

Class = TypeVar("Class")

DUPLICATE_KEY = 11000
WRITE_CONFLICT = frozenset({112})
# Atlas has one code of its own for whatever it refuses: credentials, network, plan
DENIED = frozenset({13, 18, 8000})
# What a server says while it goes, comes, elects or is overrun: those that drivers write again after, with lost
# cursors, ended patience, and writes that too few have confirmed.
PASSING = frozenset(
    {6, 7, 43, 50, 64, 89, 91, 134, 189, 202, 262, 384, 462, 9001, 10058, 10107, 11600, 11602, 13435, 13436, 16500}
)
PASSING_LABELS = ("RetryableWriteError", "TransientTransactionError")


@contextmanager
def translate_mongodb_errors() -> Iterator[None]:
    """What MongoDB cannot do now, or will not do for us, is raised as our own error."""
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
    """Has every public method of an adapter reach MongoDB that way; none may answer with what reads on later."""
    for name, method in list(vars(adapter).items()):
        if isfunction(method) and not name.startswith("_"):
            setattr(adapter, name, translate_mongodb_errors()(method))
    return adapter


@contextmanager
def ignore_duplicates() -> Iterator[None]:
    """Lets a bulk write pass whose only failures are documents that somebody else wrote first."""
    try:
        yield
    except BulkWriteError as failure:
        errors = [*failure.details["writeErrors"], *failure.details["writeConcernErrors"]]
        if any(error["code"] != DUPLICATE_KEY for error in errors):
            raise


def is_transient(code: int) -> bool:
    """Whether a server's code is of its moment, and not of what was asked."""
    return code in PASSING | WRITE_CONFLICT


def _is_of_dns(cause: BaseException | None) -> bool:
    """Whether the name of the servers was not answered: pymongo calls that a fault of the address."""
    return type(cause).__module__.partition(".")[0] == "dns"


def _named(refused: OperationFailure) -> type[FootyError] | None:
    codes = _codes(refused)
    if codes & DENIED:
        return AccessDenied
    if codes & PASSING:
        return UpstreamUnavailable
    if codes & WRITE_CONFLICT:
        return WriteConflict
    return UpstreamUnavailable if any(map(refused.has_error_label, PASSING_LABELS)) else None


def _codes(refused: OperationFailure) -> set[int | None]:
    """The code of the failure; a bulk write has one for each of its writes, and for their confirmation."""
    if not isinstance(refused, BulkWriteError):
        return {refused.code}
    details = refused.details
    return {error["code"] for error in (*details["writeErrors"], *details["writeConcernErrors"])}
