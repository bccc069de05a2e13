"""Both interpreters agree on every state machine: the emulator's, and moto's with another JSONata."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import pytest

from tests.machines.scenarios import EVENT, ONE_TOKEN, SCENARIOS, STARTS, USUAL, Scenario
from tests.machines.second import Second, second, with_marked_catches, without_token
from tests.machines.stage import ROOT, Performance, Stage
from tests.machines.workers import Workers, working

# together: each is played once by the other interpreter
pytestmark = pytest.mark.xdist_group("interpreters")


def asl(machine: str) -> dict[str, Any]:
    """Read the definition of a machine."""
    return dict(json.loads((ROOT / "statemachines" / f"{machine}.asl.json").read_text()))


@dataclass(slots=True)
class Understudy:
    """Second interpreter that plays each scenario once."""

    second: Second
    played: dict[str, tuple[str, Performance]] = field(default_factory=dict)

    def play(self, called: str) -> tuple[str, Performance]:
        """Return the name and the result of an execution."""
        if called not in self.played:
            name = uuid4().hex
            self.played[called] = name, on_the_other(SCENARIOS[called], self.second, name)
        return self.played[called]


@pytest.fixture(scope="module")
def understudy() -> Iterator[Understudy]:
    with second() as ready:
        yield Understudy(ready)


@pytest.mark.parametrize("called", SCENARIOS)
def test_both_go_the_same_way(called: str, stage: Stage, understudy: Understudy) -> None:
    scenario = SCENARIOS[called]
    name, there = understudy.play(called)
    here = on_the_emulator(scenario, stage, name)
    assert told(there, scenario) == told(here, scenario)


@pytest.mark.parametrize(("machine", "starts"), [("goal", 2), ("monitor", 1)])
def test_a_start_whose_name_is_taken_is_asked_for_once(machine: str, starts: int, understudy: Understudy) -> None:
    _, done = understudy.play(f"{machine}: what it starts was started before")
    assert [part for part, _ in done.calls].count("start_execution") == starts


def test_jsonata_does_not_raise_the_recursion_limit() -> None:
    assert sys.getrecursionlimit() < 10_000  # what jsonata sets


def test_no_machine_is_left_out() -> None:
    assert set(USUAL) == {file.name.split(".")[0] for file in (ROOT / "statemachines").glob("*.asl.json")}


def on_the_emulator(scenario: Scenario, stage: Stage, name: str) -> Performance:
    if scenario.machine == "download":
        return download_on_the_emulator(scenario, stage, name)
    machine = stage.sink("started")
    if scenario.other == "has it already":
        for started in (f"download1-{EVENT}", f"download2-{EVENT}", f"goal-{EVENT}"):
            stage.run(machine, started)
    other = f"{machine}-gone" if scenario.other == "is not there" else machine
    others = dict.fromkeys(("DownloadMachine", "GoalMachine"), other)
    return stage.perform(scenario.machine, scenario.event, scenario.script, name=name, **others)


def download_on_the_emulator(scenario: Scenario, stage: Stage, name: str) -> Performance:
    """Run a download; its queues are real, so jobs count as calls."""
    workers = Workers(stage, lines=scenario.script["worker"])
    script = {"register_download": scenario.script["register_download"]}
    queues = {"ClipsQueue": workers.queue, "UploadQueue": stage.queue}
    stage.messages()
    with working(workers):
        done = stage.perform("download", named(scenario, name), script, name=name, **queues)
    orders = [("worker", without_token(order)) for order in workers.taken]
    signals = [("signal", body) for body, _ in stage.messages()]
    return replace(done, calls=[*done.calls, *orders, *signals])


def on_the_other(scenario: Scenario, understudy: Second, name: str) -> Performance:
    script = {**scenario.script, "start_execution": [STARTS[scenario.other]]}
    return understudy.perform(scenario.machine, named(scenario, name), script, name=name)


def named(scenario: Scenario, name: str) -> dict[str, Any]:
    """Give each download a unique id, because a FIFO queue deduplicates signals by id."""
    return {**scenario.event, "download_id": name} if scenario.machine == "download" else scenario.event


def told(done: Performance, scenario: Scenario) -> dict[str, Any]:
    """Return status, states and calls of an execution, concurrent calls in no order.

    The emulator's history lacks the states within a Map; their calls show them.
    """
    outer = asl(scenario.machine)["States"]
    asked = [(part, _in_order(event)) for part, event in done.calls if part in scenario.script]

    # of the two concurrent ticks of a minute, either may meet the failure
    times = Counter(part if part == "plan_tick" else (part, said) for part, said in asked if part not in ONE_TOKEN)
    states = [state for state in done.states if state in outer]
    return {"status": done.status, "error": done.error, "states": states, "asked": {*asked}, "times": times}


def _in_order(event: dict[str, Any]) -> str:
    """Serialise a call without the cause of a failure, which differs between interpreters."""
    return json.dumps({name: fact for name, fact in event.items() if name != "cause"}, sort_keys=True)


@pytest.mark.parametrize("machine", USUAL)
def test_every_state_is_reached_and_every_catch_is_taken(machine: str, understudy: Understudy) -> None:
    ways = [called for called, scenario in SCENARIOS.items() if scenario.machine == machine]
    reached = {state for called in ways for state in understudy.play(called)[1].states}
    assert set(named_in(with_marked_catches(asl(machine)))) - reached == set()


def named_in(node: Any) -> Iterator[str]:
    """Yield the names of all states, within Maps and branches too."""
    if isinstance(node, dict):
        yield from node.get("States", {})
        node = list(node.values())
    if isinstance(node, list):
        for one in node:
            yield from named_in(one)
