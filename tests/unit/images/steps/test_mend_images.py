"""Restarts of silent images."""

from datetime import timedelta

import pytest

from footy.core.errors import UpstreamUnavailable
from footy.images.services import GIVEN_UP
from footy.images.steps.mend_images import Output, mend_images
from tests.support.image_desk import KEY, Desk
from tests.support.image_pipeline import RULES


def later(desk: Desk, minutes: int = RULES.image_silent_minutes + 1) -> Output:
    desk.time.moment += timedelta(minutes=minutes)
    return mend_images({}, desk.container)


@pytest.mark.parametrize("status", ["ABORTED", "FAILED", "TIMED_OUT", "SUCCEEDED"])
def test_row_of_a_dead_execution_is_restarted(desk: Desk, status: str) -> None:
    desk.accepted()
    desk.load(desk.execution())
    desk.execution().status = status
    assert later(desk) == {"silent": 1, "mended": 1, "failed": 0, "forgotten": 0}
    assert desk.row()["execution"].endswith("-r1")
    assert desk.bucket.thumbnails == set(), "what the other execution made"
    assert desk.classify() == "classified"


def test_one_that_was_never_started_is(desk: Desk) -> None:
    """Its message went to the dead letters between the row and the start."""
    message = desk.upload()
    with desk.fate.after(4):
        desk.accept(message)
    assert desk.machine.executions == {}
    assert later(desk)["mended"] == 1
    assert desk.classify() == "classified"


def test_nobody_is_called_silent_too_soon(desk: Desk) -> None:
    desk.accepted()
    desk.execution().status = "ABORTED"
    assert later(desk, RULES.image_silent_minutes - 1)["silent"] == 0


def test_after_some_tries_it_has_failed_and_says_so(desk: Desk) -> None:
    desk.accepted()
    for _ in range(RULES.image_restarts + 1):
        desk.execution().status = "ABORTED"
        later(desk)
    assert (desk.row()["status"], desk.row()["error"]) == ("failed", GIVEN_UP)
    assert len(desk.machine.executions) == RULES.image_restarts + 1


def test_giving_up_goes_no_other_way_than_a_failure_does(desk: Desk) -> None:
    """Queued, running, failed: a crash in between leaves it running, and the next run goes on."""
    desk.accepted()
    for _ in range(RULES.image_restarts):
        desk.execution().status = "ABORTED"
        later(desk)
    desk.execution().status = "ABORTED"
    observed = []
    for moments in range(12):
        with desk.fate.after(moments):
            later(desk)
        observed.append(desk.row()["status"])
    assert list(dict.fromkeys(observed)) == ["queued", "running", "failed"]


def test_one_that_cannot_be_mended_does_not_hold_up_the_others(desk: Desk) -> None:
    for key in (KEY, "club/other.png"):
        desk.accept(desk.upload("A", key))
        desk.execution(desk.row(key)["execution"]).status = "ABORTED"
    start, calls = desk.container.classifications.start, []

    def first_away(name: str, order: object) -> object:
        calls.append(name)
        if len(calls) == 1:
            raise UpstreamUnavailable("Step Functions")
        return start(name, order)  # type: ignore[arg-type]

    desk.container.classifications.start = first_away  # type: ignore[method-assign,assignment]
    assert later(desk) == {"silent": 2, "mended": 1, "failed": 1, "forgotten": 0}


def test_old_traces_of_deletions_are_deleted(desk: Desk) -> None:
    desk.accepted()
    desk.bucket.delete_object("uploads", KEY)
    desk.accept(desk.bucket.events[-1])
    desk.time.moment += timedelta(days=RULES.image_removed_days - 1)
    assert later(desk)["forgotten"] == 0
    desk.time.moment += timedelta(days=2)
    assert later(desk)["forgotten"] == 1
    assert desk.rows() == {}
