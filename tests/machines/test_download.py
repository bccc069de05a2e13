"""download.asl.json, state by state, with a fake worker."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.machines.stage import Line, Performance, Stage, answers, raises
from tests.machines.workers import Workers, working

GIVEN: dict[str, Any] = {
    "event_id": "979139_26_154_Goal_1",
    "download_id": "download3-979139_26_154_Goal_1",
    "clips": [
        {"tweet_id": "1604500000000000001", "url": "https://x.com/i/status/1604500000000000001"},
        {"tweet_id": "1604500000000000002", "url": "https://x.com/i/status/1604500000000000002"},
    ],
}
ACCEPTED = {"clip": "aa", "outcome": "accepted", "verified": True, "minute": 23, "status": "verified"}
ASKED = {"event_id": GIVEN["event_id"], "download_id": GIVEN["download_id"]}
UNTIL = "2022-12-18T16:00:00Z"
REGISTERED = {"action": "fetch", "until": UNTIL}
FETCH: dict[str, list[Line]] = {"register_download": [answers(REGISTERED)]}

Answer = Callable[[dict[str, Any]], object]


@pytest.fixture
def workers(stage: Stage) -> Workers:
    return Workers(stage)


def perform(stage: Stage, workers: Workers, script: dict[str, list[Line]], download: int = 3) -> Performance:
    stage.messages()
    with working(workers):
        return stage.perform("download", named(download), script, ClipsQueue=workers.queue, UploadQueue=stage.queue)


def named(download: int) -> dict[str, Any]:
    return {**GIVEN, "download_id": f"download{download}-979139_26_154_Goal_1"}


def signalled(stage: Stage) -> list[Any]:
    return [body["verdicts"] for body, _ in stage.messages()]


def test_a_download_is_registered_handed_over_and_signalled(stage: Stage, workers: Workers) -> None:
    workers.answers = {GIVEN["clips"][0]["tweet_id"]: ACCEPTED}
    done = perform(stage, workers, FETCH)
    assert done.status == "SUCCEEDED"
    assert [state for state in done.states if state != "Hand over"] == [
        "Register download",
        "Anything to fetch?",
        "Clips",
        "Signal",
    ]
    assert done.called("register_download") == [GIVEN]
    told = [{key: value for key, value in order.items() if key != "token"} for order in workers.taken]
    wanted = [{**ASKED, "clip": clip, "until": UNTIL} for clip in GIVEN["clips"]]
    assert sorted(told, key=lambda order: order["clip"]["tweet_id"]) == wanted
    [(body, attributes)] = stage.messages()
    posts = [clip["tweet_id"] for clip in GIVEN["clips"]]
    assert body == {**ASKED, "verdicts": [ACCEPTED], "posts": posts, "last": True}
    assert attributes["MessageGroupId"] == GIVEN["event_id"]
    assert attributes["MessageDeduplicationId"] == GIVEN["download_id"]


def test_nothing_to_fetch_signals_without_asking_anybody(stage: Stage, workers: Workers) -> None:
    done = perform(stage, workers, {"register_download": [answers({**REGISTERED, "action": "empty"})]}, download=4)
    assert done.states == ["Register download", "Anything to fetch?", "Nothing to fetch", "Signal"]
    assert (workers.taken, signalled(stage)) == ([], [[]])


def test_a_goal_that_is_gone_ends_at_once(stage: Stage, workers: Workers) -> None:
    done = perform(stage, workers, {"register_download": [answers({**REGISTERED, "action": "gone"})]}, download=5)
    assert (done.status, done.states[-1]) == ("SUCCEEDED", "Goal gone")
    assert signalled(stage) == []


def test_clips_that_nobody_takes_are_given_up_at_their_deadline(stage: Stage, workers: Workers) -> None:
    workers.idle = True
    done = perform(stage, workers, FETCH, download=6)
    assert done.status == "SUCCEEDED"
    assert done.states.count("Unchecked") in {0, len(GIVEN["clips"])}, "states of a Map are not told by all"
    assert signalled(stage) == [[]]


def test_a_failed_clip_does_not_block_the_others(stage: Stage, workers: Workers) -> None:
    workers.answers = {GIVEN["clips"][1]["tweet_id"]: ACCEPTED}
    perform(stage, workers, FETCH, download=8)
    assert signalled(stage) == [[ACCEPTED]]


def test_a_queue_that_is_not_there_still_signals(stage: Stage, workers: Workers) -> None:
    stage.messages()
    nowhere = workers.queue.replace("clips", "nowhere")
    done = stage.perform("download", named(9), FETCH, ClipsQueue=nowhere, UploadQueue=stage.queue)
    assert done.status == "SUCCEEDED"
    assert signalled(stage) == [[]]


def test_a_registration_that_keeps_failing_still_signals(stage: Stage, workers: Workers) -> None:
    done = perform(stage, workers, {"register_download": [raises("UpstreamUnavailable")]}, download=10)
    assert done.states == ["Register download", "Signal"]
    assert signalled(stage) == [[]]


@pytest.mark.parametrize(("download", "clips"), [(12, GIVEN["clips"]), (13, GIVEN["clips"][:1]), (14, [])])
def test_the_signal_names_posts_of_a_failed_registration(
    stage: Stage, workers: Workers, download: int, clips: list[dict[str, str]]
) -> None:
    stage.messages()
    event = named(download) | {"clips": clips}
    script = {"register_download": [raises("KeyError")]}
    stage.perform("download", event, script, ClipsQueue=workers.queue, UploadQueue=stage.queue)
    assert [body["posts"] for body, _ in stage.messages()] == [[clip["tweet_id"] for clip in clips]]


def test_what_the_goal_was_is_for_people_and_handed_to_nobody(stage: Stage, workers: Workers) -> None:
    script = {"register_download": [answers({**REGISTERED, "action": "gone"})]}
    places = {"ClipsQueue": workers.queue, "UploadQueue": stage.queue}
    done = stage.perform("download", named(15) | {"team": "Argentina"}, script, **places)
    assert done.called("register_download") == [named(15)]
