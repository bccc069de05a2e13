"""Checklist of the image pipeline on the emulator: duplicate, late and lost messages (I6 to I12)."""

import pytest

from local.cli.image_client import MODEL_CARD
from operations.model import card_with_labels
from tests.integration.darkroom import CLUB, Darkroom, s3_message
from tests.integration.gallery import drawn
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("gallery")

ENDED = "SUCCEEDED"


def test_the_same_message_twice_is_one_execution_and_one_result(darkroom: Darkroom) -> None:
    darkroom.copy("twice.png", drawn(200, 30, 30))
    taken = darkroom.row("twice.png")
    darkroom.send(s3_message(taken))
    darkroom.settle()
    done = darkroom.row("twice.png")
    assert done["status"] == "classified"
    darkroom.deliver(done)
    assert darkroom.row("twice.png") == done, "a redelivery after the end keeps the result"
    assert darkroom.executions(done["workflowId"]) == [(done["workflowId"], ENDED)]


def test_an_older_event_that_comes_late_changes_nothing(darkroom: Darkroom) -> None:
    older = darkroom.upload("late.png", drawn(10, 10, 200))
    newer = darkroom.upload("late.png", drawn(10, 200, 10))
    darkroom.deliver(older)
    darkroom.deliver(older, "ObjectRemoved:DeleteMarkerCreated")
    assert darkroom.row("late.png") == newer


def test_an_old_completion_after_a_newer_upload_changes_nothing(darkroom: Darkroom) -> None:
    older = darkroom.upload("old.png", drawn(1, 10, 100))
    newer = darkroom.upload("old.png", drawn(100, 10, 1))
    completion = {
        "key": older["_id"],
        "event_id": older["eventId"],
        "execution": older["execution"],
        "look": None,
        "top": [{"label": "of the older one", "score": 1.0}],
        "model": older["model"],
        "reason": "",
        "error": "",
        "cause": "",
    }
    assert darkroom.invoke("RecordImage", completion) == "stale"
    assert darkroom.row("old.png") == newer


def test_a_redelivery_starts_what_a_crash_left_unstarted(darkroom: Darkroom) -> None:
    with darkroom.without_consumer():
        darkroom.studio.s3.put_object(Bucket=darkroom.bucket, Key=f"{CLUB}/crash.png", Body=drawn(7, 8, 9))
        message = darkroom.taken_from_the_queue()
        darkroom.write_row_and_die(message)
        queued = darkroom.row("crash.png")
        assert (queued["status"], darkroom.executions(queued["workflowId"])) == ("queued", [])
        darkroom.send(message)
    (line,) = darkroom.studio.wait_for(["crash.png"])
    assert line.status == "classified"
    darkroom.settle()
    assert darkroom.executions(queued["workflowId"]) == [(queued["workflowId"], ENDED)]


def test_the_same_bytes_again_are_not_looked_at_again(darkroom: Darkroom) -> None:
    first = darkroom.upload("again.png", drawn(50, 60, 70))
    second = darkroom.upload("again.png", drawn(50, 60, 70))
    darkroom.settle()
    assert second["versionId"] != first["versionId"]
    assert second["classificationLabel"] == first["classificationLabel"]
    assert darkroom.executions(first["workflowId"]) == [(first["workflowId"], ENDED)]


@pytest.mark.parametrize("between", ["another version", "a deletion"])
def test_a_name_that_was_used_before_is_followed_by_another_one(darkroom: Darkroom, between: str) -> None:
    name = f"{between}.png"
    first = darkroom.upload(name, drawn(120, 0, 120))
    darkroom.settle()
    if between == "a deletion":
        darkroom.studio.remove(name)
    else:
        darkroom.upload(name, drawn(0, 120, 0))
    again = darkroom.upload(name, drawn(120, 0, 120))
    darkroom.settle()
    assert again["workflowId"] == first["workflowId"]
    assert again["execution"].startswith(f"{first['workflowId']}-r")
    assert darkroom.row(name)["status"] == "classified"
    names = [one for one, _ in darkroom.executions(first["workflowId"])]
    assert len(names) == len({*names}) == 2


def test_what_is_deleted_while_it_is_looked_at_leaves_nothing(darkroom: Darkroom) -> None:
    darkroom.copy("gone.png", drawn(33, 44, 55))
    taken = darkroom.row("gone.png")
    darkroom.studio.s3.delete_object(Bucket=darkroom.bucket, Key=f"{CLUB}/gone.png")
    eventually(lambda: "removedAt" in darkroom.row("gone.png"), "the deletion is taken up")
    darkroom.settle()
    assert "status" not in darkroom.row("gone.png")
    thumbnails = darkroom.studio.container.settings.thumbnails_bucket
    kept = darkroom.studio.s3.list_objects_v2(Bucket=thumbnails, Prefix=f"{CLUB}/{taken['workflowId']}")
    assert kept["KeyCount"] == 0
    assert darkroom.squares == [], "of any image that was looked at so far"


def test_a_model_that_is_damaged_is_told_and_not_asked(darkroom: Darkroom) -> None:
    s3, models = darkroom.studio.s3, darkroom.studio.container.settings.models_bucket
    card = card_with_labels(MODEL_CARD, name="damaged", file="damaged.onnx", digest="0" * 64)
    s3.put_object(Bucket=models, Key="damaged/damaged.onnx", Body=b"not what the card means")
    s3.put_object(Bucket=models, Key="damaged/model.json", Body=card)
    functions, name = darkroom.aws.client("lambda"), darkroom.function("ClassifyImage")
    known = functions.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
    other = {"Variables": {**known, "FOOTY_IMAGE_MODEL": "damaged"}}
    functions.update_function_configuration(FunctionName=name, Environment=other)
    failed = darkroom.upload("damaged.png", drawn(3, 33, 133))
    functions.update_function_configuration(FunctionName=name, Environment={"Variables": known})
    assert failed["status"] == "failed"
    assert "the file of the model damaged is damaged" in (failed["error"] or "")
    darkroom.studio.retry("damaged.png")
    (line,) = darkroom.studio.wait_for(["damaged.png"])
    assert line.status == "classified"
