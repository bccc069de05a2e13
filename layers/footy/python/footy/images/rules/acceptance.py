"""Acceptance of image files by type, size and extent (I13)."""

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
    """Raise ImageRefused for a picture that would take too much memory to decode."""
    most = rules.image_max_pixels // WEIGHT.get(kind, 1)
    if width * height > most:
        raise ImageRefused(f"{width} x {height} pixels are too many for {kind}: at most {most:,} in all")
