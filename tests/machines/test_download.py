"""download.asl.json, state by state."""

import sys
from typing import Any

import pytest

from tests.machines.stage import Line, Performance, Stage, answers, raises

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
FETCH: dict[str, list[Line]] = {"register_download": [answers({"action": "fetch"})]}


@pytest.fixture(scope="module")
def task(stage: Stage) -> dict[str, str]:
    """An ECS cluster whose task writes down which download it was started for, and fails when told to."""
    ecs = stage.aws.client("ecs")
    ecs.create_cluster(clusterName="stage")
    code = (
        "import os, pathlib, sys; folder = pathlib.Path(os.environ['STAGE']);"
        "(folder / 'fetched').open('a').write(os.environ['DOWNLOAD_ID'] + '\\n');"
        "sys.exit((folder / 'broken').exists())"
    )
    container = {
        "name": "clips",
        "image": "clips",
        "command": [sys.executable, "-c", code],
        "environment": [{"name": "STAGE", "value": str(stage.folder)}],
    }
    definition = ecs.register_task_definition(family="clips", containerDefinitions=[container])
    return {
        "ClipsCluster": "stage",
        "ClipsTask": definition["taskDefinition"]["taskDefinitionArn"],
        "ClipsSubnets": "subnet-1",
        "ClipsSecurityGroups": "sg-1",
        "ClipsPublicIp": "DISABLED",
        "UploadQueue": stage.queue,
    }


def perform(stage: Stage, task: dict[str, str], script: dict[str, list[Line]], download: int = 3) -> Performance:
    for left in ("fetched", "broken"):
        (stage.folder / left).unlink(missing_ok=True)
    stage.messages()
    return stage.perform("download", named(download), script, **task)


def named(download: int) -> dict[str, Any]:
    return {**GIVEN, "download_id": f"download{download}-979139_26_154_Goal_1"}


def fetched(stage: Stage) -> list[str]:
    file = stage.folder / "fetched"
    return file.read_text().split() if file.exists() else []


def signalled(stage: Stage) -> list[Any]:
    return [body["verdicts"] for body, _ in stage.messages()]


def test_a_download_is_registered_fetched_looked_at_and_signalled(stage: Stage, task: dict[str, str]) -> None:
    done = perform(stage, task, {**FETCH, "validate_clip": [answers(ACCEPTED), answers(None)]})
    assert done.status == "SUCCEEDED"
    assert done.states == ["Register download", "Anything to fetch?", "Fetch", "Validate", "Signal"]
    assert done.called("register_download") == [GIVEN]
    assert fetched(stage) == [GIVEN["download_id"]]
    asked = [{**ASKED, "tweet_id": clip["tweet_id"]} for clip in GIVEN["clips"]]
    assert sorted(done.called("validate_clip"), key=lambda call: call["tweet_id"]) == asked
    [(body, attributes)] = stage.messages()
    posts = [clip["tweet_id"] for clip in GIVEN["clips"]]
    assert body == {**ASKED, "verdicts": [ACCEPTED], "posts": posts}
    assert attributes["MessageGroupId"] == GIVEN["event_id"]
    assert attributes["MessageDeduplicationId"] == GIVEN["download_id"]


def test_nothing_to_fetch_signals_without_starting_a_task(stage: Stage, task: dict[str, str]) -> None:
    done = perform(stage, task, {"register_download": [answers({"action": "empty"})]}, download=4)
    assert done.states == ["Register download", "Anything to fetch?", "Nothing to fetch", "Signal"]
    assert (fetched(stage), signalled(stage)) == ([], [[]])


def test_a_goal_that_is_gone_ends_at_once(stage: Stage, task: dict[str, str]) -> None:
    done = perform(stage, task, {"register_download": [answers({"action": "gone"})]}, download=5)
    assert (done.status, done.states[-1]) == ("SUCCEEDED", "Goal gone")
    assert signalled(stage) == []


def test_a_task_that_keeps_failing_still_signals(stage: Stage, task: dict[str, str]) -> None:
    (stage.folder / "fetched").unlink(missing_ok=True)
    stage.messages()
    (stage.folder / "broken").touch()
    done = stage.perform("download", named(6), FETCH, **task)
    assert done.states[-2:] == ["Fetch", "Signal"]
    assert len(fetched(stage)) == 3
    assert signalled(stage) == [[]]


def test_a_clip_nobody_could_look_at_has_no_verdict_and_holds_up_no_other(stage: Stage, task: dict[str, str]) -> None:
    script = {**FETCH, "validate_clip": [raises("KeyError"), answers(ACCEPTED)]}
    perform(stage, task, script, download=8)
    assert signalled(stage) == [[ACCEPTED]]


def test_a_model_that_stays_away_is_asked_six_times(stage: Stage, task: dict[str, str]) -> None:
    done = perform(stage, task, {**FETCH, "validate_clip": [raises("UpstreamUnavailable")]}, download=7)
    assert len(done.called("validate_clip")) == 6 * len(GIVEN["clips"])
    assert signalled(stage) == [[]]


def test_a_busy_model_is_waited_for(stage: Stage, task: dict[str, str]) -> None:
    busy = [raises("RateLimited")] * 10
    done = perform(stage, task, {**FETCH, "validate_clip": [*busy, answers(ACCEPTED)]}, download=9)
    assert len(done.called("validate_clip")) == 12
    assert signalled(stage) == [[ACCEPTED, ACCEPTED]]


def test_a_registration_that_keeps_failing_still_signals(stage: Stage, task: dict[str, str]) -> None:
    done = perform(stage, task, {"register_download": [raises("UpstreamUnavailable")]}, download=10)
    assert done.states == ["Register download", "Signal"]
    assert signalled(stage) == [[]]


@pytest.mark.parametrize(("download", "clips"), [(12, GIVEN["clips"]), (13, GIVEN["clips"][:1]), (14, [])])
def test_the_signal_names_the_posts_of_a_registration_that_failed(
    stage: Stage, task: dict[str, str], download: int, clips: list[dict[str, str]]
) -> None:
    stage.messages()
    stage.perform("download", named(download) | {"clips": clips}, {"register_download": [raises("KeyError")]}, **task)
    assert [body["posts"] for body, _ in stage.messages()] == [[clip["tweet_id"] for clip in clips]]


def test_what_the_goal_was_is_for_people_and_handed_to_nobody(stage: Stage, task: dict[str, str]) -> None:
    script = {"register_download": [answers({"action": "gone"})]}
    done = stage.perform("download", named(15) | {"team": "Argentina"}, script, **task)
    assert done.called("register_download") == [named(15)]


def test_a_fault_of_the_program_is_not_retried(stage: Stage, task: dict[str, str]) -> None:
    done = perform(stage, task, {**FETCH, "validate_clip": [raises("KeyError")]}, download=11)
    assert len(done.called("validate_clip")) == len(GIVEN["clips"])
    assert signalled(stage) == [[]]
