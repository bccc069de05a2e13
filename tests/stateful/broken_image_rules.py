"""Broken rules of images (I6 to I12): random histories have to notice each."""

from collections.abc import Callable
from typing import Any

import pytest

from footy.images.adapters.executions import Classifications
from footy.images.adapters.mongo.images import ImageRows
from footy.images.rules import arrival, transitions
from footy.images.rules.arrival import BucketEvent, Outdated, Replace
from footy.images.steps import accept_image, mend_images, record_image, retry_image

Break = Callable[[pytest.MonkeyPatch], None]


def events_are_believed_in_any_order(patch: pytest.MonkeyPatch) -> None:
    right = arrival.decide

    def careless(event: BucketEvent, place: Any, row: Any, now: Any) -> Any:
        unordered: Any = {**row, "sequencer": ""} if row else None
        return (
            right(event, place, unordered, now)
            if row and event.sequencer < row["sequencer"]
            else right(event, place, row, now)
        )

    patch.setattr(accept_image, "decide", careless)


def deliveries_start_anew(patch: pytest.MonkeyPatch) -> None:
    right = arrival.decide

    def careless(event: BucketEvent, place: Any, row: Any, now: Any) -> Any:
        if row and event.sequencer == row["sequencer"] and "status" in row:
            return right(event, place, None, now)
        return right(event, place, row, now)

    patch.setattr(accept_image, "decide", careless)


def results_are_written_unguarded(patch: pytest.MonkeyPatch) -> None:
    def finish(self: Any, key: str, event_id: str, execution: str, finish: Any) -> bool:
        del event_id, execution
        return bool(self._write({"_id": key, "status": {"$exists": True}}, finish))

    def run(self: Any, key: str, event_id: str, execution: str, now: Any) -> bool:
        del self, key, event_id, execution, now
        return True

    patch.setattr(ImageRows, "finish", finish)
    patch.setattr(ImageRows, "run", run)


def already_exists_is_always_success(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Classifications, "runs", lambda _self, _name: True)


def nobody_looks_for_the_silent(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(mend_images, "_mended", lambda _image, _container: "running")


def deletions_leave_no_trace(patch: pytest.MonkeyPatch) -> None:
    right = ImageRows.put

    def put(self: Any, document: Any, expected: Any) -> bool:
        done = right(self, document, expected)
        if "removedAt" in document:
            self._rows.delete_one({"_id": document["_id"]})
        return done

    patch.setattr(ImageRows, "put", put)


def names_are_used_again(patch: pytest.MonkeyPatch) -> None:
    right = transitions.started_again

    def again(image: Any, request: Any, now: Any) -> Any:
        return {**right(image, request, now), "execution": image["workflowId"]}

    patch.setattr(accept_image, "started_again", again)
    patch.setattr(retry_image, "started_again", again)


def one_execution_works_for_several_uploads(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(accept_image, "_named", lambda document, _row, _world: document)


def the_same_bytes_are_always_new(patch: pytest.MonkeyPatch) -> None:
    right = arrival.decide

    def careless(event: BucketEvent, place: Any, row: Any, now: Any) -> Any:
        decision = right(event, place, row, now)
        return right(event, place, None, now) if isinstance(decision, arrival.SameBytes) else decision

    patch.setattr(accept_image, "decide", careless)


def deletions_are_overlooked(patch: pytest.MonkeyPatch) -> None:
    right = arrival.decide

    def careless(event: BucketEvent, place: Any, row: Any, now: Any) -> Any:
        decision = right(event, place, row, now)
        return Outdated() if isinstance(decision, Replace) and event.kind == "removed" else decision

    patch.setattr(accept_image, "decide", careless)


def a_stale_execution_takes_every_thumbnail(patch: pytest.MonkeyPatch) -> None:
    right = record_image._discard

    def leave(request: Any, container: Any) -> Any:
        row = container.images.find(request["key"])
        if row and row.get("look"):
            container.thumbnails.delete(row["look"]["thumbnail"])
        return right(request, container)

    patch.setattr(record_image, "_discard", leave)


BROKEN: list[Break] = [
    events_are_believed_in_any_order,
    deliveries_start_anew,
    results_are_written_unguarded,
    already_exists_is_always_success,
    nobody_looks_for_the_silent,
    deletions_leave_no_trace,
    names_are_used_again,
    one_execution_works_for_several_uploads,
    the_same_bytes_are_always_new,
    deletions_are_overlooked,
    a_stale_execution_takes_every_thumbnail,
]
