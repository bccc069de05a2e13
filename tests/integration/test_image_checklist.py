"""Checklist of the image pipeline on the emulator: duplicate, late and lost messages (I6 to I12)."""

import pytest

from local.cli.image_client import MODEL_CARD
from operations.model import card_with_labels
from tests.support.image_inspector import CLUB, ImageInspector, s3_message
from tests.support.image_stack import drawn
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("images")

ENDED = "SUCCEEDED"


def test_the_same_message_twice_is_one_execution_and_one_result(inspector: ImageInspector) -> None:
    inspector.copy("twice.png", drawn(200, 30, 30))
    taken = inspector.row("twice.png")
    inspector.send(s3_message(taken))
    inspector.settle()
    done = inspector.row("twice.png")
    assert done["status"] == "classified"
    inspector.deliver(done)
    assert inspector.row("twice.png") == done, "a redelivery after the end keeps the result"
    assert inspector.executions(done["workflowId"]) == [(done["workflowId"], ENDED)]


def test_an_older_event_that_comes_late_changes_nothing(inspector: ImageInspector) -> None:
    older = inspector.upload("late.png", drawn(10, 10, 200))
    newer = inspector.upload("late.png", drawn(10, 200, 10))
    inspector.deliver(older)
    inspector.deliver(older, "ObjectRemoved:DeleteMarkerCreated")
    assert inspector.row("late.png") == newer


def test_an_old_completion_after_a_newer_upload_changes_nothing(inspector: ImageInspector) -> None:
    older = inspector.upload("old.png", drawn(1, 10, 100))
    newer = inspector.upload("old.png", drawn(100, 10, 1))
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
    assert inspector.invoke("RecordImage", completion) == "stale"
    assert inspector.row("old.png") == newer


def test_a_redelivery_starts_what_a_crash_left_unstarted(inspector: ImageInspector) -> None:
    with inspector.without_consumer():
        inspector.studio.s3.put_object(Bucket=inspector.bucket, Key=f"{CLUB}/crash.png", Body=drawn(7, 8, 9))
        message = inspector.taken_from_the_queue()
        inspector.write_row_and_die(message)
        queued = inspector.row("crash.png")
        assert (queued["status"], inspector.executions(queued["workflowId"])) == ("queued", [])
        inspector.send(message)
    (line,) = inspector.studio.wait_for(["crash.png"])
    assert line.status == "classified"
    inspector.settle()
    assert inspector.executions(queued["workflowId"]) == [(queued["workflowId"], ENDED)]


def test_the_same_bytes_again_are_not_looked_at_again(inspector: ImageInspector) -> None:
    first = inspector.upload("again.png", drawn(50, 60, 70))
    second = inspector.upload("again.png", drawn(50, 60, 70))
    inspector.settle()
    assert second["versionId"] != first["versionId"]
    assert second["classificationLabel"] == first["classificationLabel"]
    assert inspector.executions(first["workflowId"]) == [(first["workflowId"], ENDED)]


@pytest.mark.parametrize("between", ["another version", "a deletion"])
def test_a_name_that_was_used_before_is_followed_by_another_one(inspector: ImageInspector, between: str) -> None:
    name = f"{between}.png"
    first = inspector.upload(name, drawn(120, 0, 120))
    inspector.settle()
    if between == "a deletion":
        inspector.studio.remove(name)
    else:
        inspector.upload(name, drawn(0, 120, 0))
    again = inspector.upload(name, drawn(120, 0, 120))
    inspector.settle()
    assert again["workflowId"] == first["workflowId"]
    assert again["execution"].startswith(f"{first['workflowId']}-r")
    assert inspector.row(name)["status"] == "classified"
    names = [one for one, _ in inspector.executions(first["workflowId"])]
    assert len(names) == len({*names}) == 2


def test_what_is_deleted_while_it_is_looked_at_leaves_nothing(inspector: ImageInspector) -> None:
    inspector.copy("gone.png", drawn(33, 44, 55))
    taken = inspector.row("gone.png")
    inspector.studio.s3.delete_object(Bucket=inspector.bucket, Key=f"{CLUB}/gone.png")
    eventually(lambda: "removedAt" in inspector.row("gone.png"), "the deletion is taken up")
    inspector.settle()
    assert "status" not in inspector.row("gone.png")
    thumbnails = inspector.studio.container.settings.thumbnails_bucket
    kept = inspector.studio.s3.list_objects_v2(Bucket=thumbnails, Prefix=f"{CLUB}/{taken['workflowId']}")
    assert kept["KeyCount"] == 0
    assert inspector.model_inputs == [], "of any image that was looked at so far"


def test_a_model_that_is_damaged_is_told_and_not_asked(inspector: ImageInspector) -> None:
    s3, models = inspector.studio.s3, inspector.studio.container.settings.models_bucket
    card = card_with_labels(MODEL_CARD, name="damaged", file="damaged.onnx", digest="0" * 64)
    s3.put_object(Bucket=models, Key="damaged/damaged.onnx", Body=b"not what the card means")
    s3.put_object(Bucket=models, Key="damaged/model.json", Body=card)
    functions, name = inspector.aws.client("lambda"), inspector.function("ClassifyImage")
    known = functions.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
    other = {"Variables": {**known, "FOOTY_IMAGE_MODEL": "damaged"}}
    functions.update_function_configuration(FunctionName=name, Environment=other)
    failed = inspector.upload("damaged.png", drawn(3, 33, 133))
    functions.update_function_configuration(FunctionName=name, Environment={"Variables": known})
    assert failed["status"] == "failed"
    assert "the file of the model damaged is damaged" in (failed["error"] or "")
    inspector.studio.retry("damaged.png")
    (line,) = inspector.studio.wait_for(["damaged.png"])
    assert line.status == "classified"
