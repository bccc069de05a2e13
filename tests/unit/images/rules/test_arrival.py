"""Effect of bucket events on rows, in any order (I9, I11)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from footy.images.model import ImageDocument, ImageStatus
from footy.images.rules.arrival import BucketEvent, Outdated, Replace, Row, SameBytes, SameEvent, current, decide
from footy.images.rules.identity import ImageKey, sortable_sequencer

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
PLACE = ImageKey("club", "hero.png")
FIRST = BucketEvent(
    kind="written", key="club/hero.png", sequencer=sortable_sequencer("10"), at=NOON, e_tag="A", version_id="v1"
)
OTHER = replace(FIRST, sequencer=sortable_sequencer("20"), e_tag="B", version_id="v2")
DELETED = replace(FIRST, kind="removed", sequencer=sortable_sequencer("30"), e_tag="", version_id="v3")


def row_of(event: BucketEvent, row: Row | None = None, now: datetime = NOON) -> Row:
    decision = decide(event, PLACE, row, now)
    assert isinstance(decision, Replace)
    return decision.document


def image(event: BucketEvent = FIRST, status: ImageStatus = "queued") -> ImageDocument:
    new_row = current(row_of(event))
    assert new_row is not None
    return {**new_row, "status": status}


def test_a_first_upload_is_queued() -> None:
    new_row = image()
    assert new_row["status"] == "queued"
    assert new_row["execution"] == new_row["workflowId"] == f"imgcls_{new_row['eventId']}"
    assert (new_row["organizationId"], new_row["name"], new_row["versionId"]) == ("club", "hero.png", "v1")
    assert new_row["classificationLabel"] is None


@pytest.mark.parametrize("status", ["queued", "running", "classified", "failed"])
def test_the_same_message_again_changes_nothing(status: ImageStatus) -> None:
    assert decide(FIRST, PLACE, image(status=status), LATER) == SameEvent()


@pytest.mark.parametrize("status", ["queued", "running", "classified", "failed"])
def test_another_upload_takes_the_place_of_the_row(status: ImageStatus) -> None:
    new_row = current(row_of(OTHER, image(status=status), LATER))
    assert new_row is not None
    assert (new_row["status"], new_row["eTag"], new_row["createdAt"], new_row["updatedAt"]) == (
        "queued",
        "B",
        NOON,
        LATER,
    )


def test_an_older_upload_that_comes_late_changes_nothing() -> None:
    assert decide(FIRST, PLACE, image(OTHER), LATER) == Outdated()
    assert decide(FIRST, PLACE, row_of(DELETED), LATER) == Outdated()


def test_the_same_bytes_again_go_on_with_what_is_known_of_them() -> None:
    again = replace(FIRST, sequencer=sortable_sequencer("40"), version_id="v4", at=LATER)
    for status in ("queued", "running", "classified"):
        assert decide(again, PLACE, image(status=status), LATER) == SameBytes(sortable_sequencer("40"), "v4", LATER)


def test_same_bytes_after_a_failure_are_queued_again() -> None:
    again = replace(FIRST, sequencer=sortable_sequencer("40"), version_id="v4")
    new_row = current(row_of(again, image(status="failed"), LATER))
    assert new_row is not None
    assert (new_row["status"], new_row["tries"], new_row["versionId"]) == ("queued", 0, "v4")


def test_a_deletion_leaves_a_trace_that_older_events_respect() -> None:
    trace = row_of(DELETED, image())
    assert current(trace) is None
    assert trace["sequencer"] == DELETED.sequencer
    assert decide(OTHER, PLACE, trace, LATER) == Outdated()


def test_an_older_deletion_removes_nothing() -> None:
    newer = replace(FIRST, sequencer=sortable_sequencer("50"))
    assert decide(DELETED, PLACE, image(newer), LATER) == Outdated()


def test_what_is_uploaded_after_its_deletion_is_new() -> None:
    trace = row_of(DELETED, {**image(), "restarts": 3})
    new_row = current(row_of(replace(FIRST, sequencer=sortable_sequencer("50")), trace, LATER))
    assert new_row is not None
    assert (new_row["createdAt"], new_row["restarts"]) == (LATER, 3), "names of executions stay used"


def test_only_the_current_version_takes_its_row_with_it_for_good() -> None:
    missing = replace(DELETED, permanent=True, version_id="v1")
    assert current(row_of(missing, image())) is None
    assert decide(missing, PLACE, image(OTHER), LATER) == Outdated()
    assert decide(missing, PLACE, None, LATER) == Outdated()
