"""Begin of a classification: only the newest version, and only for its own execution (I4, I10)."""

from tests.support.image_desk import Desk


def test_the_version_is_running(desk: Desk) -> None:
    desk.accepted()
    assert desk.begin(desk.execution()) == "load"
    assert desk.row()["status"] == "running"


def test_a_repeated_begin_is_the_same(desk: Desk) -> None:
    desk.accepted()
    assert [desk.begin(desk.execution()) for _ in range(2)] == ["load", "load"]


def test_a_version_that_was_replaced_is_skipped(desk: Desk) -> None:
    desk.accepted("A")
    old = desk.execution()
    desk.accepted("B")
    assert desk.begin(old) == "leave"
    assert desk.row()["status"] == "queued"


def test_a_finished_version_is_skipped(desk: Desk) -> None:
    desk.accepted()
    desk.classify()
    assert desk.begin(desk.execution()) == "leave"
    assert desk.row()["status"] == "classified"
