"""`python -m footy.images.adapters.decoder_process PARENT`: decode one uploaded picture in the sandbox.

Input: a line of JSON (`Job`), then the file. Output: a line of JSON, then the thumbnail and the model input.
Nothing of the file is read before the sandbox, and no file can be opened in it.
"""

import json
import sys
from io import BytesIO
from typing import Any, BinaryIO, TypedDict

import numpy as np
from PIL import ExifTags, Image

from footy.core.errors import ImageRefused
from footy.core.sandbox.process import Limits, confine, die_with_parent
from footy.images.adapters.decoder import load
from footy.images.rules.acceptance import CONTENT_TYPES
from footy.images.rules.model_card import Crop
from footy.images.settings import ImageRules

ANSWER_BYTES = 8 << 20
REASON_LENGTH = 300
# input, output and errors
DESCRIPTORS = 3


class Job(TypedDict):
    """Rules, and the crop of the model."""

    rules: dict[str, Any]
    crop: dict[str, Any]


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Read a job, enter the sandbox, and write the answer."""
    job: Job = json.loads(source.readline())
    rules, crop = ImageRules(**job["rules"]), Crop(**job["crop"])
    content = source.read()
    import_codecs(rules, crop)
    confine(limits(rules))
    target.write(answer(content, crop, rules))


def limits(rules: ImageRules) -> Limits:
    """Return the limits of a decoder, which needs no file."""
    return Limits(
        cpu_seconds=rules.image_decode_cpu_seconds,
        megabytes=rules.image_decode_megabytes,
        written_bytes=ANSWER_BYTES,
        descriptors=DESCRIPTORS,
        opens_files=False,
    )


def answer(content: bytes, crop: Crop, rules: ImageRules) -> bytes:
    """Return the size and format with thumbnail and model input, or the reason of a refusal."""
    try:
        loaded = load(content, crop, rules)
    except ImageRefused as refusal:
        return json.dumps({"refused": str(refusal)[:REASON_LENGTH]}).encode()
    size = {"width": loaded.width, "height": loaded.height, "format": loaded.format}
    header = {**size, "thumbnail_bytes": len(loaded.thumbnail)}
    return b"\n".join((json.dumps(header).encode(), loaded.thumbnail + loaded.pixels))


def import_codecs(rules: ImageRules, crop: Crop) -> None:
    """Decode small pictures of our own, so that all late imports happen before the sandbox."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    for kind in CONTENT_TYPES.values():
        for image in (Image.new("RGBA", (2, 1)), Image.new("P", (2, 1)), Image.fromarray(np.zeros((1, 2), np.uint16))):
            written = BytesIO()
            image.convert("RGB" if kind == "JPEG" else image.mode).save(written, kind, exif=exif)
            load(written.getvalue(), crop, rules)


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    main(sys.stdin.buffer, sys.stdout.buffer)
    sys.stdout.flush()
