"""Files that strangers upload. `python -m tests.support.image_files FOLDER` classifies each, as a function would.

A line for each: its name, what came of it, the processor's seconds for it, and how much memory the process has needed
at most so far. The network is as small as can be, behind the library and the preparation that the real one has.
"""

import io
import json
import resource
import struct
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from PIL import Image

from footy.core.errors import ImageRefused
from footy.images.adapters.classifier import ImageClassifier
from footy.images.adapters.decoder import cropped_pixels, decode, thumbnail
from footy.images.adapters.models import read_card
from footy.images.rules.acceptance import check_size
from footy.images.settings import ImageRules
from tests.support.tiny_model import tiny_card, tiny_model

SCRIPT = b"<script>alert(1)</script>"
ORIENTATION = 0x0112


def _saved(image: Image.Image, kind: str, **how: object) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, **how)
    return written.getvalue()


def _noise(mode: str = "RGB", size: tuple[int, int] = (90, 60)) -> Image.Image:
    bands = len(Image.new(mode, (1, 1)).getbands())
    return Image.fromarray(
        np.random.default_rng(1).integers(0, 256, (size[1], size[0], bands), np.uint8).squeeze(), mode
    )


def _frames(count: int) -> bytes:
    """Build a GIF with this number of one-pixel frames."""
    frame = b"!\xf9\x04\x00\x01\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00"
    return b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\xff\x00" + frame * count + b";"


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _wide(side: int) -> bytes:
    """Build a PNG of this claimed size in a few kilobytes."""
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compressobj(9)
    line = b"\x00" * (side // 8 + 1)
    packed = b"".join(rows.compress(line) for _ in range(side)) + rows.flush()
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def tall_png(height: int = 25_000_000) -> bytes:
    """Build a PNG of one pixel in width in a few kilobytes."""
    header = struct.pack(">IIBBBBB", 1, height, 8, 0, 0, 0, 0)
    rows = zlib.compressobj(9)
    packed = rows.compress(bytes(2 * height)) + rows.flush()
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def jpeg_of_scans(count: int, side: int = 4096) -> bytes:
    """Build a progressive JPEG whose last scan, a pass over all pixels in few bytes, is repeated."""
    jpeg = _saved(Image.new("L", (side, side), 128), "JPEG", progressive=True)
    scan = jpeg.rindex(b"\xff\xda")
    return jpeg[:scan] + (count + 1 - jpeg.count(b"\xff\xda")) * jpeg[scan:-2] + jpeg[-2:]


def _bomb_in_text() -> bytes:
    """Build a small PNG whose comment expands to a gigabyte."""
    png = _saved(_noise(), "PNG")
    pressed = zlib.compressobj(9)
    bomb = b"".join(pressed.compress(bytes(1 << 20)) for _ in range(1024)) + pressed.flush()
    return png[:33] + _chunk(b"zTXt", b"Comment\x00\x00" + bomb) + png[33:]


def _turned() -> bytes:
    """Build a wide picture whose EXIF data rotates it."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[0x010F] = "a camera"
    return _saved(Image.new("RGB", (90, 60), "red"), "JPEG", exif=exif)


def _with_thumbnail() -> bytes:
    """Build a JPEG whose metadata hold one of 101 scans."""
    jpeg, small = _saved(Image.new("L", (8, 8)), "JPEG"), jpeg_of_scans(101, 8)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", 2 + len(small)) + small + jpeg[2:]


def _webp(side: int) -> bytes:
    return _saved(Image.new("RGBA", (side, side), (1, 2, 3, 4)), "WEBP", lossless=True, method=0)


def _deep() -> bytes:
    return _saved(Image.fromarray(np.full((60, 90), 0x8080, np.uint16)), "PNG")


REFUSED: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "empty"),
    "six megabytes": (lambda: _saved(_noise(), "PNG") + bytes(6 << 20), "too large"),
    "a PDF called .png": (lambda: b"%PDF-1.7\n" + bytes(100), "none of PNG"),
    "a page called .jpg": (lambda: b"<html>" + SCRIPT, "none of PNG"),
    "an SVG": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "none of PNG"),
    "a TIFF": (lambda: _saved(_noise(), "TIFF"), "none of PNG"),
    "a BMP": (lambda: _saved(_noise(), "BMP"), "none of PNG"),
    "20,000 pixels square": (lambda: _wide(20_000), "too many"),
    "just too wide": (lambda: _wide(5_008), "too many"),
    "one pixel in width": (tall_png, "too long"),
    "16,384 pixels and one more": (lambda: _saved(Image.new("1", (16_385, 500)), "PNG"), "too long"),
    "51 times as long as wide": (lambda: _saved(Image.new("1", (510, 10)), "PNG"), "too narrow"),
    "thousands of scans": (lambda: jpeg_of_scans(10_000), "too many progressive scans"),
    "101 scans": (lambda: jpeg_of_scans(101, 64), "too many progressive scans"),
    "a head of a PNG": (lambda: b"\x89PNG\r\n\x1a\n", "cannot be decoded"),
    "half a PNG": (lambda: _saved(_noise(), "PNG")[:2000], "cannot be decoded"),
    "half a JPEG": (lambda: _saved(_noise(), "JPEG")[:1000], "cannot be decoded"),
    "half a WEBP": (lambda: _saved(_noise(), "WEBP")[:800], "cannot be decoded"),
    "half a GIF": (lambda: _saved(_noise("L"), "GIF")[:1200], "cannot be decoded"),
    "a comment of a gigabyte": (_bomb_in_text, "cannot be decoded"),
    "a PNG with a broken sum": (lambda: _saved(_noise(), "PNG").replace(b"IDAT", b"IDAU"), "cannot be decoded"),
}
READABLE: Mapping[str, tuple[Callable[[], bytes], tuple[int, int]]] = {
    "a JPEG called .png": (lambda: _saved(_noise(), "JPEG"), (90, 60)),
    "10,000 frames": (lambda: _frames(10_000), (1, 1)),
    "CMYK": (lambda: _saved(_noise("CMYK"), "JPEG"), (90, 60)),
    "16 bits of grey": (_deep, (90, 60)),
    "grey with alpha": (lambda: _saved(_noise("LA"), "PNG"), (90, 60)),
    "a palette": (lambda: _saved(_noise().quantize(16), "PNG"), (90, 60)),
    "one bit": (lambda: _wide(64), (64, 64)),
    "100 scans": (lambda: jpeg_of_scans(100, 64), (64, 64)),
    "50 times as long as wide": (lambda: _saved(Image.new("1", (10, 500)), "PNG"), (10, 500)),
    "a thumbnail of many scans": (_with_thumbnail, (8, 8)),
    "turned by EXIF": (_turned, (60, 90)),
    "a GIF that is a script": (lambda: _frames(1)[:-1] + b"!\xfe\x19" + SCRIPT + b"\x00;", (1, 1)),
    "a PNG with an archive behind it": (lambda: _saved(_noise(), "PNG") + b"PK\x03\x04" + SCRIPT, (90, 60)),
    "a JPEG with a page in its comment": (lambda: _saved(_noise(), "JPEG", comment=b"<html>" + SCRIPT), (90, 60)),
    "a large PNG": (lambda: _saved(Image.new("RGBA", (5000, 5000), (1, 2, 3, 4)), "PNG"), (5000, 5000)),
    "a large JPEG": (lambda: _saved(Image.new("CMYK", (5000, 5000)), "JPEG"), (5000, 5000)),
    "a large GIF": (lambda: _saved(Image.new("P", (5000, 5000)), "GIF", transparency=0), (5000, 5000)),
    "a large WEBP": (lambda: _webp(3500), (3500, 3500)),
}


def write(folder: Path) -> None:
    """Every file under its name."""
    for name, (created, _) in {**REFUSED, **READABLE}.items():
        (folder / name).write_bytes(created())


def main(folder: Path) -> None:
    """Decode the files and create their thumbnails and labels."""
    rules, classifier = ImageRules(), _classifier()
    for file in sorted(folder.iterdir(), key=lambda one: (one.name.startswith("a large"), one.name)):
        content, began = file.read_bytes(), time.process_time()
        answer: dict[str, object]
        try:
            check_size(len(content), rules)
            picture = decode(content, rules, max(classifier.card.resize, rules.thumbnail_edge))
            answer = {
                "size": [picture.width, picture.height],
                "thumbnail": len(thumbnail(picture, rules)),
                "label": classifier.best(cropped_pixels(picture, classifier.card), 1)[0]["label"],
            }
            del picture
        except ImageRefused as refusal:
            answer = {"reason": str(refusal)}
        spent = {"seconds": time.process_time() - began, "megabytes": _most_megabytes()}
        sys.stdout.write(json.dumps({"name": file.name, **answer, **spent}) + "\n")
        sys.stdout.flush()


def _classifier() -> ImageClassifier:
    with tempfile.TemporaryDirectory() as folder:
        file = tiny_model(Path(folder))
        return ImageClassifier(read_card(tiny_card(file)), file)


def _most_megabytes() -> int:
    """Return the peak memory of this process; rusage would include that of its parent before the start."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) >> 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20


if __name__ == "__main__":
    main(Path(sys.argv[1]))
