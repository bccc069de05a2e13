"""A folder of hostile files: each ends under a name, in little time and memory, and the next clip is looked at."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import pytest

from fetcher.decoder_client import Decoder
from footy.core.errors import ClipError
from footy.goals.settings import Rules
from tests.support import hostile_files as hostile
from tests.support.clip_files import clip
from tests.support.hostile_files import (
    SMALL,
    box,
    coded,
    doubled,
    full,
    pointing_to,
    repeated,
    sound,
    streamed,
    with_body,
)

PEAK_MEGABYTES = 400.0
CPU_SECONDS = 5.0
PLAYLIST = b"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:4,\n%s\n#EXT-X-ENDLIST\n"
CONCAT = b"ffconcat version 1.0\nfile '%s'\n"
LONG_AGO, FOR_EVER = 0x7FFFFFF0, 0x7FFFFFFF


@pytest.fixture(scope="module")
def decoder() -> Iterator[Decoder]:
    with Decoder(Rules()) as decoder:
        yield decoder


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clip with its head in front; hostile ones are made of it."""
    return streamed(tmp_path_factory.mktemp("good") / "good.mp4")


def reason(decoder: Decoder, file: Path) -> str:
    """Return the reason for a file, and check the limits of its worker."""
    with pytest.raises(ClipError) as refused:
        decoder.decode(file)
    end = decoder.run_job(file)
    assert end["peak_megabytes"] < PEAK_MEGABYTES
    assert end["cpu_seconds"] < CPU_SECONDS
    return refused.value.reason


def written(folder: Path, content: bytes) -> Path:
    file = folder / "clip.mp4"
    file.write_bytes(content)
    return file


class TestWhatIsNoMp4:
    @pytest.mark.parametrize(
        "content",
        [
            pytest.param(b"", id="nothing"),
            pytest.param(b"<!doctype html><title>Sign in</title>", id="html"),
            pytest.param(hostile.picture("JPEG"), id="jpeg"),
            pytest.param(hostile.picture("PNG"), id="png"),
            pytest.param(hostile.archive(), id="zip"),
            pytest.param(bytes(1 << 20), id="zeros"),
            pytest.param(bytes(range(256)) * 4096, id="noise"),
            pytest.param(hostile.nested(5000), id="boxes in boxes"),
            pytest.param(box(b"ftyp", b"isom") + struct.pack(">I4sQ", 1, b"moov", 1 << 62), id="an endless head"),
        ],
    )
    def test_it_is_not_a_video(self, decoder: Decoder, tmp_path: Path, content: bytes) -> None:
        assert reason(decoder, written(tmp_path, content)) == "not_video"

    @pytest.mark.parametrize("kind", ["matroska", "avi", "mpegts", "flv"])
    def test_another_container_under_its_name_is_not_one_either(
        self, decoder: Decoder, tmp_path: Path, kind: str
    ) -> None:
        file = coded(tmp_path / "clip.mp4", "libx264", kind=kind, preset="ultrafast")
        assert reason(decoder, file) == "not_video"

    @pytest.mark.parametrize("kind", ["mp4", "mp3"])
    def test_nor_is_sound(self, decoder: Decoder, tmp_path: Path, kind: str) -> None:
        assert reason(decoder, sound(tmp_path / "clip.mp4", kind)) == "not_video"


class TestCodecs:
    def test_a_quicktime_file_with_h264_may_stay(self, decoder: Decoder, tmp_path: Path) -> None:
        assert decoder.decode(coded(tmp_path / "a.mp4", "libx264", kind="mov", preset="ultrafast")).shape.width == 320

    @pytest.mark.parametrize(
        ("codec", "options"),
        [
            ("libx265", {"preset": "ultrafast", "x265-params": "log-level=none"}),
            ("libvpx-vp9", {"deadline": "realtime"}),
            ("mpeg4", {}),
        ],
    )
    def test_what_not_every_browser_plays_is_refused_unopened(
        self, decoder: Decoder, tmp_path: Path, codec: str, options: dict[str, str]
    ) -> None:
        assert reason(decoder, coded(tmp_path / "a.mp4", codec, **options)) == "unsupported_codec"

    @pytest.mark.parametrize("second", [("libx264", "yuv420p"), ("magicyuv", "gbrp"), ("prores_ks", "yuv422p10le")])
    def test_a_second_film_is_not_looked_at(self, decoder: Decoder, tmp_path: Path, second: tuple[str, str]) -> None:
        assert reason(decoder, doubled(tmp_path / "a.mov", *second)) == "unsupported_codec"

    @pytest.mark.parametrize("pixels", ["yuv420p10le", "yuv422p", "yuv444p", "gray", "gray10le"])
    def test_colours_that_no_browser_shows_are_refused(self, decoder: Decoder, tmp_path: Path, pixels: str) -> None:
        assert reason(decoder, coded(tmp_path / "a.mp4", "libx264", pixels)) == "unsupported_codec"

    @pytest.mark.parametrize("preset", ["ultrafast", "medium"])
    @pytest.mark.parametrize("pixels", ["yuv420p", "yuvj420p"])
    def test_the_usual_colours_are_not(self, decoder: Decoder, tmp_path: Path, pixels: str, preset: str) -> None:
        assert decoder.decode(coded(tmp_path / "a.mp4", "libx264", pixels, preset=preset)).shape.width == 320

    @pytest.mark.parametrize("pixel", [Fraction(100), Fraction(1, 50), Fraction(21, 10)])
    def test_pixels_that_are_no_squares_by_far(self, decoder: Decoder, tmp_path: Path, pixel: Fraction) -> None:
        assert reason(decoder, clip(tmp_path / "a.mp4", pixel=pixel)) == "unsupported_codec"

    def test_unless_the_deployment_allows_it(self, tmp_path: Path) -> None:
        file = coded(tmp_path / "a.mp4", "mpeg4")
        with Decoder(Rules(clip_codecs=("h264", "mpeg4"))) as decoder:
            assert decoder.decode(file).shape.duration == 4.0


