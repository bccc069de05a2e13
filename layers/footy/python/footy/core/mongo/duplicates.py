"""Insert-if-absent: what is there already is not an error."""

from collections.abc import Iterator
from contextlib import contextmanager

from pymongo.errors import BulkWriteError

DUPLICATE_KEY = 11000


@contextmanager
def only_duplicates() -> Iterator[None]:
    """Lets a bulk write pass whose only failures are documents that somebody else wrote first."""
    try:
        yield
    except BulkWriteError as failure:
        errors = [*failure.details["writeErrors"], *failure.details["writeConcernErrors"]]
        if any(error["code"] != DUPLICATE_KEY for error in errors):
            raise
