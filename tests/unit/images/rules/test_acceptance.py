"""Acceptance by first bytes, size and extent (I13)."""

import pytest

from footy.core.errors import ImageRefused
from footy.images.rules.acceptance import check_extent, check_size, format_of
from footy.images.settings import ImageRules

RULES = ImageRules()


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n....", "PNG"),
        (b"\xff\xd8\xff\xe0....", "JPEG"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "WEBP"),
        (b"GIF87a..", "GIF"),
        (b"GIF89a..", "GIF"),
    ],
)
def test_four_kinds_are_known_by_how_they_begin(head: bytes, kind: str) -> None:
    assert format_of(head) == kind


@pytest.mark.parametrize(
    "head", [b"", b"%PDF-1.7", b"<svg", b"RIFF\x00\x00\x00\x00WAVE", b"BM", b"II*\x00", b"\x00\x00\x00 ftypheic"]
)
def test_others_are_refused_whatever_they_are_called(head: bytes) -> None:
    with pytest.raises(ImageRefused, match="none of PNG, JPEG, WEBP, GIF"):
        format_of(head)


def test_a_file_is_neither_empty_nor_larger_than_five_megabytes() -> None:
    check_size(1, RULES)
    check_size(RULES.image_max_bytes, RULES)
    with pytest.raises(ImageRefused, match="empty"):
        check_size(0, RULES)
    with pytest.raises(ImageRefused, match=r"6\.0 MB are too large: at most 5 MB"):
        check_size(6 * 1024 * 1024, RULES)


def test_a_picture_is_not_absurdly_large() -> None:
    check_extent(5000, 5000, "JPEG", RULES)
    with pytest.raises(ImageRefused, match="20000 x 20000 pixels are too many"):
        check_extent(20_000, 20_000, "PNG", RULES)
    with pytest.raises(ImageRefused, match="5000 x 5000 pixels are too many for WEBP"):
        check_extent(5000, 5000, "WEBP", RULES)
