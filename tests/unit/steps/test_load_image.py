"""The first act of a classification."""

from tests.unit.steps.darkroom import KEY, Desk


def test_the_version_is_running_and_has_a_thumbnail(desk: Desk) -> None:
    desk.accepted()
    answer = desk.load(desk.execution())
    thumbnail = f"club/{desk.row()['execution']}.jpg"
    assert answer == {
        "action": "classify",
        "look": {"width": 1, "height": 1, "format": "PNG", "thumbnail": thumbnail},
        "reason": "",
    }
    assert desk.row()["status"] == "running"
    assert desk.bucket.thumbnails == {thumbnail}


def test_once_more_is_the_same(desk: Desk) -> None:
    desk.accepted()
    assert desk.load(desk.execution()) == desk.load(desk.execution())


def test_the_version_of_the_event_is_read_whatever_the_key_holds_by_now(desk: Desk) -> None:
    desk.accepted("A")
    desk.upload("no picture")
    assert desk.load(desk.execution())["action"] == "classify"


def test_what_is_no_picture_is_refused_with_a_reason(desk: Desk) -> None:
    desk.accepted("no picture")
    answer = desk.load(desk.execution())
    assert answer["action"] == "refuse"
    assert "GIF cannot be decoded" in answer["reason"]
    assert desk.bucket.thumbnails == set()


def test_a_version_that_is_gone_is_refused_with_a_reason(desk: Desk) -> None:
    desk.accepted()
    desk.bucket.versions[KEY] = [(version, None) for version, _ in desk.bucket.versions[KEY]]
    assert desk.load(desk.execution())["reason"] == "the image is no longer in the bucket"


def test_a_version_that_was_replaced_is_left_alone(desk: Desk) -> None:
    desk.accepted("A")
    old = desk.execution()
    desk.accepted("B")
    assert desk.load(old)["action"] == "leave"
    assert desk.row()["status"] == "queued"
