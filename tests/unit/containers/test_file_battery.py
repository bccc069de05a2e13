"""Many broken films: each is called something or is a clip, none costs much, and no unlisted decoder sees one."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fetcher.decoder_client import OUTCOMES, Decoder
from fetcher.sandbox import environment
from footy.core.errors import ClipError
from footy.goals.settings import Rules
from tests.support import decoder_log
from tests.support.damaged_files import hostile_file, stock
from tests.support.examples import examples
from tests.support.hostile_files import coded, doubled

FILES = 40  # 1,600 when there is time
AT_ONCE = 20
SEED = 10
PEAK_MEGABYTES, CPU_SECONDS = 600.0, 10.0
LISTED = {"h264"}


@pytest.fixture(scope="module")
def battery(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return damaged files, more of them in the soak."""
    folder, chance = tmp_path_factory.mktemp("battery"), random.Random(SEED)
    films = stock(folder)
    files = [folder / f"{n}.mp4" for n in range(examples(FILES))]
    for file in files:
        file.write_bytes(hostile_file(films, chance))
    return files


@pytest.mark.soak
def test_each_file_ends_under_a_name_and_within_bounds(
    battery: list[Path], record_property: Callable[[str, object], None]
) -> None:
    outcomes, peak, cpu = Counter[str](), 0.0, 0.0
    with Decoder(Rules()) as decoder:
        for file in battery:
            outcomes[_outcome(decoder, file)] += 1
            end = decoder.run_job(file)
            peak, cpu = max(peak, end["peak_megabytes"]), max(cpu, end["cpu_seconds"])
    bounds = {"files": len(battery), "outcomes": dict(outcomes), "peak_megabytes": peak, "cpu_seconds": cpu}
    record_property("bounds", bounds)
    assert outcomes.keys() <= {"clip", *OUTCOMES}
    assert "unchecked" not in outcomes
    assert peak < PEAK_MEGABYTES
    assert cpu < CPU_SECONDS


def _outcome(decoder: Decoder, file: Path) -> str:
    try:
        decoder.decode(file)
    except ClipError as refused:
        return refused.reason
    return "clip"


@pytest.mark.soak
def test_no_unlisted_decoder_is_set_to_work(battery: list[Path]) -> None:
    assert {name for names in _seen(battery).values() for name in names} <= LISTED


def test_nor_for_a_second_film_or_another_codec(tmp_path: Path) -> None:
    files = [
        doubled(tmp_path / "magicyuv.mov", "magicyuv", "gbrp"),
        doubled(tmp_path / "prores.mov", "prores_ks", "yuv422p10le"),
        doubled(tmp_path / "mjpeg.mov", "mjpeg", "yuvj420p"),
        coded(tmp_path / "mpeg4.mp4", "mpeg4"),
    ]
    assert {name for names in _seen(files).values() for name in names} <= LISTED


def test_the_clips_themselves_are_decoded(tmp_path: Path) -> None:
    file = coded(tmp_path / "clip.mp4", "libx264", preset="ultrafast")
    assert _seen([file]) == {str(file): ["h264"]}


def _seen(files: list[Path]) -> dict[str, list[str]]:
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
