"""Acceptance of image files by type, size and extent (I13)."""

import re
from collections.abc import Iterator
from typing import Literal

from footy.core.errors import ImageRefused
from footy.images.settings import ImageRules

ImageFormat = Literal["PNG", "JPEG", "WEBP", "GIF"]

CONTENT_TYPES: dict[str, ImageFormat] = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/webp": "WEBP",
    "image/gif": "GIF",
}
# the decoder of WEBP, which may be animated, needs twice the memory per pixel
WEIGHT: dict[ImageFormat, int] = {"WEBP": 2}
_MEBI = 1024 * 1024
# in a JPEG, 0xFF and a byte that is neither stuffing, fill, nor a restart marker
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
_SCAN, _END = 0xDA, 0xD9
_WITHOUT_LENGTH = (0x01, 0xD8)


def check_size(size: int, rules: ImageRules) -> None:
    """Raise ImageRefused for an empty or too large file."""
    if size == 0:
        raise ImageRefused("the file is empty")
    if size > rules.image_max_bytes:
        raise ImageRefused(f"{size / _MEBI:.1f} MB are too large: at most {rules.image_max_bytes / _MEBI:g} MB")


def format_of(head: bytes) -> ImageFormat:
    """Return the format by the first bytes; the file's name is ignored."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WEBP"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    raise ImageRefused("the file is none of PNG, JPEG, WEBP, GIF")


def check_extent(width: int, height: int, kind: ImageFormat, rules: ImageRules) -> None:
    """Raise ImageRefused for a picture that would take too much memory to decode or to resize."""
    most, longer = rules.image_max_pixels // WEIGHT.get(kind, 1), max(width, height)
    if width * height > most:
        raise ImageRefused(f"{width} x {height} pixels are too many for {kind}: at most {most:,} in all")
    if longer > rules.image_max_edge:
        raise ImageRefused(f"an edge of {longer:,} pixels is too long: at most {rules.image_max_edge:,}")
    if longer > rules.image_max_ratio * min(width, height):
        raise ImageRefused(f"{width} x {height} is too narrow: at most {rules.image_max_ratio} times as long as wide")


def check_scans(content: bytes, rules: ImageRules) -> None:
    """Raise ImageRefused for a JPEG that would be decoded too many times; each scan is a pass over all pixels."""
    most, scans = rules.image_max_scans, 0
    for marker in _markers(content):
        scans += marker == _SCAN
        if scans > most:
            raise ImageRefused(f"the JPEG has too many progressive scans: at most {most}")


def _markers(jpeg: bytes) -> Iterator[int]:
    """Yield the markers of a JPEG up to its end, without those inside of segments such as EXIF thumbnails."""
    at = 0
    while (match := _MARKER.search(jpeg, at)) and (marker := match[1][0]) != _END:
        yield marker
        at = match.end()
        if marker not in _WITHOUT_LENGTH:
            at += max(2, int.from_bytes(jpeg[at : at + 2]))
