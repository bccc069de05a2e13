"""Acceptance of bucket messages: deliveries, order and crashes (I1, I5 to I9, I11)."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from footy.core.errors import MalformedMessage, UpstreamUnavailable
from footy.images.adapters.mongo.images import ImageRows
from footy.images.rules.arrival import Row
from footy.images.steps.retry_image import retry_image
from tests.support.image_cloud import AT
from tests.support.image_desk import KEY, TOP, VERSION, Desk


def test_an_upload_is_queued_and_its_execution_started(desk: Desk) -> None:
    assert desk.accept(desk.upload()) == ["running"]
    row = desk.row()
    assert (row["status"], row["createdAt"], row["name"]) == ("queued", AT, "hero.png")
    assert desk.execution(f"imgcls_{row['eventId']}").order == {
        "key": KEY,
        "event_id": row["eventId"],
        "version_id": row["versionId"],
    }


def test_the_same_message_twice_is_one_execution(desk: Desk) -> None:
    message = desk.upload()
    assert [desk.accept(message), desk.accept(message)] == [["running"], ["running"]]
    assert len(desk.machine.executions) == 1


def test_two_uploads_of_one_name_show_the_second_only(desk: Desk) -> None:
    first, second = desk.upload("A"), desk.upload("B")
    desk.accept(first)
    old = desk.execution()
    desk.accept(second)
    assert desk.classify() == "classified"
    assert desk.classify(old) == "stale"
    assert desk.row()["eTag"] == "B"
    assert desk.bucket.thumbnails == {desk.row()["look"]["thumbnail"]}


def test_the_same_bytes_again_keep_their_label(desk: Desk) -> None:
    desk.accepted("A")
    desk.classify()
    assert desk.accept(desk.upload("A")) == ["finished"]
    assert desk.row()["status"] == "classified"
    assert len(desk.machine.executions) == 1


def test_used_execution_name_is_not_used_again(desk: Desk) -> None:
    """A, B, A within 90 days."""
    for what in ("A", "B", "A"):
        desk.accepted(what)
        desk.classify()
    row = desk.row()
    assert (row["eTag"], row["status"], row["execution"]) == ("A", "classified", f"{row['workflowId']}-r1")


def test_an_execution_works_for_one_upload(desk: Desk) -> None:
    """A, B, A, the first A still at work: it may be about to end."""
    desk.accepted("A")
    first = desk.execution()
    desk.load(first)
    desk.accepted("B")
    assert desk.accept(desk.upload("A")) == ["running"]
    assert desk.row()["execution"] == f"{desk.row()['workflowId']}-r1"
    assert desk.classify() == "classified"
    assert desk.record(first, look=first.loaded and first.loaded["look"], top=TOP, model=VERSION) == "stale"
    assert desk.bucket.thumbnails == {desk.row()["look"]["thumbnail"]}


def test_same_bytes_restart_while_the_failed_execution_ends(desk: Desk) -> None:
    desk.accepted("A")
    failing = desk.execution()
    desk.load(failing)
    desk.record(failing, error="UpstreamUnavailable")
    assert desk.accept(desk.upload("A")) == ["running"]
    failing.status = "SUCCEEDED"
    assert desk.machine.running() == [desk.execution()]
    assert desk.classify() == "classified"


@pytest.mark.parametrize("moments", range(12))
def test_old_completion_after_deletion_and_upload_is_ignored(desk: Desk, moments: int) -> None:
    desk.accepted("A")
    old = desk.execution()
    desk.classify(old)
    answer = {"look": desk.row()["look"], "top": TOP, "model": VERSION}
    desk.bucket.delete_object("uploads", KEY)
    desk.accept(desk.bucket.events[-1])
    message = desk.upload("A")
    with desk.fate.after(moments):
        desk.accept(message)
    assert desk.record(old, **answer) == "stale"
    desk.accept(message)
    assert desk.row()["status"] == "queued"
    assert desk.classify() == "classified"
    assert desk.bucket.thumbnails == {desk.row()["look"]["thumbnail"]}


class Late(ImageRows):
    """Change the row after the first read."""

    meanwhile: Callable[[], object] | None = None

    def find(self, key: str) -> Row | None:
        result = super().find(key)
        if happens := self.meanwhile:
            self.meanwhile = None
            happens()
        return result


def test_result_during_a_newer_upload_leaves_no_thumbnail(desk: Desk) -> None:
    desk.accepted("A")
    late = Late(desk.database)
    late.meanwhile = desk.classify
    desk.container.images = late
    assert desk.accept(desk.upload("B")) == ["running"]
    assert desk.bucket.thumbnails == set()


def test_retry_during_a_newer_upload_keeps_its_name(desk: Desk) -> None:
    desk.failed()
    late = Late(desk.database)
    late.meanwhile = partial(retry_image, {"token": "club", "name": "hero.png"}, desk.container)
    desk.container.images = late
    assert desk.accept(desk.upload("B")) == ["running"]
    assert desk.row()["restarts"] == 1


def test_deleted_and_uploaded_again(desk: Desk) -> None:
    desk.accepted()
    desk.classify()
    desk.bucket.delete_object("uploads", KEY)
    assert desk.accept(desk.bucket.events[-1]) == ["removed"]
    assert "status" not in desk.row()
    assert desk.bucket.thumbnails == set()
    desk.accepted()
    assert desk.classify() == "classified"
    assert desk.row()["execution"].endswith("-r1")


@pytest.mark.parametrize("moments", range(6))
def test_a_crash_at_any_moment_is_made_good_by_the_next_delivery(desk: Desk, moments: int) -> None:
    message = desk.upload()
    with desk.fate.after(moments):
        desk.accept(message)
    desk.accept(message)
    assert desk.row()["status"] == "queued"
    assert len(desk.machine.running()) == 1


@pytest.mark.parametrize("moments", range(6))
def test_crash_during_a_deletion_leaves_no_thumbnail(desk: Desk, moments: int) -> None:
    desk.accepted()
    desk.classify()
    desk.bucket.delete_object("uploads", KEY)
    with desk.fate.after(moments):
        desk.accept(desk.bucket.events[-1])
    desk.accept(desk.bucket.events[-1])
    assert "status" not in desk.row()
    assert desk.bucket.thumbnails == set()


@pytest.mark.parametrize("moments", range(10))
def test_crash_during_a_replacement_keeps_the_thumbnail(desk: Desk, moments: int) -> None:
    desk.accepted("B")
    desk.classify()
    replacing = desk.upload("A")
    with desk.fate.after(moments):
        desk.accept(replacing)
    desk.accept(desk.upload("B"))
    desk.accept(replacing)
    for execution in desk.machine.running():
        desk.classify(execution)
    row = desk.row()
    assert (row["eTag"], row["status"]) == ("B", "classified")
    assert desk.bucket.thumbnails == {row["look"]["thumbnail"]}


def test_step_functions_that_cannot_be_reached_leave_the_message(desk: Desk) -> None:
    def away(*_: object, **__: object) -> None:
        raise UpstreamUnavailable("Step Functions")

    desk.container.classifications.start = away  # type: ignore[method-assign,assignment]
    with pytest.raises(UpstreamUnavailable):
        desk.accept(desk.upload())
    assert desk.row()["status"] == "queued"


@pytest.mark.parametrize("key", ["hero.png", "The+Club/hero.png", "club/"])
def test_what_lies_in_no_organisations_folder_is_nobodys(desk: Desk, key: str) -> None:
    assert desk.accept(desk.upload("A", key)) == ["foreign_key"]
    assert desk.rows() == {}


def test_a_name_that_no_ticket_would_have_is_taken_as_it_is(desk: Desk) -> None:
    message = json.loads(desk.upload("A", "club/x"))
    message["Records"][0]["s3"]["object"]["key"] = "club/%C3%9Cber/..%2Fein+Bild%2B.png"
    desk.accept(json.dumps(message))
    assert desk.row("club/Über/../ein Bild+.png")["name"] == "Über/../ein Bild+.png"


def test_the_message_with_which_s3_tries_its_queue_is_no_upload(desk: Desk) -> None:
    assert desk.accept('{"Service": "Amazon S3", "Event": "s3:TestEvent", "Bucket": "uploads"}') == []


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"Records": [{}]}', '{"Records": [{"eventName": "x"}]}'])
def test_what_s3_did_not_write_is_refused(desk: Desk, body: str) -> None:
    with pytest.raises(MalformedMessage):
        desk.accept(body)


def test_an_event_as_aws_documents_it(desk: Desk) -> None:
    answer = json.loads((Path(__file__).parent / "s3_event.json").read_text(encoding="utf-8"))
    assert desk.accept(json.dumps(answer)) == ["running"]
    assert desk.row("club/HappyFace.jpg")["eTag"] == "0123456789abcdef0123456789abcdef"
