"""Opens pictures that strangers made, in bounded memory, and makes of them what the network and the lists need."""

import io
import warnings
from dataclasses import dataclass

import numpy as np
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from footy.core.errors import ImageRefused
from footy.images.rules.acceptance import ImageFormat, check_extent, format_of
from footy.images.rules.model_card import ModelCard, Pixels
from footy.images.settings import ImageRules

FILTERS = {"bilinear": Image.Resampling.BILINEAR, "bicubic": Image.Resampling.BICUBIC}
WHITE = (255, 255, 255)
THUMBNAIL_QUALITY = 80
ORIENTATION = ExifTags.Base.Orientation
# what its camera held on its side: its width is its height
LYING = (5, 6, 7, 8)
# 16 bits of grey as Pillow keeps them; it would cut them off at 255 instead of dividing them
DEEP = ("I", "I;16", "I;16B", "I;16L")


@dataclass(frozen=True, slots=True)
class Picture:
    """The first frame of a picture, upright, in red, green and blue."""

    image: Image.Image
    format: ImageFormat
    # of the picture itself, however small it was decoded
    width: int
    height: int


def opened(content: bytes, rules: ImageRules, needed: int | None = None) -> Picture:
    """The picture in these bytes; whatever is wrong with them is told as the reason for people.

    Where only so many pixels of its shorter edge are needed, a JPEG is decoded at a half, a quarter or an eighth of its
    size, as long as twice of what is needed is left for the filter.
    """
    kind = format_of(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Pillow only warns of is refused below, by its extent
            with Image.open(io.BytesIO(content), formats=[kind]) as image:
                width, height = image.size
                check_extent(width, height, kind, rules)
                if needed:
                    image.draft(None, (2 * needed, 2 * needed))
                image.load()
                edges = (height, width) if image.getexif().get(ORIENTATION) in LYING else (width, height)
                return Picture(_upright(image), kind, *edges)
    except Image.DecompressionBombError as bomb:
        raise ImageRefused(f"the picture has too many pixels: at most {rules.image_max_pixels:,}") from bomb
    except UnidentifiedImageError as unknown:
        raise ImageRefused(f"the {kind} cannot be decoded: it ends or breaks in its very beginning") from unknown
    except ImageRefused:
        raise
    except Exception as broken:
        raise ImageRefused(f"the {kind} cannot be decoded: {str(broken)[:200] or type(broken).__name__}") from broken


def thumbnail(picture: Picture, rules: ImageRules) -> bytes:
    """A small JPEG that says nothing of where and with what the picture was taken."""
    small, edge = picture.image, rules.thumbnail_edge
    if (longer := max(picture.width, picture.height)) > edge:
        width, height = (max(1, round(edge * side / longer)) for side in (picture.width, picture.height))
        small = small.resize((width, height))
    bare = Image.frombytes("RGB", small.size, small.tobytes())
    written = io.BytesIO()
    bare.save(written, "JPEG", quality=THUMBNAIL_QUALITY)
    return written.getvalue()


def square_of(picture: Picture, card: ModelCard) -> Pixels:
    """The middle of the picture at the size that a model learned from; what would be cut off is not made smaller."""
    edges = picture.image.size
    shorter = min(edges)
    begins, ends = [], []
    for edge in edges:
        size = card.resize * edge // shorter
        begin = round((size - card.side) / 2)
        begins.append(begin * edge / size)
        ends.append((begin + card.side) * edge / size)
    middle = (begins[0], begins[1], ends[0], ends[1])
    return np.asarray(picture.image.resize((card.side, card.side), FILTERS[card.filter], box=middle), np.uint8)


def _upright(image: Image.Image) -> Image.Image:
    # in its place: most pictures stand upright, and a copy of a large one is a hundred megabytes
    ImageOps.exif_transpose(image, in_place=True)
    return _without_colours_of_its_own(image)


def _without_colours_of_its_own(image: Image.Image) -> Image.Image:
    if image.mode == "RGB" and "transparency" not in image.info:
        return image
    if image.mode in DEEP:
        deep = np.asarray(image, np.float32)
        return Image.fromarray((deep / 257).clip(0, 255).astype(np.uint8)).convert("RGB")
    if "transparency" in image.info or image.mode in {"RGBA", "LA", "PA", "La", "RGBa"}:
        colours = image if image.mode == "RGBA" else image.convert("RGBA")
        ground = Image.new("RGB", colours.size, WHITE)
        ground.paste(colours, mask=colours)
        return ground
    return image.convert("RGB")
