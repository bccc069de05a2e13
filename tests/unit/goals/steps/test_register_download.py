"""Registration of a download (D1, D2)."""

from datetime import timedelta

import pytest

from footy.goals.model.clips import ChosenPost, Manifest
from footy.goals.steps.register_download import register_download
from tests.support.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.support.uploads import Stage

POST: ChosenPost = {
    "url": "https://x.com/i/status/1",
    "tweet_id": "1",
    "attempt": 1,
    "video_url": None,
    "duration": 12.0,
}


def manifest(*clips: ChosenPost) -> Manifest:
    return {"event_id": GOAL, "download_id": DOWNLOAD, "clips": list(clips)}


def register(stage: Stage, *clips: ChosenPost) -> str:
    return register_download(manifest(*clips), stage.container())["action"]


def test_it_notes_the_download_and_writes_its_manifest(stage: Stage) -> None:
    insert(stage.database, goal())
    assert [register(stage, POST) for _ in range(2)] == ["fetch", "fetch"]
    assert stage.event()["_download_workflows"] == [DOWNLOAD]
    assert stage.work.manifest(DOWNLOAD) == manifest(POST)


def test_it_follows_a_corrected_scorer(stage: Stage) -> None:
    corrected = "7_40_11_Goal_1"
    tombstone = {"_event_id": GOAL, "at": NOON, "why": "corrected", "redirect_to": corrected}
    insert(stage.database, goal(_event_id=corrected), _removed_events=[tombstone])
    assert register(stage, POST) == "fetch"
    assert stage.event(corrected)["_download_workflows"] == [DOWNLOAD]


@pytest.mark.parametrize("clips", [(), (POST,)])
def test_a_goal_that_is_gone_needs_no_download(stage: Stage, clips: tuple[ChosenPost, ...]) -> None:
    insert(stage.database)
    assert register(stage, *clips) == "gone"
    assert stage.work.manifest(DOWNLOAD) is None


def test_its_clips_are_wanted_until_shortly_before_the_deadline(stage: Stage) -> None:
    opened = {"opened_at": NOON - timedelta(minutes=8)}
    insert(stage.database, goal(_telemetry=opened))
    answer = register_download(manifest(POST), stage.container())
    assert answer == {"action": "fetch", "until": "2026-05-02T12:20:30Z"}


def test_a_clip_that_comes_late_gets_a_moment(stage: Stage) -> None:
    insert(stage.database, goal(_telemetry={"opened_at": NOON - timedelta(minutes=40)}))
    assert register_download(manifest(POST), stage.container())["until"] == "2026-05-02T12:03:30Z"
