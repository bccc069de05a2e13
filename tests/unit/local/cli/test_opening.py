"""Opening of a match day: everything is checked before anything is changed."""

import json
import signal
import time
from argparse import Namespace
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pymongo import MongoClient

from footy.core.clock import MatchClock, Pace
from local.cli.main import _parser, main
from local.cli.match import Match
from local.cli.opening import home_of, open_stack
from local.process import disk
from local.process.errors import LocalError
from local.replay.model import REPLAYS
from local.stack.home import Home, RunningStack
from local.stack.home_metadata import HomeMetadata
from local.stack.progress import ProgressLog

NOON = datetime(2025, 7, 5, 12, 0, tzinfo=UTC)
REAL_MATCHES = Match(None, None, 1.0)


@pytest.fixture(autouse=True)
def no_services(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove keys and addresses, and restore the signal handler of the test process."""
    for name in ("API_FOOTBALL_KEY", "X_BEARER_TOKEN", "MONGODB_URI", "FOOTY_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("local.stack.home_lock.LOCK_SECONDS", 0.1)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "stack")


def options_of(home: Home, *arguments: str) -> Namespace:
    return _parser().parse_args([*arguments, "--home", str(home.root)])


def open_match_day(home: Home, *arguments: str) -> tuple[bool, MatchClock]:
    """Open a match day; return whether the data of the previous one still exists, and the clock."""
    with open_stack(options_of(home, *arguments), ProgressLog()) as opening:
        clip = home.aws / "clip"
        existed = clip.exists()
        clip.touch()
        return existed, opening.stack.clock


def contents(home: Home) -> dict[str, bytes]:
    """Return all files of the home but its lock."""
    files = (path for path in home.root.rglob("*") if path.is_file() and path.name != "lock")
    return {str(file): file.read_bytes() for file in files}


def refusal(home: Home, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line of a refused call, which must change nothing."""
    before = contents(home)
    assert main([*arguments, "--home", str(home.root)]) == 2
    assert contents(home) == before
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_unknown_replay_deletes_nothing(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    open_match_day(home, "demo", "--replay", "var")
    assert "typo" in refusal(home, capsys, "demo", "--replay", "typo")


def test_unwritable_summary_is_refused_before_the_match(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    open_match_day(home, "demo", "--replay", "var")
    nowhere = str(home.root / "nowhere" / "summary.json")
    assert "nowhere" in refusal(home, capsys, "demo", "--replay", "var", "--json", nowhere)


def test_silent_mongodb_deletes_nothing(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_match_day(home, "demo", "--replay", "var")
    monkeypatch.setattr("local.mongo.sockets.ANSWER_SECONDS", 0.1)
    monkeypatch.setenv("MONGODB_URI", "mongodb://127.0.0.1:9/")
    assert "MONGODB_URI" in refusal(home, capsys, "demo", "--replay", "var")


@pytest.mark.parametrize("command", ["up", "demo"])
def test_second_stack_changes_nothing_of_the_first(
    home: Home, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with open_stack(options_of(home, "up", "--replay", "var"), ProgressLog()) as opening:
        opening.stack.clock.write(Pace(time.time(), NOON, 60))
        home.write_running(RunningStack(1, "", "", "", "", "", {}))
        assert "a stack already runs" in refusal(home, capsys, command, "--replay", "var")


def test_demo_starts_over_with_a_paused_clock(home: Home) -> None:
    open_match_day(home, "demo", "--replay", "var")
    existed, clock = open_match_day(home, "demo", "--replay", "var")
    assert not existed
    assert clock.pace().rate == 0


def test_resumed_clock_is_paused_where_it_stopped(home: Home) -> None:
    _, clock = open_match_day(home, "demo", "--replay", "var")
    stopped_at = time.time() - 2_700
    clock.write(Pace(stopped_at, NOON, 60, until=stopped_at + 2))
    existed, clock = open_match_day(home, "demo", "--resume")
    assert existed
    assert clock.now() == NOON + timedelta(minutes=2)


def test_resume_needs_no_name_of_the_replay(home: Home) -> None:
    open_match_day(home, "demo", "--replay", "var")
    open_match_day(home, "demo", "--resume")
    open_match_day(home, "up")
    assert isinstance(home.metadata, HomeMetadata)
    assert home.metadata.plays == str(REPLAYS / "var.toml")


def test_up_with_another_replay_is_refused(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    open_match_day(home, "up", "--replay", "var")
    assert "--fresh" in refusal(home, capsys, "up", "--replay", "hostile")
    existed, _ = open_match_day(home, "up", "--replay", "hostile", "--fresh")
    assert not existed


def test_foreign_folder_is_not_emptied(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    (home.root / "logs").mkdir(parents=True)
    (home.root / "logs" / "diary.txt").write_text("mine")
    assert "--wipe unknown" in refusal(home, capsys, "demo", "--replay", "var")


def test_real_matches_run_in_real_time_and_survive_a_demo(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("local.cli.opening.open_match", lambda *_: REAL_MATCHES)
        _, clock = open_match_day(home, "up")
        assert clock.pace().rate == 1
        assert abs(clock.now() - datetime.now(UTC)) < timedelta(minutes=5)
    assert "--wipe real" in refusal(home, capsys, "demo", "--replay", "var", "--fresh")


def test_replays_and_real_matches_are_stored_apart(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    homes = []
    for key in ("a key", ""):
        monkeypatch.setenv("API_FOOTBALL_KEY", key)

        homes.append(home_of(_parser().parse_args(["up"])).root)
    assert len(set(homes)) == 2
    with open_stack(options_of(home, "up", "--replay", "var"), ProgressLog()) as opening:
        assert opening.stack.database_name != "footy"


def test_damaged_clock_is_one_line(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    open_match_day(home, "demo", "--replay", "var")
    home.clock.write_text("{")
    assert main(["up", "--home", str(home.root)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "clock.json is damaged" in error


def test_metadata_is_written_before_the_start(home: Home) -> None:
    with open_stack(options_of(home, "demo", "--replay", "var"), ProgressLog()):
        assert json.loads(home.metadata_file.read_text())["plays"].endswith("var.toml")


def test_unwritable_home_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocalError, match="cannot be written"):
        open_match_day(Home(tmp_path / "file" / "stack"), "demo", "--replay", "var")


def test_replay_has_its_own_database_in_a_shared_mongodb(
    home: Home, mongo_uri: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MONGODB_URI", mongo_uri)
    with open_stack(options_of(home, "demo", "--replay", "var"), ProgressLog()) as opening:
        name = opening.stack.database_name
    client: MongoClient[dict[str, Any]] = MongoClient(mongo_uri)
    others, own = client["footy"], client[name]
    for database in (others, own):
        database["fixtures_active"].insert_one({"_id": 1})
    open_match_day(home, "demo", "--resume")
    assert own["fixtures_active"].find_one() is not None
    open_match_day(home, "demo", "--replay", "var")
    assert own["fixtures_active"].find_one() is None
    assert others["fixtures_active"].find_one() is not None
    monkeypatch.delenv("MONGODB_URI")
    assert "MONGODB_URI" in refusal(home, capsys, "demo", "--resume")
    client.drop_database("footy")
    client.close()


def test_homes_in_one_mongodb_have_own_databases(
    tmp_path: Path, mongo_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONGODB_URI", mongo_uri)
    names = set()
    for folder in ("one", "two"):
        with open_stack(options_of(Home(tmp_path / folder), "demo", "--replay", "var"), ProgressLog()) as opening:
            names.add(opening.stack.database_name)
    assert len(names) == 2


def test_full_disk_changes_nothing(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_match_day(home, "demo", "--replay", "var")
    before = contents(home)
    monkeypatch.setattr(disk, "MINIMUM_BYTES", 2**62)
    assert main(["demo", "--replay", "var", "--home", str(home.root)]) == 3
    assert contents(home) == before
    assert "disk full" in capsys.readouterr().err
