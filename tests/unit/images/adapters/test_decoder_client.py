"""Uploaded files in the sandbox: hostile ones cost little, and answers are checked like foreign data (I13)."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from footy.api.settings import ApiRules
from footy.core.errors import DecoderStopped, ImageRefused
from footy.images.adapters import decoder_client
from footy.images.adapters.decoder import load
from footy.images.adapters.decoder_client import ImageDecoder
from footy.images.rules.model_card import Crop
from footy.images.settings import ImageRules
from tests.support import image_files

CROP = Crop(resize=256, side=224, filter="bilinear")
# so small that each hostile file would exceed them if it were decoded
LITTLE = ImageRules(image_decode_cpu_seconds=1, image_decode_megabytes=256)
JPEG = b"\xff\xd8\xff"
HEADER = {"width": 4, "height": 4, "format": "PNG", "thumbnail_bytes": 3}
PIXELS = bytes(3 * 224 * 224)
Answer = Callable[[str], None]


@pytest.fixture
def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Replace the process in the sandbox by a script."""

    def replaced(script: str) -> None:
        tmp_path.joinpath("taken_over.py").write_text("import os, signal, sys, time\n" + script)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(decoder_client, "MODULE", "taken_over")

    return replaced


@pytest.mark.parametrize("name", image_files.READABLE)
def test_the_sandbox_changes_no_picture(name: str) -> None:
    content = image_files.READABLE[name][0]()
    assert ImageDecoder(ApiRules()).load(content, CROP) == load(content, CROP, ImageRules())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda: image_files.jpeg_of_scans(20_000), "too many progressive scans"),
        (image_files.tall_png, "an edge of 25,000,000 pixels is too long"),
    ],
)
def test_hostile_files_are_refused_before_they_cost_anything(content: Callable[[], bytes], reason: str) -> None:
    with pytest.raises(ImageRefused, match=reason):
        ImageDecoder(LITTLE).load(content(), CROP)


def test_a_decoder_out_of_memory_refuses_the_file() -> None:
    with pytest.raises(ImageRefused, match="needs more memory"):
        ImageDecoder(LITTLE).load(image_files.READABLE["a large PNG"][0](), CROP)


def test_a_decoder_out_of_time_is_killed(answer: Answer) -> None:
    answer("time.sleep(60)")
    with pytest.raises(DecoderStopped, match="not decoded within 1 s"):
        ImageDecoder(replace(LITTLE, image_decode_seconds=1)).load(b"", CROP)


def test_a_decoder_that_is_killed_is_reported(answer: Answer) -> None:
    answer("os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(DecoderStopped, match="ended with -9"):
        ImageDecoder(LITTLE).load(b"", CROP)


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"[]",
        b"{" * 100_000,
        b'{"refused": 1}',
        json.dumps({"refused": "x" * 301}).encode(),
        json.dumps({**HEADER, "width": 0}).encode() + b"\n" + JPEG + PIXELS,
        json.dumps({**HEADER, "format": "SVG"}).encode() + b"\n" + JPEG + PIXELS,
        json.dumps(HEADER).encode() + b"\n" + b"<ht" + PIXELS,
        json.dumps(HEADER).encode() + b"\n" + JPEG + PIXELS[1:],
    ],
    ids=["nothing", "list", "deep", "number", "long", "no width", "SVG", "HTML", "too few pixels"],
)
def test_an_invalid_answer_is_not_believed(answer: Answer, tmp_path: Path, written: bytes) -> None:
    (tmp_path / "written").write_bytes(written)
    answer(f"sys.stdout.buffer.write(open({str(tmp_path / 'written')!r}, 'rb').read())")
    with pytest.raises(DecoderStopped, match="invalid"):
        ImageDecoder(LITTLE).load(b"", CROP)


def test_the_decoder_has_no_credentials(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "private")
    monkeypatch.setenv("FOOTY_MONGODB_SECRET", "arn")
    answer("sys.exit(9 if any(name.startswith(('AWS', 'FOOTY')) for name in os.environ) else 8)")
    with pytest.raises(DecoderStopped, match="ended with 8"):
        ImageDecoder(LITTLE).load(b"", CROP)
