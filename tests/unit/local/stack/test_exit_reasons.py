"""Restart of ended members, and the one line for those that cannot be restarted."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from footy.core.clock import MatchClock, Pace
from local.aws.server import Ministack
from local.cli.image_demo import run_image_demo
from local.cli.main import main
from local.cli.match import Match
from local.cli.summary import FixtureLine, Summary
from local.front.server import FrontProcess
from local.process.errors import StackEnded
from local.replay.model import Replay
from local.stack.search_sources import SearchSource
from local.stack.stack import HOUR, RESTARTS, Stack
from tests.support.local_stack import CLOSED_PORT, VAR_FILE, DeadMember, fixture_line, stack_without_services
from tests.support.waiting import eventually

VAR = Replay.load("var")


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """A stack of which only the front runs."""
    stack = stack_without_services(tmp_path)
    stack.front.start()
    stack.members["front"] = stack.front
    yield stack
    stack.front.stop()


def kill_front(stack: Stack) -> None:
    os.kill(stack.front.pid or 0, signal.SIGKILL)
    eventually(lambda: stack.front.exit_reason, "its end")


class FakePlay:
    """A match day whose front is killed in its first minute; it is over when the clock runs again."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self.ports = [stack.front.port]
        self.paused_at: datetime | None = None

    def lines(self) -> list[FixtureLine]:
        clock = self._stack.clock
        if self.paused_at is None:
            kill_front(self._stack)
            eventually(lambda: clock.pace().rate == 0, "a paused clock")
            self.paused_at = clock.now()
            return []
        self.ports.append(self._stack.front.port)
        runs = self._stack.front.pid is not None and clock.pace().rate > 0
        return [fixture_line(fixture_id=VAR.fixtures[0].id, collection="completed")] if runs else []

    def conclude(self, *_: object) -> Summary:
        assert self.paused_at is not None
        assert self._stack.clock.pace().match >= self.paused_at
        return Summary([], objects=len(set(self.ports)))

    def start_tick(self, _scheduled: str) -> None: ...
    def mend_images(self) -> None: ...
    def start_ingest(self, _day: str) -> None: ...
    def recover(self) -> None: ...
    def is_quiet(self) -> bool:
        return True

    def keeps_up(self, _pace: float) -> bool:
        return True

    def has_ticked(self, _since: datetime) -> bool:
        return False


def test_clock_pauses_until_a_dead_member_runs_again(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.cli.match.Play", FakePlay)
    aws = SimpleNamespace(scale_waits=lambda _factor: None, scales=True, url="http://127.0.0.1:9")
    stack.aws = cast("Ministack", aws)
    MatchClock(stack.home.clock).write(Pace(0.0, datetime(2025, 7, 5, 18, 0, tzinfo=UTC), 0.0))
    summary = Match(VAR, VAR_FILE, 60.0).play(stack, stack.progress, stays=False)
    assert summary.objects == 1, "the port is the same"
    assert json.loads(stack.home.running.read_text())["pids"]["front"] == stack.front.pid
    assert stack.clock.pace().rate == 0, "paused at the end"


def test_taken_port_ends_the_stack(stack: Stack) -> None:
    port = stack.front.port
    kill_front(stack)
    with socket.create_server(("127.0.0.1", port)), pytest.raises(StackEnded) as ended:
        stack.restart({"front": "killed by SIGKILL"})
    assert str(ended.value).startswith("front ended (killed by SIGKILL): continue with --resume")
    assert "it does not restart" in str(ended.value)


def test_sixth_end_within_an_hour_ends_the_stack(tmp_path: Path) -> None:
    stack = stack_without_services(tmp_path)
    stack.members["eyes"] = DeadMember()
    for _ in range(RESTARTS):
        stack.restart({"eyes": "exit code 1"})
    with pytest.raises(StackEnded, match=r"^eyes ended \(exit code 1, for the 6th time within an hour\): continue"):
        stack.restart({"eyes": "exit code 1"})


def test_rare_ends_are_restarted_for_ever(tmp_path: Path) -> None:
    hours = iter(range(100))
    stack = stack_without_services(tmp_path, uptime=lambda: next(hours) * HOUR)
    stack.members["eyes"] = DeadMember()
    for _ in range(3 * RESTARTS):
        stack.restart({"eyes": "exit code 1"})


@pytest.mark.parametrize("name", ["mongodb", "aws"])
def test_database_and_emulator_are_not_restarted(tmp_path: Path, name: str) -> None:
    with pytest.raises(StackEnded, match=rf"^{name} ended \(killed by SIGKILL\) and eyes ended .*: continue"):
        stack_without_services(tmp_path).restart({name: "killed by SIGKILL", "eyes": "exit code 1"})


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({}, r"^the stack does not answer \(EndpointConnectionError: .*continue"),
        ({"mongodb": DeadMember()}, r"^mongodb ended \(exit code 1\): continue"),
    ],
)
def test_image_demo_names_what_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, members: dict[str, DeadMember], reason: str
) -> None:
    monkeypatch.setattr("local.stack.exit_reasons.NOTICED_SECONDS", 0.1)
    stack = stack_without_services(tmp_path)
    stack.members.update(members)
    with pytest.raises(StackEnded, match=reason):
        run_image_demo(stack, stack.progress)


@pytest.fixture
def no_services_after_the_match(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A match day that succeeds, on a stack that does not answer afterwards."""

    def start(stack: Stack) -> None:
        stack.aws, stack.mongo_uri = Ministack(stack.home.aws, CLOSED_PORT), f"mongodb://127.0.0.1:{CLOSED_PORT}/"
        stack.front = FrontProcess(stack.home.logs, stack.home.origins)

    for name in ("API_FOOTBALL_KEY", "X_BEARER_TOKEN", "MONGODB_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Stack, "_start", start)
    monkeypatch.setattr(Match, "play", lambda *_, **__: Summary([], objects=7))
    monkeypatch.setattr("local.stack.exit_reasons.NOTICED_SECONDS", 0.1)
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("no_services_after_the_match")
def test_end_after_the_match_keeps_the_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, file = tmp_path / "stack", tmp_path / "summary.json"
    call = ["demo", "--replay", "var", "--speed", "30", "--port", "4999", "--home", str(home), "--json", str(file)]
    assert main(call) == 3
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"continue with `.venv/bin/python -m local demo --resume --home {home} --speed 30 --port 4999`" in error
    assert json.loads(file.read_text())["objects"] == 7


@pytest.mark.usefixtures("no_services_after_the_match")
@pytest.mark.parametrize(
    ("match", "duration"),
    [(Match(VAR, VAR_FILE, 60), "60 match seconds per second"), (Match(None, None, 1), "until Ctrl-C ends it")],
)
def test_duration_is_printed_before_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, match: Match, duration: str
) -> None:
    monkeypatch.setattr("local.cli.opening.open_match", lambda *_: match)
    monkeypatch.setattr("local.cli.opening.choose_source", lambda *_: SearchSource())
    main(["demo", "--home", str(tmp_path / "stack")])
    assert duration in capsys.readouterr().out
