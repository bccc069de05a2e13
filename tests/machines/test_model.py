"""Model of `make model` and the stack: with the same times both give the same evening."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pytest
from pymongo.database import Database

from bench.model.evening import Evening as Model
from bench.model.outcome import Setting, percentile
from bench.model.table import Pools, Quotas, Table
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Rules
from tests.machines.evening import RATE, TASK_START, Evening, History
from tests.machines.stage import Stage
from tests.machines.stopwatch import Turn, at_once, span_of
from tests.support.waiting import QUICK

LONG = (pytest.mark.soak, pytest.mark.long)
GOALS = 12
WINDOW = 300 / RATE
CHOSEN = (2, 4, 4)
EVENINGS = 40  # of the model, for its dice
# what the model may be off by: of the stack's median, and of all clips
MARGIN, MARGIN_OF_LOST = 0.25, 0.10
# the slowest of so few goals is whatever the dice say: it must be one that some evening of the model has, or nearly
BEYOND = 0.10
SLACK = 1.5  # seconds, where so few are compared


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures that are compared."""

    first: list[float]
    from_search: list[float]
    lost: float

    def __str__(self) -> str:
        spans = (f"{percentile(one, 50):.1f} / {percentile(one, 95):.1f} s" for one in (self.first, self.from_search))
        return f"first clip {', after its search '.join(spans)} (p50 / p95), {self.lost:.0%} lost"


@pytest.fixture
def evening(
    stage: Stage, database: Database[FixtureDocument], mongo_uri: str, tmp_path: Path
) -> Callable[[dict[str, int]], Evening]:
    def played(rules: dict[str, int]) -> Evening:
        one = Evening(stage, database, mongo_uri, tmp_path, GOALS, WINDOW, 2, CHOSEN, rules)
        stage.aws.scale_waits(1 / RATE)
        try:
            one.play()
        finally:
            stage.aws.scale_waits(QUICK)
        return one

    return played


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({"clips_pool_most": 8}, id="room-for-all", marks=LONG),
        pytest.param({"clips_pool_most": 1, "deadline_minutes": 4}, id="one-worker", marks=LONG),
    ],
)
def test_twelve_goals_of_the_model_and_of_the_stack_agree(
    evening: Callable[[dict[str, int]], Evening], rules: dict[str, int]
) -> None:
    played = evening(rules)
    stack, table = of_stack(played), measured(played)
    evenings = of_model(table)
    model = pooled(evenings)
    spans_text = {name: f"{span.median:.3f} ({span.p95:.3f})" for name, span in table.spans.items() if name in MEASURED}
    print(f"measured {spans_text}\nstack: {stack}\nmodel: {model}")
    searched = percentile(stack.from_search, 50)
    assert percentile(model.first, 50) == pytest.approx(percentile(stack.first, 50), rel=MARGIN)
    assert percentile(model.from_search, 50) == pytest.approx(searched, rel=MARGIN, abs=SLACK)
    assert among(percentile(stack.first, 95), [percentile(one.first, 95) for one in evenings])
    assert among(percentile(stack.from_search, 95), [percentile(one.from_search, 95) for one in evenings], SLACK)
    assert model.lost == pytest.approx(stack.lost, abs=MARGIN_OF_LOST)


MEASURED = ("poll", "register", "function", "execution", "queue", "search", "aliases", "fetch", "put", "upload")


def of_stack(played: Evening) -> Figures:
    events = [event for event in played.events() if "first_clip_at" in event["_telemetry"]]
    verdicts = [verdicts_of(history) for history in played.downloads()]
    judged = sum(verdict["outcome"] != "unchecked" for one in verdicts for verdict in one)
    return Figures(
        list(map(played.seconds_after_word, events)),
        list(map(played.seconds_after_search, events)),
        1 - judged / len(played.outside.found),
    )


def of_model(table: Table) -> list[Figures]:
    """Play the evenings of the model."""
    setting = Setting(GOALS, "pool", "raised", window=WINDOW)
    played = [Model(table, replace(setting, seed=seed)).play() for seed in range(EVENINGS)]
    return [Figures(outcome.first, outcome.from_search, outcome.lost_share) for outcome in played]


