"""Pictures of strangers: a clear reason or a right picture, in bounded memory; thumbnails that tell nothing else."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from PIL import Image

from footy.core.errors import ImageRefused
from footy.images.adapters.classifier import ImageClassifier
from footy.images.adapters.decoder import cropped_pixels, decode, thumbnail
from footy.images.adapters.models import read_card
from footy.images.rules.model_card import planes_of
from footy.images.settings import ImageRules
from operations.model import card_with_labels
from tests.support import image_files
from tests.support.tiny_model import LABELS, tiny_card, tiny_model

ROOT = Path(__file__).resolve().parents[4]
RULES = ImageRules()
# of the processor, not of the clock


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Decode all files in a separate process."""
    folder = tmp_path_factory.mktemp("battery")
    image_files.write(folder)
    path = os.pathsep.join([str(ROOT), str(ROOT / "layers" / "footy" / "python")])
    command = [sys.executable, "-m", "tests.support.image_files", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["name"]: line for line in lines}


@pytest.mark.parametrize("name", image_files.REFUSED)
def test_what_cannot_be_shown_has_a_clear_reason(reports: dict[str, dict[str, Any]], name: str) -> None:
    assert image_files.REFUSED[name][1] in reports[name]["reason"]


@pytest.mark.parametrize("name", image_files.READABLE)
def test_what_can_be_shown_is_upright_and_has_a_thumbnail(reports: dict[str, dict[str, Any]], name: str) -> None:
    assert reports[name].get("size") == list(image_files.READABLE[name][1]), reports[name]
    assert reports[name]["thumbnail"] > 0
    assert reports[name]["label"] in LABELS


def photograph(size: tuple[int, int], seed: int = 1) -> Image.Image:
    """Rough and smooth parts, as a camera sees them."""
    chance = np.random.default_rng(seed)
    rough = Image.fromarray(chance.integers(0, 256, (24, 32, 3), np.uint8)).resize(size, Image.Resampling.BICUBIC)
    grain = chance.integers(-12, 13, (size[1], size[0], 3))
    return Image.fromarray((np.asarray(rough, np.int64) + grain).clip(0, 255).astype(np.uint8))


def saved(image: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, **how)
    return written.getvalue()


def as_documented(image: Image.Image) -> Image.Image:
    """The shorter edge brought to 256, and 224 by 224 cut from the middle."""
    shorter = min(image.size)
    width, height = (256 * edge // shorter for edge in image.size)
    left_edge, top = round((width - 224) / 2), round((height - 224) / 2)
    return image.resize((width, height), Image.Resampling.BILINEAR).crop((left_edge, top, left_edge + 224, top + 224))


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (256, 256), (1024, 300), (301, 299), (230, 400)])
def test_resnet_50_sees_what_its_publisher_documents(tmp_path: Path, size: tuple[int, int]) -> None:
    card = read_card(card_with_labels(ROOT / "models" / "resnet-50.json"))
    image = photograph(size)
    ours, theirs = cropped_pixels(decode(saved(image), RULES), card), np.asarray(as_documented(image), np.int64)
    assert np.abs(ours - theirs).max() <= 1
    planes = ((theirs / 255 - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]).transpose(2, 0, 1)
    assert np.abs(planes_of(ours, card)[0] - planes).max() <= 1.01 / 255 / 0.224
    file = tiny_model(tmp_path)
    tiny = ImageClassifier(read_card(tiny_card(file, output="probabilities")), file)
    scores = {
        guess["label"]: guess["score"] for guess in tiny.best(cropped_pixels(decode(saved(image), RULES), tiny.card), 3)
    }
    means = dict(zip(LABELS, 10 * planes.mean(axis=(1, 2)), strict=True))
    assert scores == pytest.approx(means, abs=0.05)


