"""What tests of several rooms need: options, an order, a MongoDB and an emulator of their own.

Nothing that speaks to a service is imported before a test asks for it: pure rules are tested without.
"""

from __future__ import annotations

import os
import random
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.support.examples import GATE
from tests.support.waiting import QUICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pymongo.database import Database

    from footy.goals.model.documents import FixtureDocument
    from local.aws.server import Ministack
    from tests.support.mongo_commands import Listener

settings.load_profile(GATE)

HERE = Path(__file__).parent
UNIT = HERE / "unit"
RULES = ("model", "capacity", "fixtures", "search", "clips", "page")
PURE_ROOMS = (*(UNIT / "goals" / package for package in RULES), UNIT / "images" / "rules", UNIT / "eyes")
SERVICES = {"mongo_uri", "emulator"}
# by pytest for each test, and by whichever test is the first to load networks
OTHERS_DOING = {"PYTEST_CURRENT_TEST", "ORT_DISABLE_TELEMETRY"}
# what nobody waits for at a desk
PATIENT = {"ci": "takes a minute or more: for `make ci`", "long": "takes minutes: for `make soak`"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=160, help="random matches of tests/stateful")
    parser.addoption("--anew", action="store_true", help="other random matches than the last time")
    parser.addoption("--pure", action="store_true", help="only tests that need neither process nor database")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="files in another order, the same one for each seed")


def pytest_report_header(config: pytest.Config) -> str | None:
    seed = config.getoption("--shuffle")
    return None if seed is None else f"shuffle: {seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests measured, also those that passed: their own output nobody sees, least of all out of processes."""
    reports = [report for some in terminalreporter.stats.values() for report in some]
    calls = [report for report in reports if getattr(report, "when", None) == "call" and report.user_properties]
    if calls:
        terminalreporter.section("measured")
    for report in calls:
        for name, measured in report.user_properties:
            terminalreporter.write_line(f"{report.nodeid}: {name} {measured}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files of other rooms are not even imported, nor what their folders prepare."""
    if not config.getoption("--pure"):
        return None
    on_the_way = any(collection_path in (room, *room.parents) for room in PURE_ROOMS)
    return None if on_the_way or _in_pure_room(collection_path) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _mark(item, asked=config.getoption("markexpr"))
    if config.getoption("--pure"):
        others = [item for item in items if item.get_closest_marker("pure") is None]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item.get_closest_marker("pure")]
    if (seed := config.getoption("--shuffle")) is not None:
        items[:] = _shuffled(items, seed)


def _mark(item: pytest.Item, *, asked: str) -> None:
    if _in_pure_room(item.path) and not SERVICES & set(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.pure)
    if UNIT not in item.path.parents or is_hypothesis_test(getattr(item, "obj", None)):
        # the one runs the package in other processes, the other the same lines thousands of times: counting is not free
        item.add_marker(pytest.mark.no_cover)
    for marker, reason in PATIENT.items():
        if item.get_closest_marker(marker) and not {marker, "soak"} & set(asked.split()):
            item.add_marker(pytest.mark.skip(reason=reason))
    if os.environ.get("FOOTY_ENDPOINT") and (embedded := item.get_closest_marker("embedded")):
        item.add_marker(pytest.mark.skip(reason=f"only on the embedded AWS: {embedded.args[0]}"))


def _in_pure_room(path: Path) -> bool:
    return any(room in path.parents for room in PURE_ROOMS)


def _shuffled(items: list[pytest.Item], seed: int) -> list[pytest.Item]:
    """Whole files, so that what a module shares is still made once."""
    by_path = sorted(items, key=lambda item: item.path)
    files = [list(group) for _, group in groupby(by_path, key=lambda item: item.path)]
    random.Random(seed).shuffle(files)
    return [item for file in files for item in file]


@pytest.fixture(autouse=True)
def _shared_commands(request: pytest.FixtureRequest) -> None:
    """A test that can speak to a database is listened to."""
    if "pymongo" in sys.modules:
        request.getfixturevalue("commands")


@pytest.fixture(autouse=True)
def _known_services() -> None:
    """What a service of AWS understands is not read again for each client."""
    if "botocore.session" in sys.modules and "tests.support.botocore_cache" not in sys.modules:
        from tests.support.botocore_cache import read_once

        read_once()


@pytest.fixture(autouse=True)
def _own_environment() -> Iterator[None]:
    """A test leaves the process as it found it: the next one would run in what is left, and others beside it."""
    before = _environment(), _turn()
    yield
    assert (_environment(), _turn()) == before


@pytest.fixture(autouse=True)
def _own_log_level() -> None:
    """A test hears all that is said, also in a process where a studio is open that spares whoever stands before it."""
    if telemetry := sys.modules.get("footy.core.telemetry"):
        telemetry.logger.setLevel("INFO")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OTHERS_DOING}


def _turn() -> int:
    """By which rule the process gets its turn: one that runs in real time lets nobody else have theirs."""
    return os.sched_getscheduler(0) if sys.platform == "linux" else 0


@pytest.fixture
def commands() -> Iterator[Listener]:
    """Fails the test that sends the database what not every MongoDB understands."""
    from tests.support.mongo_commands import COMMANDS

    COMMANDS.take()
    yield COMMANDS
    assert COMMANDS.take() == []


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give each xdist worker the address of one MongoDB."""
    if not node.config.getoption("--pure"):
        from tests.support.shared_mongo import URI, start_once

        node.workerinput[URI] = start_once(node.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    if shared := sys.modules.get("tests.support.shared_mongo"):
        shared.stop(config)


@pytest.fixture(scope="session")
def mongo_uri(request: pytest.FixtureRequest) -> str:
    """Return the address of the MongoDB of this run."""
    from tests.support.shared_mongo import URI, start_once

    given: dict[str, str] = getattr(request.config, "workerinput", {})
    return given.get(URI) or start_once(request.config)


@pytest.fixture
def database(mongo_uri: str, commands: Listener) -> Iterator[Database[FixtureDocument]]:  # noqa: ARG001 - listened to
    """An empty database of the test's own."""
    from footy.core.mongo.database import connect

    own = connect(mongo_uri, f"test-{uuid4().hex[:12]}", timeout_ms=60_000)
    yield own
    own.client.drop_database(own.name)
    own.client.close()


@pytest.fixture(scope="session")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ministack]:
    """An AWS that lives as long as this test process, with waits too short to notice."""
    from local.aws.server import Ministack

    with Ministack(tmp_path_factory.mktemp("aws")) as aws:
        aws.scale_waits(QUICK)
        yield aws
