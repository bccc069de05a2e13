"""What ends in a match comes back where it was, or ends it in one line that says what, and how to go on."""

import io
import json
import os
import signal
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from footy.core.clock import MatchClock, Pace
from local.aws.server import Ministack
from local.cli.image_demo import exhibit
from local.cli.live_table import Screen
from local.cli.main import main
from local.cli.match import Match
from local.cli.summary import FixtureLine, Summary
from local.front.server import FrontServer
from local.process.errors import StackEnded
from local.replay.model import REPLAYS, Replay
from local.stack.home import Home
from local.stack.search_sources import Searching
from local.stack.stack import HOUR, TRIES, Stack
from tests.support.waiting import eventually
from tests.unit.local.cli.test_tables import a_fixture

VAR, VAR_FILE = Replay.load("var"), REPLAYS / "var.toml"
NOWHERE = 9  # a port at which nobody answers


class Phoenix:
    """A member that ends as soon as it has been started."""

    pid: int | None = None
    ending: str | None = "exit code 1"

    def start(self) -> None:
        """Lives for a moment."""

    def stop(self) -> None:
        """Is not there any more."""


def a_stack(folder: Path, **given: Any) -> Stack:
    """One whose emulator and database are gone."""
    home = Home(folder / "stack")
    home.prepare()
    stack = Stack(home, Screen(Console(file=io.StringIO())), VAR_FILE, 60.0, **given)
    stack.aws = Ministack(home.aws, NOWHERE)
    stack.mongo_uri = f"mongodb://127.0.0.1:{NOWHERE}/?serverSelectionTimeoutMS=100"
    stack.front = FrontServer(home.logs, home.origins)
    return stack


@pytest.fixture
def fronted(tmp_path: Path) -> Iterator[Stack]:
    """A stack of which one part runs that can be replaced."""
    stack = a_stack(tmp_path)
    stack.front.start()
    stack.members["front"] = stack.front
    yield stack
    stack.front.stop()


def killed(stack: Stack) -> None:
    os.kill(stack.front.pid or 0, signal.SIGKILL)
    eventually(lambda: stack.front.ending, "its end")


