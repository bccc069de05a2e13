"""Films that somebody broke on purpose, made by chance of a few whole ones; the same number makes the same."""

import random
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.hostile_files import (
    HEAD,
    coded,
    doubled,
    nested,
    rebuilt,
    sound,
    streamed,
    with_many_tracks,
)

CODECS = (
    *(b"hvc1", b"av01", b"vp09", b"mp4v", b"mjpa", b"jpeg", b"png ", b"apcn", b"ap4h", b"FFV1", b"M8RG", b"tscc"),
    *(b"cvid", b"SVQ3", b"rle ", b"smc ", b"gif ", b"dvc ", b"WMV3", b"VP80", b"Hap1", b"CFHD", b"xxxx", b"\0\0\0\0"),
)
EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF)
TABLES = (b"stts", b"stsz", b"stsc", b"stco", b"ctts", b"stss", b"elst", b"mvhd", b"tkhd", b"mdhd", b"stsd", b"hdlr")

Change = Callable[[bytes, random.Random], bytes]


def stock(folder: Path) -> list[bytes]:
    """Whole films: most are clips, others are of codecs, colours or tracks that are not played."""
    created = [
        streamed(folder / "clip.mp4"),
        streamed(folder / "clip2.mp4"),
        coded(folder / "h264.mp4", "libx264", preset="ultrafast"),
        coded(folder / "444.mp4", "libx264", "yuv444p", preset="ultrafast"),
        coded(folder / "mpeg4.mp4", "mpeg4"),
        doubled(folder / "magicyuv.mov", "magicyuv", "gbrp"),
        doubled(folder / "prores.mov", "prores_ks", "yuv422p10le"),
        doubled(folder / "mjpeg.mov", "mjpeg", "yuvj420p"),
        sound(folder / "sound.mp4"),
    ]
    return [file.read_bytes() for file in created]


def hostile_file(films: Sequence[bytes], chance: random.Random) -> bytes:
    """One of them, changed once or a few times."""
    film = chance.choice(films)
    for _ in range(chance.choice((1, 1, 2, 4))):
        film = chance.choice(CHANGES)(film, chance)
    return film


def _cut(film: bytes, chance: random.Random) -> bytes:
    return film[: chance.randrange(len(film) + 1)]


def _hole(film: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(film) + 1)
    return film[:at] + film[at + chance.randrange(1, 4096) :]


def _noise(film: bytes, chance: random.Random) -> bytes:
    written = bytearray(film)
    for _ in range(chance.choice((1, 8, 64, 512)) if written else 0):
        written[chance.randrange(len(written))] = chance.randrange(256)
    return bytes(written)


def _noise_in_head(film: bytes, chance: random.Random) -> bytes:
    """Change random bytes of the header, where every byte has a meaning."""
    end = max(film.find(b"mdat"), 1)
    return _noise(film[:end], chance) + film[end:]


def _number(film: bytes, chance: random.Random) -> bytes:
    """Put an extreme number somewhere into a table."""
    name = chance.choice(TABLES)

    def change(result: bytes, body: bytes) -> bytes:
        if result != name or len(body) < HEAD:
            return body
        at = chance.randrange(0, len(body) - 3)
        return body[:at] + struct.pack(">I", chance.choice(EXTREMES)) + body[at + 4 :]

    return _changed(film, change)


def _codec(film: bytes, chance: random.Random) -> bytes:
    return film.replace(b"avc1", chance.choice(CODECS), chance.choice((1, -1)))


def _lost(film: bytes, chance: random.Random) -> bytes:
    name = chance.choice((*TABLES, b"avcC", b"mdat", b"trak"))
    return _changed(film, lambda result, body: b"" if result == name else body)


def _renamed(film: bytes, chance: random.Random) -> bytes:
    return film.replace(chance.choice(TABLES), chance.choice((*TABLES, b"free", b"moov")), 1)


def _tracks(film: bytes, chance: random.Random) -> bytes:
    try:
        return with_many_tracks(film, chance.choice((2, 3, 17, 40)))
    except StopIteration:  # it has none any more
        return film


def _spliced(film: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(film) + 1)
    return film[:at] + nested(chance.choice((3, 300))) + film[at:]


def _changed(film: bytes, change: Callable[[bytes, bytes], bytes]) -> bytes:
    """Damage a box header, so that everything behind it is lost."""
    return rebuilt(film, change)


CHANGES: tuple[Change, ...] = (
    *(
        _cut,
        _hole,
        _noise,
        _noise_in_head,
        _noise_in_head,
        _number,
        _number,
        _codec,
        _lost,
        _renamed,
        _tracks,
        _spliced,
    ),
)
