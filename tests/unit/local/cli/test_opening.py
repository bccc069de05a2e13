"""Everything is checked before anything is touched."""

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
from local.cli.live_table import Screen
from local.cli.main import _parser, main
from local.cli.match import Match
from local.cli.opening import home_of, opened
from local.process import disk
from local.process.errors import LocalError
from local.replay.model import REPLAYS
from local.stack.home import Facts, Home
from local.stack.home_metadata import Holding

NOON = datetime(2025, 7, 5, 12, 0, tzinfo=UTC)
LIFE = Match(None, None, 1.0)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No keys, no MongoDB of one's own; and the test process keeps its way to end."""
    for name in ("API_FOOTBALL_KEY", "X_BEARER_TOKEN", "MONGODB_URI", "FOOTY_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("local.stack.home_lock.ASKING_SECONDS", 0.1)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "stack")


def called(home: Home, *arguments: str) -> Namespace:
    return _parser().parse_args([*arguments, "--home", str(home.root)])


def played(home: Home, *arguments: str) -> tuple[bool, MatchClock]:
    """Opens a match day without playing it: whether a clip of the last one is still there, and the clock."""
    with opened(called(home, *arguments), Screen()) as opening:
        clip = home.aws / "clip"
        kept = clip.exists()
        clip.touch()
        return kept, opening.stack.clock


def untouched(home: Home) -> dict[str, bytes]:
    """All that is in it but whose it is."""
    files = (path for path in home.root.rglob("*") if path.is_file() and path.name != "lock")
    return {str(file): file.read_bytes() for file in files}


def refusal(home: Home, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a call that is refused, and that has touched nothing."""
    before = untouched(home)
    assert main([*arguments, "--home", str(home.root)]) == 2
    assert untouched(home) == before
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


def test_a_replay_that_does_not_exist_wipes_nothing(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    played(home, "demo", "--replay", "var")
    assert "typo" in refusal(home, capsys, "demo", "--replay", "typo")


def test_a_summary_that_cannot_be_written_is_told_before_the_match(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    played(home, "demo", "--replay", "var")
    nowhere = str(home.root / "nowhere" / "summary.json")
    assert "nowhere" in refusal(home, capsys, "demo", "--replay", "var", "--json", nowhere)


def test_a_mongodb_that_does_not_answer_wipes_nothing(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(home, "demo", "--replay", "var")
    monkeypatch.setattr("local.mongo.sockets.ANSWER_SECONDS", 0.1)
    monkeypatch.setenv("MONGODB_URI", "mongodb://127.0.0.1:9/")
    assert "MONGODB_URI" in refusal(home, capsys, "demo", "--replay", "var")


@pytest.mark.parametrize("command", ["up", "demo"])
def test_a_refused_second_one_touches_neither_clock_nor_data_of_the_first(
    home: Home, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with opened(called(home, "up", "--replay", "var"), Screen()) as opening:
        opening.stack.clock.write(Pace(time.time(), NOON, 60))
        home.remember(Facts(1, "", "", "", "", "", {}))
        assert "a stack already runs" in refusal(home, capsys, command, "--replay", "var")


def test_a_demo_begins_anew_and_its_clock_stands_at_the_beginning(home: Home) -> None:
    played(home, "demo", "--replay", "var")
    kept, clock = played(home, "demo", "--replay", "var")
    assert not kept
    assert clock.pace().rate == 0


def test_on_resume_the_clock_stands_where_it_was_before_anything_is_started(home: Home) -> None:
    _, clock = played(home, "demo", "--replay", "var")
    killed = time.time() - 2_700
    clock.write(Pace(killed, NOON, 60, until=killed + 2))
    kept, clock = played(home, "demo", "--resume")
    assert kept
    assert clock.now() == NOON + timedelta(minutes=2)


def test_to_go_on_the_home_knows_what_it_plays(home: Home) -> None:
    played(home, "demo", "--replay", "var")
    played(home, "demo", "--resume")
    played(home, "up")
    assert isinstance(home.holding, Holding)
    assert home.holding.plays == str(REPLAYS / "var.toml")


def test_up_with_another_replay_is_refused(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    played(home, "up", "--replay", "var")
    assert "--fresh" in refusal(home, capsys, "up", "--replay", "hostile")
    kept, _ = played(home, "up", "--replay", "hostile", "--fresh")
    assert not kept


def test_a_folder_with_other_things_in_it_is_not_emptied(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    (home.root / "logs").mkdir(parents=True)
    (home.root / "logs" / "diary.txt").write_text("mine")
    assert "--wipe unknown" in refusal(home, capsys, "demo", "--replay", "var")


def test_real_matches_survive_a_demo_and_their_clock_is_the_worlds(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("local.cli.opening.open_match", lambda *_: LIFE)
        _, clock = played(home, "up")
        assert clock.pace().rate == 1
        assert abs(clock.now() - datetime.now(UTC)) < timedelta(minutes=5)
    assert "--wipe real" in refusal(home, capsys, "demo", "--replay", "var", "--fresh")


def test_replays_and_real_matches_have_homes_and_databases_of_their_own(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes = []
    for key in ("a key", ""):
        monkeypatch.setenv("API_FOOTBALL_KEY", key)

        homes.append(home_of(_parser().parse_args(["up"])).root)
    assert len(set(homes)) == 2
    with opened(called(home, "up", "--replay", "var"), Screen()) as opening:
        assert opening.stack.database_name != "footy"


def test_a_damaged_clock_is_one_line(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    played(home, "demo", "--replay", "var")
    home.clock.write_text("{")
    assert main(["up", "--home", str(home.root)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "clock.json is damaged" in told


def test_what_it_holds_is_written_down_before_it_is_needed(home: Home) -> None:
    with opened(called(home, "demo", "--replay", "var"), Screen()):
        assert json.loads(home.holds.read_text())["plays"].endswith("var.toml")


def test_a_home_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocalError, match="cannot be written"):
        played(Home(tmp_path / "file" / "stack"), "demo", "--replay", "var")


def test_in_a_mongodb_of_ones_own_a_replay_has_its_own_database_which_begins_and_goes_on_with_it(
    home: Home, mongo_uri: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MONGODB_URI", mongo_uri)
    with opened(called(home, "demo", "--replay", "var"), Screen()) as opening:
        name = opening.stack.database_name
    client: MongoClient[dict[str, Any]] = MongoClient(mongo_uri)
    others, own = client["footy"], client[name]
    for database in (others, own):
        database["fixtures_active"].insert_one({"_id": 1})
    played(home, "demo", "--resume")
    assert own["fixtures_active"].find_one() is not None
    played(home, "demo", "--replay", "var")
    assert own["fixtures_active"].find_one() is None
    assert others["fixtures_active"].find_one() is not None
    monkeypatch.delenv("MONGODB_URI")
    assert "MONGODB_URI" in refusal(home, capsys, "demo", "--resume")
    client.drop_database("footy")
    client.close()


def test_two_homes_in_one_mongodb_do_not_meet(tmp_path: Path, mongo_uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONGODB_URI", mongo_uri)
    names = set()
    for folder in ("one", "two"):
        with opened(called(Home(tmp_path / folder), "demo", "--replay", "var"), Screen()) as opening:
            names.add(opening.stack.database_name)
    assert len(names) == 2


def test_without_room_nothing_is_begun(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(home, "demo", "--replay", "var")
    before = untouched(home)
    monkeypatch.setattr(disk, "LITTLE", 2**62)
    assert main(["demo", "--replay", "var", "--home", str(home.root)]) == 3
    assert untouched(home) == before
    assert "disk full" in capsys.readouterr().err
