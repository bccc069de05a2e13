"""Pictures of strangers: a clear reason or a right picture, in bounded memory; thumbnails that tell nothing else."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from footy.adapters.models import read_card
from footy.adapters.pictures import opened, square_of, thumbnail
from footy.settings import Rules
from tests.unit.images import battery
from tests.unit.images.tiny import LABELS, tiny_card, tiny_model

ROOT = Path(__file__).resolve().parents[3]
RULES = Rules()
MEGABYTES = 512
# of the processor, not of the clock
SECONDS = 5

pytestmark = pytest.mark.xdist_group("pictures")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What came of each, in a process of its own."""
    folder = tmp_path_factory.mktemp("battery")
    battery.write(folder)
    path = os.pathsep.join([str(ROOT), str(ROOT / "layers" / "footy" / "python")])
    command = [sys.executable, "-m", "tests.unit.images.battery", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["name"]: line for line in lines}


@pytest.mark.parametrize("name", battery.REFUSED)
def test_what_cannot_be_shown_has_a_clear_reason(told: dict[str, dict[str, Any]], name: str) -> None:
    assert battery.REFUSED[name][1] in told[name]["reason"]


@pytest.mark.parametrize("name", battery.SHOWN)
def test_what_can_be_shown_is_upright_and_has_a_thumbnail(told: dict[str, dict[str, Any]], name: str) -> None:
    assert told[name].get("size") == list(battery.SHOWN[name][1]), told[name]
    assert told[name]["thumbnail"] > 0
    assert told[name]["label"] in LABELS


def test_all_of_them_fit_into_little_memory(told: dict[str, dict[str, Any]]) -> None:
    assert max(line["megabytes"] for line in told.values()) <= MEGABYTES


@pytest.mark.parametrize("name", [*battery.REFUSED, *battery.SHOWN])
def test_none_of_them_takes_a_processor_long(told: dict[str, dict[str, Any]], name: str) -> None:
    assert told[name]["seconds"] <= SECONDS


def test_deep_grey_is_scaled_and_not_cut_off() -> None:
    picture = opened(battery._deep(), RULES)
    assert picture.image.getpixel((0, 0)) == (128, 128, 128)


def test_what_is_transparent_lies_on_white() -> None:
    written = io.BytesIO()
    Image.new("RGBA", (4, 4), (255, 0, 0, 0)).save(written, "PNG")
    assert opened(written.getvalue(), RULES).image.getpixel((0, 0)) == (255, 255, 255)


def test_a_thumbnail_tells_nothing_of_the_camera_and_stands_upright() -> None:
    small = Image.open(io.BytesIO(thumbnail(opened(battery._turned(), RULES), RULES)))
    assert (small.size, small.format, dict(small.getexif())) == ((60, 90), "JPEG", {})
    assert set(small.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


@pytest.mark.parametrize(
    ("size", "small"), [((1000, 500), (256, 128)), ((500, 1000), (128, 256)), ((9, 9), (9, 9)), ((3000, 1), (256, 1))]
)
def test_a_thumbnail_keeps_the_shape_within_its_edge(size: tuple[int, int], small: tuple[int, int]) -> None:
    written = io.BytesIO()
    Image.new("RGB", size).save(written, "PNG")
    assert Image.open(io.BytesIO(thumbnail(opened(written.getvalue(), RULES), RULES))).size == small


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (224, 224), (1, 1), (5000, 3), (301, 299)])
def test_the_square_for_the_network_is_always_of_its_size(tmp_path: Path, size: tuple[int, int]) -> None:
    card = read_card(tiny_card(tiny_model(tmp_path)))
    written = io.BytesIO()
    Image.new("RGB", size, "blue").save(written, "PNG")
    square = square_of(opened(written.getvalue(), RULES), card)
    assert square.shape == (224, 224, 3)
    assert np.array_equal(square[112, 112], (0, 0, 255))
