"""One MongoDB per test run: the xdist controller starts it, the workers connect to it."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from local.mongo.server import MongoServer

RUN = pytest.StashKey[tuple[ExitStack, str]]()
URI = "mongo_uri"
MEMORY, FREE_BYTES = Path("/dev/shm"), 4 << 30  # noqa: S108 - a private folder is made in it


@contextmanager
def running_mongo() -> Iterator[str]:
    """Start a MongoDB in memory where there is room, and stop it."""
    in_memory = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > FREE_BYTES
    with (
        TemporaryDirectory(prefix="footy-tests-", dir=MEMORY if in_memory else None) as folder,
        MongoServer(Path(folder), address="") as server,
    ):
        yield server.uri


def start_once(config: pytest.Config) -> str:
    """Return the address of the MongoDB of this run; start it for the first worker."""
    if RUN not in config.stash:
        stack = ExitStack()
        config.stash[RUN] = stack, stack.enter_context(running_mongo())
    return config.stash[RUN][1]


def stop(config: pytest.Config) -> None:
    """Stop the MongoDB that this process started."""
    if RUN in config.stash:
        config.stash[RUN][0].close()