@pytest.mark.parametrize(("size", "decoded"), [((2048, 1536), (1024, 768)), ((640, 480), (640, 480))])
def test_large_jpeg_is_decoded_at_reduced_size(size: tuple[int, int], decoded: tuple[int, int]) -> None:
    card = read_card(card_with_labels(ROOT / "models" / "resnet-50.json"))
    content = saved(photograph(size), "JPEG", quality=90)
    full_size, small = decode(content, RULES), decode(content, RULES, card.resize)
    assert (full_size.image.size, small.image.size) == (size, decoded)
    apart = np.abs(cropped_pixels(full_size, card).astype(int) - cropped_pixels(small, card))
    assert apart.mean() <= 1


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("size", [(2048, 1536), (1537, 2049), (1501, 1500)])
def test_however_small_it_is_decoded_its_size_is_its_own(size: tuple[int, int], orientation: int) -> None:
    exif = Image.Exif()
    exif[image_files.ORIENTATION] = orientation
    content = saved(Image.new("RGB", size, "blue"), "JPEG", exif=exif)
    full_size, small = decode(content, RULES), decode(content, RULES, 256)
    assert small.image.width < full_size.image.width
    assert (small.width, small.height) == (full_size.width, full_size.height) == full_size.image.size
    small_thumbnail, whole_thumbnail = (Image.open(io.BytesIO(thumbnail(one, RULES))) for one in (small, full_size))
    assert small_thumbnail.size == whole_thumbnail.size


def test_reduced_decoding_keeps_the_pixel_limit() -> None:
    with pytest.raises(ImageRefused, match="too many for JPEG"):
        decode(saved(Image.new("L", (5001, 5001)), "JPEG"), RULES, 256)


def test_cmyk_is_shown_in_its_colours() -> None:
    picture = decode(saved(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG"), RULES)
    red, green, blue = cast("tuple[int, int, int]", picture.image.getpixel((8, 8)))
    assert red >= 250
    assert max(green, blue) <= 5


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [(1, (0, 0)), (2, (1, 0)), (3, (1, 1)), (4, (0, 1)), (5, (0, 0)), (6, (1, 0)), (7, (1, 1)), (8, (0, 1))],
)
def test_a_turned_picture_stands_as_its_camera_saw_it(orientation: int, corner: tuple[int, int]) -> None:
    """One corner is white; where it ends says how the picture was turned."""
    image = Image.new("RGB", (64, 32), "black")
    image.paste("white", (0, 0, 32, 16))
    exif = Image.Exif()
    exif[image_files.ORIENTATION] = orientation
    upright = decode(saved(image, exif=exif), RULES).image
    assert upright.size == ((32, 64) if orientation > 4 else (64, 32))
    lit = {
        (x, y)
        for x in (0, 1)
        for y in (0, 1)
        if upright.getpixel((upright.width * (2 * x + 1) // 4, upright.height * (2 * y + 1) // 4)) == (255, 255, 255)
    }
    assert lit == {corner}


def test_deep_grey_is_scaled_and_not_cut_off() -> None:
    picture = decode(image_files._deep(), RULES)
    assert picture.image.getpixel((0, 0)) == (128, 128, 128)


def test_thumbnail_is_upright_without_metadata() -> None:
    small = Image.open(io.BytesIO(thumbnail(decode(image_files._turned(), RULES), RULES)))
    assert (small.size, small.format, dict(small.getexif())) == ((60, 90), "JPEG", {})
    assert set(small.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


@pytest.mark.parametrize(
    ("size", "small"), [((1000, 500), (256, 128)), ((500, 1000), (128, 256)), ((9, 9), (9, 9)), ((500, 10), (256, 5))]
)
def test_a_thumbnail_keeps_the_shape_within_its_edge(size: tuple[int, int], small: tuple[int, int]) -> None:
    written = io.BytesIO()
    Image.new("RGB", size).save(written, "PNG")
    assert Image.open(io.BytesIO(thumbnail(decode(written.getvalue(), RULES), RULES))).size == small


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (224, 224), (1, 1), (5000, 100), (301, 299)])
def test_model_input_has_the_networks_size(tmp_path: Path, size: tuple[int, int]) -> None:
    card = read_card(tiny_card(tiny_model(tmp_path)))
    written = io.BytesIO()
    Image.new("RGB", size, "blue").save(written, "PNG")
    square = cropped_pixels(decode(written.getvalue(), RULES), card)
    assert square.shape == (224, 224, 3)
    assert np.array_equal(square[112, 112], (0, 0, 255))
