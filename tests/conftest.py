"""What tests of several rooms need: a MongoDB and an emulator of their own, stopped whatever happens."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from pymongo import monitoring
from pymongo.database import Database

from footy.adapters.mongo.database import connect
from footy.model.documents import FixtureDocument
from local.aws.server import Ministack
from local.mongo.server import MongoServer
from tests.commands import Listener

QUICK = 0.002
COMMANDS = Listener()
monitoring.register(COMMANDS)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=2000, help="random matches of tests/stateful")
    parser.addoption("--anew", action="store_true", help="other random matches than the last time")


@pytest.fixture(autouse=True)
def commands() -> Iterator[Listener]:
    """Fails the test that sends the database what not every MongoDB understands."""
    COMMANDS.take()
    yield COMMANDS
    assert COMMANDS.take() == []


@pytest.fixture(scope="session")
def mongo_uri(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A MongoDB that lives as long as this test process."""
    with MongoServer(tmp_path_factory.mktemp("mongo"), given="") as server:
        yield server.uri


@pytest.fixture
def database(mongo_uri: str) -> Iterator[Database[FixtureDocument]]:
    """An empty database of the test's own."""
    own = connect(mongo_uri, f"test-{uuid4().hex[:12]}")
    yield own
    own.client.drop_database(own.name)
    own.client.close()


@pytest.fixture(scope="session")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ministack]:
    """An AWS that lives as long as this test process, with waits too short to notice."""
    with Ministack(tmp_path_factory.mktemp("aws")) as aws:
        aws.scale_waits(QUICK)
        yield aws
