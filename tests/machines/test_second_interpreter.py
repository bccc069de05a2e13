"""Every state machine means the same to two interpreters: the emulator's, and moto's with another JSONata."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from uuid import uuid4

import pytest

from tests.machines.second import Second, second, told_of_catches, without_token
from tests.machines.stage import ROOT, Line, Performance, Stage, answers, raises
from tests.machines.workers import Workers, working

# together: each is played once by the other interpreter
pytestmark = pytest.mark.xdist_group("interpreters")

EVENT = "979139_26_154_Goal_1"
STARTS = {
    "starts": answers({"ExecutionArn": "any", "StartDate": "2022-12-18T15:23:00Z"}),
    "has it already": raises("ExecutionAlreadyExists"),
    "is not there": raises("StateMachineDoesNotExist"),
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way through a machine; `other` is how it goes with the machine that it starts."""

    machine: str
    given: dict[str, Any]
    script: dict[str, list[Line]] = field(default_factory=dict)
    other: Literal["starts", "has it already", "is not there"] = "starts"


def found(n: int) -> Line:
    order = {"order": n, "download": f"download{n}-{EVENT}", "clips": [{"tweet_id": "1"}]}
    return answers({"outcome": "found", "attempt": n, "wait_seconds": 1, **order})


def outcome(word: str) -> Line:
    order = {"order": 0, "download": "", "clips": []}
    return answers({"outcome": word, "attempt": 3, "wait_seconds": 1, **order})


# what is put into a queue that nobody refuses
ALWAYS = {"signal"}
# moto has one token for all tries of a task, and takes the last one's answer for the next one's: AWS has one for each
ONE_TOKEN = {"worker"}
BATCH = {"kind": "active", "ids": [7]}
GOAL = {"event_id": EVENT, "execution": f"goal-{EVENT}", "about": {"team": "Argentina"}}
USUAL: dict[str, tuple[dict[str, Any], dict[str, list[Line]]]] = {
    "goal": (
        {"event_id": EVENT},
        {
            "open_search": [
                answers({"attempt": 0, "started": 0, "attempts": 15, "pace_seconds": 1, "settle_seconds": 1})
            ],
            "search_clips": [found(1), outcome("wait"), found(2), outcome("settle")],
            "check_completion": [answers({"complete": True})],
        },
    ),
    "monitor": (
        {"scheduled": "2022-12-18T15:23:00Z"},
        {
            "plan_tick": [
                {
                    "answers": {
                        "0": {"tick": "first", "skip": False, "batches": [BATCH]},
                        "30": {"tick": "second", "skip": True, "batches": []},
                    },
                    "by": "offset",
                }
            ],
            "poll_batch": [answers({"polled": 1, "goals": [GOAL]})],
            "finish_tick": [answers({"completed": [], "overdue": []})],
        },
    ),
    "download": (
        {"event_id": EVENT, "clips": [{"tweet_id": "1"}]},
        {
            "register_download": [answers({"action": "fetch", "until": "2022-12-18T16:00:00Z"})],
            "worker": [answers({"clip": "aa", "outcome": "accepted"})],
            "signal": [answers({})],
        },
    ),
    "ingest": (
        {},
        {
            "ingest_fixtures": [answers({"fixtures": 3, "teams": [{"id": 26, "name": "Argentina"}], "done": False})],
            "resolve_aliases": [answers({"aliases": 5})],
            "retire_fixtures": [
                answers({"fixtures": 25, "objects": 90, "more": True}),
                answers({"fixtures": 1, "objects": 4, "more": False}),
            ],
            "sweep_objects": [answers({"orphans": 0, "working_files": 0})],
            "back_up_database": [answers({"day": "2022-12-18", "documents": {}})],
        },
    ),
    "classify": (
        {"key": "lions/one.png", "event_id": "e" * 64, "version_id": "v1"},
        {
            "load_image": [answers({"action": "classify", "reason": "", "look": 1})],
            "classify_image": [answers({"top": [{"label": "lion", "score": 0.9}], "model": {"name": "any"}})],
            "record_image": [answers({"recorded": True})],
        },
    ),
}