class TestTooMuch:
    def test_8k_is_refused_by_its_head(self, decoder: Decoder, tmp_path: Path) -> None:
        assert reason(decoder, repeated(tmp_path / "a.mp4", (7680, 4320), count=4, fps=1)) == "picture_too_large"

    def test_8k_that_calls_itself_small_too(self, decoder: Decoder, tmp_path: Path) -> None:
        honest = repeated(tmp_path / "a.mp4", (7680, 4320), count=4, fps=1).read_bytes()
        assert reason(decoder, written(tmp_path, hostile.small_by_its_head(honest))) == "picture_too_large"

    def test_a_thousand_pictures_a_second(self, decoder: Decoder, tmp_path: Path) -> None:
        assert reason(decoder, repeated(tmp_path / "a.mp4", SMALL, count=4000, fps=1000)) == "too_many_frames"

    def test_sixty_pictures_a_second_are_not_too_many(self, decoder: Decoder, tmp_path: Path) -> None:
        assert decoder.decode(repeated(tmp_path / "a.mp4", SMALL, count=240, fps=60)).shape.duration == 4.0

    def test_what_takes_too_much_work_is_given_up(self, tmp_path: Path) -> None:
        file = repeated(tmp_path / "a.mp4", (3840, 2160), count=3000, fps=60)
        with Decoder(Rules(decode_cpu_seconds=1)) as decoder:
            assert reason(decoder, file) == "too_costly"

    def test_what_takes_too_much_memory_too(self, tmp_path: Path) -> None:
        file = repeated(tmp_path / "a.mp4", (3840, 2160), count=8, fps=2)
        with Decoder(Rules(decode_megabytes=1)) as decoder:
            assert reason(decoder, file) in {"too_costly", "decoder_died"}

    def test_three_thousand_tracks(self, decoder: Decoder, tmp_path: Path, good: Path) -> None:
        many = hostile.with_many_tracks(good.read_bytes(), 3000)
        assert reason(decoder, written(tmp_path, many)) == "too_costly"


class TestWhatIsNotWhole:
    def test_a_file_cut_short_is_damaged(self, decoder: Decoder, tmp_path: Path, good: Path) -> None:
        complete_pictures = good.read_bytes()
        assert reason(decoder, written(tmp_path, complete_pictures[: len(complete_pictures) // 2])) == "damaged"

    def test_one_whose_head_is_missing_is_not_a_video(self, decoder: Decoder, tmp_path: Path) -> None:
        complete_pictures = clip(tmp_path / "a.mp4").read_bytes()
        assert reason(decoder, written(tmp_path, complete_pictures[: len(complete_pictures) // 2])) == "not_video"

    @pytest.mark.parametrize(
        ("changed", "expected"),
        [
            pytest.param((b"mdat", b""), "not_video", id="no pictures"),
            pytest.param((b"mdat", bytes(1 << 16)), "not_video", id="zeros for pictures"),
            pytest.param((b"stsz", full(1, 0x0FFFFFFF)), "not_video", id="more pictures than bytes"),
            pytest.param((b"stts", full(1, FOR_EVER, 1)), "too_many_frames", id="two billion pictures"),
            pytest.param((b"stts", full(1, 32, FOR_EVER)), "damaged", id="a picture a day"),
            pytest.param((b"stts", full(1, 32, 0xFFFFFFF0)), "too_short", id="backwards"),
            pytest.param((b"stts", full(0)), "not_video", id="no times"),
        ],
    )
    def test_a_head_that_lies(
        self, decoder: Decoder, tmp_path: Path, good: Path, changed: tuple[bytes, bytes], expected: str
    ) -> None:
        assert reason(decoder, written(tmp_path, with_body(good.read_bytes(), *changed))) == expected


class TestReferences:
    @pytest.mark.parametrize("text", [PLAYLIST, CONCAT])
    def test_a_list_of_files_is_not_followed(self, decoder: Decoder, tmp_path: Path, good: Path, text: bytes) -> None:
        assert reason(decoder, written(tmp_path, text % str(good).encode())) == "not_video"

    def test_pictures_in_another_file_are_not_fetched(self, decoder: Decoder, tmp_path: Path, good: Path) -> None:
        beside = tmp_path / "beside.mp4"
        beside.write_bytes(good.read_bytes())
        referring = written(tmp_path, pointing_to(good.read_bytes(), beside))
        with av.open(str(referring), format="mp4", options={"enable_drefs": "1", "use_absolute_path": "1"}) as naive:
            assert sum(1 for _ in naive.decode(video=0)) == 32  # it would work
        assert reason(decoder, referring) == "not_video"
