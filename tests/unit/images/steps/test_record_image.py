"""Recording of results, also of old completions (I3, I5, I14)."""

import json
from datetime import timedelta

import pytest

from footy.images.steps.mend_images import mend_images
from tests.support.image_desk import TOP, VERSION, Desk
from tests.support.image_pipeline import RULES


def test_label_score_and_the_best_five_are_kept_with_the_model(desk: Desk) -> None:
    desk.accepted()
    assert desk.classify() == "classified"
    row = desk.row()
    assert (row["status"], row["classificationLabel"], row["classificationScore"]) == ("classified", "goal", 0.75)
    assert (row["classificationTop"], row["model"], row["error"]) == (TOP, VERSION, None)
    assert row["completedAt"] == row["updatedAt"]
    assert {"name", "eventId", "workflowId", "createdAt"} <= row.keys()


def test_a_failure_of_the_model_is_told_as_people_can_read_it(desk: Desk) -> None:
    cause = json.dumps({"errorMessage": "the model resnet-50 has not been uploaded", "errorType": "ModelUnusable"})
    row = desk.failed("ModelUnusable", cause)
    assert (row["status"], row["classificationLabel"]) == ("failed", None)
    assert row["error"] == "ModelUnusable: the model resnet-50 has not been uploaded"


def test_an_old_completion_after_a_newer_upload_changes_nothing(desk: Desk) -> None:
    desk.accepted("A")
    old = desk.execution()
    desk.load(old)
    desk.accepted("B")
    before = desk.row()
    assert desk.record(old, top=TOP, model=VERSION) == "stale"
    assert desk.row() == before


def test_the_same_completion_twice_is_one(desk: Desk) -> None:
    desk.accepted()
    desk.classify()
    before = desk.row()
    assert desk.record(desk.execution(), error="States.Timeout") == "classified"
    assert desk.row() == before
    assert desk.bucket.thumbnails == {before["look"]["thumbnail"]}


def test_superseded_execution_changes_nothing(desk: Desk) -> None:
    desk.accepted()
    old = desk.execution()
    desk.load(old)
    old.status = "ABORTED"
    desk.accept(desk.bucket.events[0])
    assert desk.record(old, error="States.Timeout") == "stale"
    assert desk.row()["status"] == "queued"


@pytest.mark.parametrize("ended", ["classified", "failed", "stale"])
def test_model_input_is_deleted_with_its_execution(desk: Desk, ended: str) -> None:
    desk.accepted("A")
    mine = desk.execution()
    desk.load(mine)
    if ended == "stale":
        desk.accepted("B")
        desk.load(desk.execution())
    completion: dict[str, object] = (
        {"top": TOP, "model": VERSION} if ended == "classified" else {"error": "States.Timeout"}
    )
    assert desk.record(mine, **completion) == ended
    assert f"club/{mine.name}.rgb" not in desk.bucket.model_inputs
    assert len(desk.bucket.model_inputs) == (ended == "stale"), "those of others stay"


def test_image_with_an_unusable_model_input_is_restarted(desk: Desk) -> None:
    desk.accepted()
    first = desk.execution()
    desk.load(first)
    assert desk.record(first, look=first.loaded and first.loaded["look"], error="ModelInputUnusable") == "open"
    assert desk.row()["status"] == "running"
    first.status = "SUCCEEDED"
    desk.time.moment += timedelta(minutes=RULES.image_silent_minutes + 1)
    mend_images({}, desk.container)
    assert desk.row()["execution"] == f"{first.name}-r1"
    assert desk.bucket.thumbnails == set(), "it is made again"
    assert desk.classify() == "classified"