def scenarios() -> Iterator[tuple[str, Scenario]]:
    """The usual way, and for each function: it fails for good, it fails once, the other machine is not there."""
    for machine, (given, usual) in USUAL.items():
        yield f"{machine}: the usual way", Scenario(machine, given, usual)
        for part, lines in usual.items():
            if part in ALWAYS:
                continue
            yield f"{machine}: {part} fails", Scenario(machine, given, {**usual, part: [raises("KeyError")]})
            stumbles = [raises("UpstreamUnavailable"), *lines]
            yield f"{machine}: {part} stumbles", Scenario(machine, given, {**usual, part: stumbles})
        if machine in ("goal", "monitor"):
            yield f"{machine}: what it starts is not there", Scenario(machine, given, usual, "is not there")
            yield f"{machine}: what it starts was started before", Scenario(machine, given, usual, "has it already")
    given, usual = USUAL["goal"]
    yield "goal: gone", Scenario("goal", given, {**usual, "search_clips": [outcome("gone")]})
    given, usual = USUAL["download"]
    for action in ("gone", "empty"):
        way = {**usual, "register_download": [answers({"action": action, "until": "2022-12-18T16:00:00Z"})]}
        yield f"download: {action}", Scenario("download", given, way)
    way = {**usual, "register_download": [answers({"action": "fetch"})]}
    yield "download: until when is not said", Scenario("download", given, way)
    given, usual = USUAL["classify"]
    for action in ("refuse", "replaced"):
        way = {**usual, "load_image": [answers({"action": action, "reason": "too_large", "look": 1})]}
        yield f"classify: {action}", Scenario("classify", given, way)
    for times in (1, 3):
        unusable = [raises("SquareUnusable")] * times
        way = {**usual, "classify_image": [*unusable, *usual["classify_image"]]}
        yield f"classify: {times} squares are of no use", Scenario("classify", given, way)


SCENARIOS = dict(scenarios())


def asl(machine: str) -> dict[str, Any]:
    """A machine as its file has it."""
    return dict(json.loads((ROOT / "statemachines" / f"{machine}.asl.json").read_text()))


@dataclass(slots=True)
class Understudy:
    """The other interpreter, which plays each scenario once for all who ask."""

    second: Second
    played: dict[str, tuple[str, Performance]] = field(default_factory=dict)

    def play(self, called: str) -> tuple[str, Performance]:
        """The name of the execution, and how it went."""
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


def test_the_other_interpreter_leaves_other_tests_their_recursion_limit() -> None:
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
    return stage.perform(scenario.machine, scenario.given, scenario.script, name=name, **others)


def download_on_the_emulator(scenario: Scenario, stage: Stage, name: str) -> Performance:
    """Its queues are real: what is taken from them are the calls of whoever works there."""
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
    """A download has an id of its own: of two signals with one id a queue takes the first."""
    return {**scenario.given, "download_id": name} if scenario.machine == "download" else scenario.given


def told(done: Performance, scenario: Scenario) -> dict[str, Any]:
    """How it ended, through which states, and what functions were asked; side by side in no order.

    The emulator's history does not tell the states within a Map: what they asked for does.
    """
    outer = asl(scenario.machine)["States"]
    asked = [(part, _in_order(event)) for part, event in done.calls if part in scenario.script]
    # of the two halves of a minute, side by side, either may be the one that meets the failure and asks again
    times = Counter(part if part == "plan_tick" else (part, said) for part, said in asked if part not in ONE_TOKEN)
    states = [state for state in done.states if state in outer]
    return {"status": done.status, "error": done.error, "states": states, "asked": {*asked}, "times": times}


def _in_order(event: dict[str, Any]) -> str:
    """Without the cause of a failure, which is the text of whoever failed."""
    return json.dumps({name: fact for name, fact in event.items() if name != "cause"}, sort_keys=True)


@pytest.mark.parametrize("machine", USUAL)
def test_every_state_is_reached_and_every_catch_is_taken(machine: str, understudy: Understudy) -> None:
    ways = [called for called, scenario in SCENARIOS.items() if scenario.machine == machine]
    reached = {state for called in ways for state in understudy.play(called)[1].states}
    assert set(named_in(told_of_catches(asl(machine)))) - reached == set()


def named_in(node: Any) -> Iterator[str]:
    """The names of all states, those within Maps and branches too."""
    if isinstance(node, dict):
        yield from node.get("States", {})
        node = list(node.values())
    if isinstance(node, list):
        for one in node:
            yield from named_in(one)
