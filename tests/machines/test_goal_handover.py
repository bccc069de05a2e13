"""Data that goal.asl.json passes on: clips to the download, the provider's delay to the wait."""

import json
import time
from typing import Any
from uuid import uuid4

import pytest

from tests.machines.stage import Line, Performance, Stage, answers
from tests.support.waiting import QUICK

CLIP = {
    "url": "https://x.com/i/status/1604500000000000001",
    "tweet_id": "1604500000000000001",
    "attempt": 1,
    "video_url": None,
    "duration": 20.0,
}
PATIENCE = 2.0


@pytest.fixture
def event_id() -> str:
    return f"979139_26_{uuid4().hex[:8]}_Goal_1"


def one_attempt(stage: Stage, event_id: str, downloads: str, searched: dict[str, Any]) -> Performance:
    opened = {"attempt": 0, "started": 0, "attempts": 15, "pace_seconds": 60, "settle_seconds": 300}
    nothing = {"attempt": 1, "order": 0, "download": "", "clips": [], "wait_seconds": 0}
    script: dict[str, list[Line]] = {
        "open_search": [answers(opened)],
        "search_clips": [answers({**nothing, **searched}), answers({**nothing, "outcome": "gone"})],
        "check_completion": [],
    }
    return stage.perform("goal", {"event_id": event_id}, script, DownloadMachine=downloads)


def given_to(stage: Stage, downloads: str) -> list[Any]:
    executions = stage.states.list_executions(stateMachineArn=downloads)["executions"]
    told = (stage.states.describe_execution(executionArn=one["executionArn"]) for one in executions)
    return [json.loads(one["input"]) for one in told]


@pytest.mark.parametrize("clips", [[], [CLIP], [CLIP, CLIP]], ids=["none", "one", "two"])
def test_a_download_gets_the_clips_as_a_list_however_many(
    stage: Stage, event_id: str, clips: list[dict[str, Any]]
) -> None:
    downloads, download_id = stage.sink("downloads"), f"download1-{event_id}"
    found = {"outcome": "found", "order": 1, "download": download_id, "clips": clips, "wait_seconds": 58}
    one_attempt(stage, event_id, downloads, found)
    [passed] = given_to(stage, downloads)
    assert (passed["event_id"], passed["download_id"], passed["clips"]) == (event_id, download_id, clips)


def test_the_wait_is_as_long_as_the_provider_asks(stage: Stage, event_id: str) -> None:
    seconds = round(PATIENCE / QUICK)
    started = time.monotonic()
    done = one_attempt(stage, event_id, stage.sink("downloads"), {"outcome": "rate_limited", "wait_seconds": seconds})
    assert time.monotonic() - started >= PATIENCE
    assert done.states[-4:] == ["Pace", "Search clips", "What next?", "Goal gone"]
