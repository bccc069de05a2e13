"""Many broken films: each is called something or is a clip, none costs much, and no unlisted decoder sees one."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from footy.core.sandbox.process import environment
from tests.support import decoder_log
from tests.support.hostile_files import coded, doubled

AT_ONCE = 20
LISTED = {"h264"}


def test_nor_for_a_second_film_or_another_codec(tmp_path: Path) -> None:
    files = [
        doubled(tmp_path / "magicyuv.mov", "magicyuv", "gbrp"),
        doubled(tmp_path / "prores.mov", "prores_ks", "yuv422p10le"),
        doubled(tmp_path / "mjpeg.mov", "mjpeg", "yuvj420p"),
        coded(tmp_path / "mpeg4.mp4", "mpeg4"),
    ]
    assert {name for names in _decoders_used(files).values() for name in names} <= LISTED


def test_the_clips_themselves_are_decoded(tmp_path: Path) -> None:
    file = coded(tmp_path / "clip.mp4", "libx264", preset="ultrafast")
    assert _decoders_used([file]) == {str(file): ["h264"]}


def _decoders_used(files: list[Path]) -> dict[str, list[str]]:
    """The decoders that were at work on each file."""
    observed = dict(_witnessed(files))
    assert observed.keys() == set(map(str, files))
    return observed


def _witnessed(files: list[Path]) -> Iterator[tuple[str, list[str]]]:
    for start in range(0, len(files), AT_ONCE):
        some = list(map(str, files[start : start + AT_ONCE]))
        result = subprocess.run(
            [sys.executable, decoder_log.__file__, *some], env=environment(), capture_output=True, check=True
        )
        yield from (json.loads(line) for line in result.stdout.splitlines())
