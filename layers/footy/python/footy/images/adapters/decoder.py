"""Decoder for uploaded pictures in bounded memory: model inputs and thumbnails.

The functions call `decoder_client`, which runs this module in the sandbox.
"""

import io
import warnings
from dataclasses import dataclass

import numpy as np
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from footy.core.errors import ImageRefused
from footy.images.rules.acceptance import ImageFormat, check_extent, check_scans, format_of
from footy.images.rules.model_card import Crop, Pixels
from footy.images.settings import ImageRules

FILTERS = {"bilinear": Image.Resampling.BILINEAR, "bicubic": Image.Resampling.BICUBIC}
WHITE = (255, 255, 255)
THUMBNAIL_QUALITY = 80
ORIENTATION = ExifTags.Base.Orientation
# EXIF orientations that swap width and height
ROTATED = (5, 6, 7, 8)
# 16-bit grey modes, which Pillow clips at 255 instead of scaling
GREY_16_BIT = ("I", "I;16", "I;16B", "I;16L")


@dataclass(frozen=True, slots=True)
class Picture:
    """First frame of a picture, upright, in RGB."""

    image: Image.Image
    format: ImageFormat
    # of the file, even when it was decoded at a smaller size
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class LoadedImage:
    """Everything that is stored of a picture: its size and format, its thumbnail, and the pixels for the model."""

    width: int
    height: int
    format: ImageFormat
    thumbnail: bytes
    pixels: bytes


def load(content: bytes, crop: Crop, rules: ImageRules) -> LoadedImage:
    """Decode a picture, draw its thumbnail and cut out its model input; raise ImageRefused with a reason (I13)."""
    try:
        picture = decode(content, rules, max(crop.resize, rules.thumbnail_edge))
        pixels = cropped_pixels(picture, crop).tobytes()
        return LoadedImage(picture.width, picture.height, picture.format, thumbnail(picture, rules), pixels)
    except MemoryError as lack:
        raise ImageRefused("the picture needs more memory to decode than it may have") from lack


def decode(content: bytes, rules: ImageRules, needed: int | None = None) -> Picture:
    """Decode a picture; raise ImageRefused with a reason for people (I13).

    With `needed` pixels of the shorter edge, a JPEG is decoded at 1/2, 1/4 or 1/8 of its size, never below twice that.
    """
    kind = format_of(content)
    if kind == "JPEG":
        check_scans(content, rules)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's warning about large pictures; check_extent refuses them
            with Image.open(io.BytesIO(content), formats=[kind]) as image:
                width, height = image.size
                check_extent(width, height, kind, rules)
                if needed:
                    image.draft(None, (2 * needed, 2 * needed))
                image.load()
                edges = (height, width) if image.getexif().get(ORIENTATION) in ROTATED else (width, height)
                return Picture(_upright(image), kind, *edges)
    except Image.DecompressionBombError as bomb:
        raise ImageRefused(f"the picture has too many pixels: at most {rules.image_max_pixels:,}") from bomb
    except UnidentifiedImageError as unknown:
        raise ImageRefused(f"the {kind} cannot be decoded: its beginning is incomplete or damaged") from unknown
    except (ImageRefused, MemoryError):
        raise
    except Exception as failure:
        raise ImageRefused(f"the {kind} cannot be decoded: {str(failure)[:200] or type(failure).__name__}") from failure


def thumbnail(picture: Picture, rules: ImageRules) -> bytes:
    """Return a small JPEG without the picture's metadata."""
    small, edge = picture.image, rules.thumbnail_edge
    if (longer := max(picture.width, picture.height)) > edge:
        width, height = (max(1, round(edge * side / longer)) for side in (picture.width, picture.height))
        small = small.resize((width, height))
    stripped = Image.frombytes("RGB", small.size, small.tobytes())
    written = io.BytesIO()
    stripped.save(written, "JPEG", quality=THUMBNAIL_QUALITY)
    return written.getvalue()


def cropped_pixels(picture: Picture, crop: Crop) -> Pixels:
    """Return the centre of the picture at the size that the model was trained with."""
    edges = picture.image.size
    shorter = min(edges)
    begins, ends = [], []
    for edge in edges:
        size = crop.resize * edge // shorter
        begin = round((size - crop.side) / 2)
        begins.append(begin * edge / size)
        ends.append((begin + crop.side) * edge / size)
    middle = (begins[0], begins[1], ends[0], ends[1])
    return np.asarray(picture.image.resize((crop.side, crop.side), FILTERS[crop.filter], box=middle), np.uint8)


def _upright(image: Image.Image) -> Image.Image:
    # in place: a copy of a large picture takes a hundred megabytes
    ImageOps.exif_transpose(image, in_place=True)
    return _rgb(image)


def _rgb(image: Image.Image) -> Image.Image:
    if image.mode == "RGB" and "transparency" not in image.info:
        return image
    if image.mode in GREY_16_BIT:
        grey = np.asarray(image, np.float32)
        return Image.fromarray((grey / 257).clip(0, 255).astype(np.uint8)).convert("RGB")
    if "transparency" in image.info or image.mode in {"RGBA", "LA", "PA", "La", "RGBa"}:
        colours = image if image.mode == "RGBA" else image.convert("RGBA")
        background = Image.new("RGB", colours.size, WHITE)
        background.paste(colours, mask=colours)
        return background
    return image.convert("RGB")
