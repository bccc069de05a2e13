"""Validation of queue messages and result files."""

import json
from typing import Any

import pytest

from footy.core.errors import MalformedMessage
from footy.goals.adapters.messages import read_clip_job, read_result, read_signal, signal_message
from tests.support.clips import fetched, verdict

GOAL = "7_40_9_Goal_1"
DOWNLOAD = f"download1-{GOAL}"
FRAME = {"at": 25, "clock": "67:05", "added": "NONE", "stoppage": "NONE", "score": "2-1"}
VERDICT = {**verdict(fetched("a")), "frames_read": [FRAME]}
SIGNAL = {"event_id": GOAL, "download_id": DOWNLOAD, "verdicts": [VERDICT], "posts": ["1"], "last": True}


@pytest.mark.parametrize("signal", [SIGNAL, {**SIGNAL, "verdicts": []}])
def test_reads_a_signal(signal: dict[str, object]) -> None:
    assert read_signal(json.dumps(signal), GOAL) == signal


def test_frame_texts_are_optional() -> None:
    old = {**SIGNAL, "verdicts": [verdict(fetched("a"))]}
    [parsed] = read_signal(json.dumps(old), GOAL)["verdicts"]
    assert parsed["frames_read"] == []


@pytest.mark.parametrize(
    "body",
    [
        "",
        "not json",
        "[]",
        "null",
        json.dumps({**SIGNAL, "event_id": 7}),
        json.dumps({**SIGNAL, "download_id": None}),
        json.dumps({**SIGNAL, "download_id": "download1-7_40_9_Goal_2"}),
        json.dumps({**SIGNAL, "download_id": f"x/../{DOWNLOAD}"}),
        json.dumps({**SIGNAL, "event_id": "7_40_9_Goal_2", "download_id": "download1-7_40_9_Goal_2"}),
        json.dumps({**SIGNAL, "verdicts": {}}),
        json.dumps({**SIGNAL, "verdicts": ["accepted"]}),
        json.dumps({**SIGNAL, "verdicts": [{"clip": "a"}]}),
        json.dumps({key: SIGNAL[key] for key in ("event_id", "download_id")}),
    ],
)
def test_refuses_everything_else(body: str) -> None:
    with pytest.raises(MalformedMessage):
        read_signal(body, GOAL)


@pytest.mark.parametrize("name", ["", "Goal", "x_40_9_Goal_1", "7_40/9", "7_"])
def test_refuses_malformed_goal_ids(name: str) -> None:
    with pytest.raises(MalformedMessage):
        read_signal(json.dumps({**SIGNAL, "event_id": name, "download_id": f"download1-{name}"}), name)


def test_a_scorer_without_a_number_is_a_goal_too() -> None:
    name = "1390001_40_florian-wirtz_Goal_1"
    signal = {**SIGNAL, "event_id": name, "download_id": f"download10-{name}", "verdicts": []}
    assert read_signal(json.dumps(signal), name)["event_id"] == name


RESULT = {"tweet_id": "a", "clip": fetched("a"), "outcome": "fetched"}
LEFT_OUT = {"tweet_id": "a", "clip": None, "outcome": "deleted"}
POST = {"url": "u", "tweet_id": "a", "attempt": 1, "video_url": None, "duration": None}
JOB = {"token": "t", "event_id": GOAL, "download_id": DOWNLOAD, "clip": POST, "until": "2026-05-02T12:00:00Z"}


@pytest.mark.parametrize("result", [RESULT, LEFT_OUT])
def test_reads_a_result(result: dict[str, Any]) -> None:
    assert read_result(json.dumps(result), "a") == result


@pytest.mark.parametrize(
    "changed",
    [
        {"tweet_id": "b"},
        {"clip": []},
        {"clip": "a"},
        {"clip": fetched("b")},
        {"outcome": None},
        *(
            {"clip": {**fetched("a"), **odd}}
            for odd in (
                {"md5": "../../other"},
                {"md5": None},
                {"file_size": -1},
                {"height": 0},
                {"duration": "12"},
                {"copies": 0},
                {"perceptual_hash": None},
                {"hash_views": {"bars": 7}},
            )
        ),
    ],
)
def test_refuses_results_that_no_worker_can_have_meant(changed: dict[str, Any]) -> None:
    with pytest.raises(MalformedMessage):
        read_result(json.dumps({**RESULT, **changed}), "a")


def test_reads_a_clip_to_look_at() -> None:
    assert read_clip_job(json.dumps(JOB)) == JOB


@pytest.mark.parametrize(
    "changed", [{"event_id": "x"}, {"download_id": "../other"}, {"token": None}, {"until": 7}, {"clip": {}}]
)
def test_refuses_malformed_validation_jobs(changed: dict[str, Any]) -> None:
    with pytest.raises(MalformedMessage):
        read_clip_job(json.dumps({**JOB, **changed}))


def test_the_batch_of_one_clip_is_one_however_often_it_is_sent() -> None:
    letter = signal_message({**SIGNAL, "verdicts": [], "posts": ["a"], "last": False})  # type: ignore[typeddict-item]
    assert (letter.group, letter.deduplication_id) == (GOAL, f"{DOWNLOAD}/a")
    assert read_signal(letter.body, GOAL)["last"] is False
