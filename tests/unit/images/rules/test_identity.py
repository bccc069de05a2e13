"""Ids, keys and names of images, and the order of events (I2, I9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.core.errors import MalformedRequest
from footy.images.keys import image_event_of, image_execution_of, image_key, image_workflow_of
from footy.images.rules.identity import ImageKey, checked_name, parse_image_key, sortable_sequencer


def test_an_event_is_named_by_key_and_content() -> None:
    event_id = image_event_of("club/hero.png", "abc")
    # as `printf club/hero.png:abc | sha256sum` says
    assert event_id == "2745fc0b2f22db61e0fa67af8345f860bae1349bb9a58f7978fb711ed0ca9ab9"
    assert image_workflow_of(event_id) == f"imgcls_{event_id}"
    assert image_execution_of(event_id, 0) == f"imgcls_{event_id}"
    assert image_execution_of(event_id, 12) == f"imgcls_{event_id}-r12"
    assert len(image_execution_of(event_id, 99_999)) <= 80, "Step Functions takes no longer names"


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("club/hero.png", ImageKey("club", "hero.png")),
        ("club/2026/hero.png", ImageKey("club", "2026/hero.png")),
        ("club/../rival/hero.png", ImageKey("club", "../rival/hero.png")),
        ("club/Ünï côdé.png", ImageKey("club", "Ünï côdé.png")),
        ("hero.png", None),
        ("club/", None),
        ("/hero.png", None),
        ("The Club/hero.png", None),
        ("-club/hero.png", None),
    ],
)
def test_an_object_belongs_to_the_folder_it_lies_in(key: str, place: ImageKey | None) -> None:
    assert parse_image_key(key) == place


@pytest.mark.parametrize("name", ["hero.png", "Team photo (2).jpg", "a", "x" * 128])
def test_a_plain_name_may_be_uploaded(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name", ["", "..", "a/../b", "a/b", "a..b", ".hidden", "ü.png", "x" * 129, "a\n", "a\\b", " a"]
)
def test_another_name_is_refused(name: str) -> None:
    with pytest.raises(MalformedRequest):
        checked_name(name)


@given(st.integers(0, 2**128), st.integers(0, 2**128), st.booleans())
def test_sequencers_sort_as_s3_means_them(one: int, other: int, lower: bool) -> None:  # noqa: FBT001 - drawn
    texts = [f"{number:018X}" for number in (one, other)]
    length = max(map(len, texts))
    padded = [text.ljust(length, "0") for text in texts]
    cased = [text.lower() for text in texts] if lower else texts
    assert (sortable_sequencer(cased[0]) < sortable_sequencer(cased[1])) == (padded[0] < padded[1])


def test_a_key_is_the_organisation_and_the_name() -> None:
    assert parse_image_key(image_key("club", "hero.png")) == ImageKey("club", "hero.png")
