"""Options, order, markers and shared services of all tests.

Nothing that needs a service is imported before a test asks for it, so that tests of pure rules start fast.
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
COVERED = tuple(UNIT / package for package in ("core", "goals", "images", "api", "lambdas"))
PURE_FOLDERS = (*(UNIT / "goals" / package for package in RULES), UNIT / "images" / "rules", UNIT / "eyes")
SERVICES = {"mongo_uri", "emulator"}
# set by pytest for each test, and by the first test that loads a network
OTHER_VARIABLES = {"PYTEST_CURRENT_TEST", "ORT_DISABLE_TELEMETRY"}
SLOW_MARKERS = {"ci": "takes a minute or more: for `make ci`", "long": "takes minutes: for `make soak`"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=80, help="random matches of tests/stateful")
    parser.addoption("--new-seed", action="store_true", help="a new seed for the random matches")
    parser.addoption("--pure", action="store_true", help="only tests without processes and databases")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="shuffle the test files with this seed")


def pytest_report_header(config: pytest.Config) -> str | None:
    seed = config.getoption("--shuffle")
    return None if seed is None else f"shuffle: {seed}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests recorded with `record_property`, also those that passed in other processes."""
    reports = [report for some in terminalreporter.stats.values() for report in some]
    calls = [report for report in reports if getattr(report, "when", None) == "call" and report.user_properties]
    if calls:
        terminalreporter.section("measured")
    for report in calls:
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{report.nodeid}: {name} {value}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import the files of other folders with `--pure`."""
    if not config.getoption("--pure"):
        return None
    is_parent = any(collection_path in (folder, *folder.parents) for folder in PURE_FOLDERS)
    return None if is_parent or _in_pure_folder(collection_path) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _mark(item, selection=config.getoption("markexpr"))
    if config.getoption("--pure"):
        others = [item for item in items if item.get_closest_marker("pure") is None]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item.get_closest_marker("pure")]
    if (seed := config.getoption("--shuffle")) is not None:
        items[:] = _shuffled(items, seed)


def _mark(item: pytest.Item, *, selection: str) -> None:
    if _in_pure_folder(item.path) and not SERVICES & set(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.pure)
    if not _is_in(COVERED, item.path) or is_hypothesis_test(getattr(item, "obj", None)):
        # coverage costs time: other tests run other code or processes, properties the same lines thousands of times
        item.add_marker(pytest.mark.no_cover)
    for marker, reason in SLOW_MARKERS.items():
        if item.get_closest_marker(marker) and not {marker, "soak"} & set(selection.split()):
            item.add_marker(pytest.mark.skip(reason=reason))
    if os.environ.get("FOOTY_ENDPOINT") and (embedded := item.get_closest_marker("embedded")):
        item.add_marker(pytest.mark.skip(reason=f"only on the embedded AWS: {embedded.args[0]}"))


def _in_pure_folder(path: Path) -> bool:
    return _is_in(PURE_FOLDERS, path)


def _is_in(folders: tuple[Path, ...], path: Path) -> bool:
    return any(folder in path.parents for folder in folders)


def _shuffled(items: list[pytest.Item], seed: int) -> list[pytest.Item]:
    """Shuffle whole files, so that module fixtures are still created once."""
    by_path = sorted(items, key=lambda item: item.path)
    files = [list(group) for _, group in groupby(by_path, key=lambda item: item.path)]
    random.Random(seed).shuffle(files)
    return [item for file in files for item in file]


@pytest.fixture(autouse=True)
def _checked_commands(request: pytest.FixtureRequest) -> None:
    """Check the commands of every test that can reach a database."""
    if "pymongo" in sys.modules:
        request.getfixturevalue("commands")


@pytest.fixture(autouse=True)
def _cached_service_models() -> None:
    """Read the service models of AWS once per process."""
    if "botocore.session" in sys.modules and "tests.support.botocore_cache" not in sys.modules:
        from tests.support.botocore_cache import read_once

        read_once()


@pytest.fixture(autouse=True)
def _unchanged_environment() -> Iterator[None]:
    """Fail a test that leaves changed environment variables or scheduling behind."""
    before = _environment(), _scheduling()
    yield
    assert (_environment(), _scheduling()) == before


@pytest.fixture(autouse=True)
def _full_log_level() -> None:
    """Log everything, also after a test that raised the level."""
    if telemetry := sys.modules.get("footy.core.telemetry"):
        telemetry.logger.setLevel("INFO")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OTHER_VARIABLES}


def _scheduling() -> int:
    """Return the scheduling policy: a process left in real time would starve all others."""
    return os.sched_getscheduler(0) if sys.platform == "linux" else 0


@pytest.fixture
def commands() -> Iterator[Listener]:
    """Fail a test that sends a command that not every MongoDB understands."""
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

    from_controller: dict[str, str] = getattr(request.config, "workerinput", {})
    return from_controller.get(URI) or start_once(request.config)


@pytest.fixture
def database(mongo_uri: str, commands: Listener) -> Iterator[Database[FixtureDocument]]:  # noqa: ARG001 - checks the commands
    """Create an empty database, and drop it after the test."""
    from footy.core.mongo.database import connect

    own = connect(mongo_uri, f"test-{uuid4().hex[:12]}", timeout_ms=60_000)
    yield own
    own.client.drop_database(own.name)
    own.client.close()


@pytest.fixture(scope="session")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ministack]:
    """Start an emulator for this test process, with waits scaled down."""
    from local.aws.server import Ministack

    with Ministack(tmp_path_factory.mktemp("aws")) as aws:
        aws.scale_waits(QUICK)
        yield aws
