"""Scenarios of the state machines: the normal path and its failures."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.machines.stage import Line, answers, raises

EVENT = "979139_26_154_Goal_1"
STARTS = {
    "starts": answers({"ExecutionArn": "any", "StartDate": "2022-12-18T15:23:00Z"}),
    "has it already": raises("ExecutionAlreadyExists"),
    "is not there": raises("StateMachineDoesNotExist"),
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """Path through a machine; `other` is the state of the machine that it starts."""

    machine: str
    event: dict[str, Any]
    script: dict[str, list[Line]] = field(default_factory=dict)
    other: Literal["starts", "has it already", "is not there"] = "starts"


def found(n: int) -> Line:
    order = {"order": n, "download": f"download{n}-{EVENT}", "clips": [{"tweet_id": "1"}]}
    return answers({"outcome": "found", "attempt": n, "wait_seconds": 1, **order})


def outcome(word: str) -> Line:
    order = {"order": 0, "download": "", "clips": []}
    return answers({"outcome": word, "attempt": 3, "wait_seconds": 1, **order})


# parts that send to a queue and cannot be refused
ALWAYS = {"signal"}
# moto has one token for all tries of a task, AWS has one for each
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
            "begin_image": [answers({"action": "load"})],
            "load_image": [answers({"action": "classify", "reason": "", "look": 1})],
            "classify_image": [answers({"top": [{"label": "lion", "score": 0.9}], "model": {"name": "any"}})],
            "record_image": [answers({"recorded": True})],
        },
    ),
}


def scenarios() -> Iterator[tuple[str, Scenario]]:
    """Build the normal path, and per function: permanent failure, one failure, missing machine."""
    for machine, (event, usual) in USUAL.items():
        yield f"{machine}: the usual way", Scenario(machine, event, usual)
        for part, lines in usual.items():
            if part in ALWAYS:
                continue
            yield f"{machine}: {part} fails", Scenario(machine, event, {**usual, part: [raises("KeyError")]})
            stumbles = [raises("UpstreamUnavailable"), *lines]
            yield f"{machine}: {part} stumbles", Scenario(machine, event, {**usual, part: stumbles})
        if machine in ("goal", "monitor"):
            yield f"{machine}: what it starts is not there", Scenario(machine, event, usual, "is not there")
            yield f"{machine}: what it starts was started before", Scenario(machine, event, usual, "has it already")
    event, usual = USUAL["goal"]
    yield "goal: gone", Scenario("goal", event, {**usual, "search_clips": [outcome("gone")]})
    event, usual = USUAL["download"]
    for action in ("gone", "empty"):
        way = {**usual, "register_download": [answers({"action": action, "until": "2022-12-18T16:00:00Z"})]}
        yield f"download: {action}", Scenario("download", event, way)
    way = {**usual, "register_download": [answers({"action": "fetch"})]}
    yield "download: until when is not said", Scenario("download", event, way)
    event, usual = USUAL["classify"]
    way = {**usual, "load_image": [answers({"action": "refuse", "reason": "too_large", "look": 1})]}
    yield "classify: refuse", Scenario("classify", event, way)
    yield "classify: leave", Scenario("classify", event, {**usual, "begin_image": [answers({"action": "leave"})]})
    for times in (1, 3):
        unusable = [raises("ModelInputUnusable")] * times
        way = {**usual, "classify_image": [*unusable, *usual["classify_image"]]}
        yield f"classify: {times} squares are of no use", Scenario("classify", event, way)


SCENARIOS = dict(scenarios())