class Played:
    """A match day whose front is killed in its first minute; it is over when the clock runs again after that."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self.ports = [stack.front.port]
        self.stood: datetime | None = None

    def lines(self) -> list[FixtureLine]:
        clock = self._stack.clock
        if self.stood is None:
            killed(self._stack)
            eventually(lambda: clock.pace().rate == 0, "a clock that stands")
            self.stood = clock.now()
            return []
        self.ports.append(self._stack.front.port)
        goes_on = self._stack.front.pid is not None and clock.pace().rate > 0
        return [a_fixture(fixture_id=VAR.fixtures[0].id, home="completed")] if goes_on else []

    def conclude(self, *_: object) -> Summary:
        assert self.stood is not None
        assert self._stack.clock.pace().match >= self.stood
        return Summary([], objects=len(set(self.ports)))

    def start_tick(self, _scheduled: str) -> None: ...
    def mend_images(self) -> None: ...
    def start_ingest(self, _day: str) -> None: ...
    def take_up(self) -> None: ...
    def is_quiet(self) -> bool:
        return True

    def keeps_up(self, _pace: float) -> bool:
        return True

    def has_ticked(self, _since: datetime) -> bool:
        return False


def test_the_clock_stands_until_what_died_runs_again_on_its_port_and_the_match_goes_on(
    fronted: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("local.cli.match.Play", Played)
    fronted.aws = cast(
        "Ministack", SimpleNamespace(scale_waits=lambda _factor: None, scales=True, url="http://127.0.0.1:9")
    )
    fronted.database_name = "footy_replay"
    MatchClock(fronted.home.clock).write(Pace(0.0, datetime(2025, 7, 5, 18, 0, tzinfo=UTC), 0.0))
    summary = Match(VAR, VAR_FILE, 60.0).play(fronted, fronted.screen, stays=False)
    assert summary.objects == 1, "the port is the same"
    facts = json.loads(fronted.home.running.read_text())
    assert facts["pids"]["front"] == fronted.front.pid
    assert fronted.clock.pace().rate == 0, "and stands when all is over"


def test_one_whose_port_was_taken_meanwhile_ends_all_in_one_line(fronted: Stack) -> None:
    port = fronted.front.port
    killed(fronted)
    with socket.create_server(("127.0.0.1", port)), pytest.raises(StackEnded) as ended:
        fronted.mend({"front": "killed by SIGKILL"})
    assert str(ended.value).startswith("front ended (killed by SIGKILL): go on with --resume")
    assert "it does not start again" in str(ended.value)


def test_what_dies_again_and_again_ends_all_in_one_line(tmp_path: Path) -> None:
    stack = a_stack(tmp_path)
    stack.members["eyes"] = Phoenix()
    for _ in range(TRIES):
        stack.mend({"eyes": "exit code 1"})
    with pytest.raises(StackEnded, match=r"^eyes ended \(exit code 1, for the 6th time within an hour\): go on"):
        stack.mend({"eyes": "exit code 1"})


def test_what_dies_now_and_then_comes_back_for_ever(tmp_path: Path) -> None:
    hours = iter(range(100))
    stack = a_stack(tmp_path, uptime=lambda: next(hours) * HOUR)
    stack.members["eyes"] = Phoenix()
    for _ in range(3 * TRIES):
        stack.mend({"eyes": "exit code 1"})


@pytest.mark.parametrize("name", ["mongodb", "aws"])
def test_without_what_keeps_the_state_all_ends(tmp_path: Path, name: str) -> None:
    with pytest.raises(StackEnded, match=rf"^{name} ended \(killed by SIGKILL\) and eyes ended .*: go on"):
        a_stack(tmp_path).mend({name: "killed by SIGKILL", "eyes": "exit code 1"})


def test_pictures_that_nobody_takes_are_the_end_of_the_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.stack.exit_reasons.NOTICED_SECONDS", 0.1)
    stack = a_stack(tmp_path)
    with pytest.raises(StackEnded, match=r"^the stack does not answer \(EndpointConnectionError: .*go on"):
        exhibit(stack, stack.screen)


def test_a_part_that_died_under_the_pictures_is_named(tmp_path: Path) -> None:
    stack = a_stack(tmp_path)
    stack.members["mongodb"] = Phoenix()
    with pytest.raises(StackEnded, match=r"^mongodb ended \(exit code 1\): go on"):
        exhibit(stack, stack.screen)


@pytest.fixture
def ended_after_the_match(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The match is played to its end, and then nobody answers."""

    def start(stack: Stack) -> None:
        stack.aws, stack.mongo_uri = Ministack(stack.home.aws, NOWHERE), f"mongodb://127.0.0.1:{NOWHERE}/"
        stack.front = FrontServer(stack.home.logs, stack.home.origins)

    for name in ("API_FOOTBALL_KEY", "X_BEARER_TOKEN", "MONGODB_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Stack, "_start", start)
    monkeypatch.setattr(Match, "play", lambda *_, **__: Summary([], objects=7))
    monkeypatch.setattr("local.stack.exit_reasons.NOTICED_SECONDS", 0.1)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("ended_after_the_match")
def test_an_end_after_the_match_is_one_line_and_the_summary_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, told = tmp_path / "stack", tmp_path / "summary.json"
    call = ["demo", "--replay", "var", "--speed", "30", "--port", "4999", "--home", str(home), "--json", str(told)]
    assert main(call) == 3
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert f"go on with `.venv/bin/python -m local demo --resume --home {home} --speed 30 --port 4999`" in said.err
    assert json.loads(told.read_text())["objects"] == 7


@pytest.mark.usefixtures("ended_after_the_match")
@pytest.mark.parametrize(
    ("match", "ending"),
    [(Match(VAR, VAR_FILE, 60), "60 match seconds per second"), (Match(None, None, 1), "until Ctrl-C ends it")],
)
def test_it_is_said_before_it_begins_when_it_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, match: Match, ending: str
) -> None:
    monkeypatch.setattr("local.cli.opening.open_match", lambda *_: match)
    monkeypatch.setattr("local.cli.opening.chosen", lambda *_: Searching())
    main(["demo", "--home", str(tmp_path / "stack")])
    assert ending in capsys.readouterr().out
