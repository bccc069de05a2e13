"""Whole matches on the local stack, each played once per run."""

import io
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from footy.core.clock import MatchClock, Pace
from footy.goals.model.documents import EventDocument, FixtureDocument
from local import TARGET
from local.aws.choice import endpoint
from local.cli.match import open_match
from local.cli.opening import REAL_TIME
from local.cli.play import Play
from local.cli.summary import Summary
from local.stack.home import Home
from local.stack.progress import ProgressLog
from local.stack.services import ServiceAddresses
from local.stack.stack import Stack
from tests.integration.lines import Line, lines_in
from tests.support.image_inspector import ImageInspector
from tests.support.image_stack import image_stack

SPEED = 60.0
THREE_AT_ONCE = 40.0
KEYS_OF_REAL_SERVICES = ("API_FOOTBALL_KEY", "X_BEARER_TOKEN", "MONGODB_URI")


@dataclass(frozen=True, slots=True)
class Played:
    """Finished match on a stack that is still running."""

    stack: Stack
    play: Play
    summary: Summary

    def executions(self, machine: str) -> list[dict[str, Any]]:
        pages = self.play.states.get_paginator("list_executions").paginate(stateMachineArn=self.play.machine(machine))
        return [dict(execution) for page in pages for execution in page["executions"]]

    def lines(self, function: str) -> list[Line]:
        """Return the log lines of a function."""
        return lines_in(self.stack.aws, f"/footy/{TARGET}/{function}")

    def completed(self) -> list[FixtureDocument]:
        return list(self.stack.database["fixtures_completed"].find())

    def goals(self) -> list[EventDocument]:
        return [event for fixture in self.completed() for event in fixture["events"]]


class TrueSight(Stack):
    """Stack whose vision reads the marks of the replay, so that results do not depend on OCR."""

    def _simulated(self, replay: Path) -> ServiceAddresses:
        addresses = super()._simulated(replay)
        ports = json.loads(self.home.addresses.read_text())
        return addresses.with_settings({"vision_url": f"http://127.0.0.1:{ports['vision']}"})


def play_to_the_end(
    replay: str, folder: Path, *, speed: float = SPEED, kind: type[Stack] = TrueSight
) -> Iterator[Played]:
    """Play a replay on a new stack and keep the stack running for the tests."""
    given = {name: os.environ.pop(name) for name in KEYS_OF_REAL_SERVICES if name in os.environ}
    screen, home = ProgressLog(io.StringIO()), Home(folder)
    home.prepare()
    match = open_match(replay, followed(speed), {})
    MatchClock(home.clock).write(Pace(time.time(), match.begins_at or datetime.now(UTC), 0.0))
    try:
        with kind(home, screen, match.file, match.rate, match.rules) as stack:
            summary = match.play(stack, screen, stays=False)
            yield Played(stack, Play(stack), summary)
    finally:
        os.environ.update(given)


def followed(speed: float) -> float:
    """Return the speed that the AWS endpoint can follow."""
    elsewhere = endpoint()
    return REAL_TIME if elsewhere and not elsewhere.scales else speed


def one_deployment(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:  # noqa: ARG001 - by pytest
    """Return the scope: an external endpoint has room for one deployment at a time."""
    return "module" if endpoint() else "session"


@pytest.fixture(scope="module")
def final(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Play the World Cup final of 2022."""
    yield from play_to_the_end("world-cup-final-2022", tmp_path_factory.mktemp("final"), kind=Stack)


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Play a friendly in which VAR removes a goal."""
    yield from play_to_the_end("var", tmp_path_factory.mktemp("var"))


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Play three matches at once that cover the rules of fixtures and goals."""
    yield from play_to_the_end("every-rule", tmp_path_factory.mktemp("rules"), speed=THREE_AT_ONCE)


@pytest.fixture(scope=one_deployment)
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ImageInspector]:
    """Deploy the image pipeline once for all its tests."""
    with image_stack(tmp_path_factory.mktemp("images")) as (studio, aws):
        studio.upload_model()
        yield ImageInspector(studio, aws)