def pooled(evenings: list[Figures]) -> Figures:
    """Combine the goals of all evenings."""
    first = [seconds for one in evenings for seconds in one.first]
    from_search = [seconds for one in evenings for seconds in one.from_search]
    return Figures(first, from_search, sum(one.lost for one in evenings) / len(evenings))


def among(seconds: float, evenings: list[float], slack: float = 0.0) -> bool:
    """Return whether a value is within the range of the evenings."""
    return min(evenings) * (1 - BEYOND) - slack <= seconds <= max(evenings) * (1 + BEYOND) + slack


def verdicts_of(history: History) -> list[dict[str, Any]]:
    """Return the verdicts of the last batch of a download."""
    [signal] = [event for event in history if event.get("stateEnteredEventDetails", {}).get("name") == "Signal"]
    verdicts: list[dict[str, Any]] = json.loads(signal["stateEnteredEventDetails"]["input"])["verdicts"]
    return verdicts


def measured(played: Evening) -> Table:
    """Build the model's table with the times, rules and capacity of this evening."""
    watch, histories, usual = played.watch, played.downloads(), Table.read()
    rules = replace(Rules(), **cast("Any", played.rules))
    polls = [ended_after(turn, watch.turns("plan_tick")) for turn in watch.turns("poll_batch")]
    looks, uploads = watch.turns("validate_clip"), watch.turns("upload_batch")
    spans = {
        "task_start": TASK_START,
        "poll": span_of(polls),
        "register": span_of(watch.seconds("register_download")),
        "function": span_of([around(history, watch.turns("register_download")) for history in histories]),
        "execution": span_of(list(map(until_begun, histories))),
        "queue": span_of(at_once(looks, played.looks) + at_once(uploads, played.looks)),
        "search": span_of(watch.seconds("search_clips")),
        "aliases": span_of(watch.seconds("open_search")),
        "fetch": span_of(watch.seconds("fetch")),
        "decode": span_of(watch.seconds("decode")),
        "put": span_of(put_away(watch.turns("decode"), looks)),
        "upload": span_of(watch.seconds("upload_batch")),
    }
    looked = span_of(watch.seconds("validate_clip"))
    timed = ("tick", "attempt_seconds", "attempt_gap", "settle", "visibility", "last_batch", "handed_over")
    paced = {name: usual.rules[name] / RATE for name in timed}
    return replace(
        usual,
        spans={**usual.spans, **spans},
        rules={**usual.rules, **paced, "deadline": rules.deadline_minutes * 60 / RATE},
        chosen=CHOSEN,
        accepted=played.outside.accepted_share(),
        quotas={"raised": Quotas(1000, 1000, 1000, 1, 1000)},
        targets={"prod": replace(usual.targets["prod"], look=looked, at_once=played.looks)},
        pools={"raised": replace(Pools.of(rules), least_onlookers=1, most_onlookers=1)},
    )


def ended_after(poll: Turn, plans: list[Turn]) -> float:
    """Return the seconds from the start of the tick to the end of a poll."""
    return poll.ended - max(plan.began for plan in plans if plan.began < poll.began)


def around(history: History, turns: list[Turn]) -> float:
    """Return the overhead of the state that registers a download."""
    began, ended = (at(history, f"TaskState{what}", "Register download") for what in ("Entered", "Exited"))
    [turn] = [turn for turn in turns if began <= turn.began and turn.ended <= ended + 0.01 and turn.key in str(history)]
    return ended - began - turn.seconds


def until_begun(history: History) -> float:
    """Return the seconds from the start of an execution to its first state."""
    started: datetime = history[0]["timestamp"]
    return at(history, "TaskStateEntered", "Register download") - started.timestamp()


def at(history: History, kind: str, state: str) -> float:
    """Return when a state was entered or exited."""
    details = f"state{kind[9:]}EventDetails"
    moment: datetime = next(
        event["timestamp"] for event in history if event["type"] == kind and event[details]["name"] == state
    )
    return moment.timestamp()


def put_away(decoded: list[Turn], looks: list[Turn]) -> list[float]:
    """Return the seconds from the end of decoding to the vision request."""
    ended = {turn.key: turn.ended for turn in decoded}
    return [look.sent[0] - ended[look.key] for look in looks if look.key in ended]
