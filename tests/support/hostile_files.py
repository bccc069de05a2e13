"""Files that an attacker might serve as a video, each made by the test that needs it."""

import io
import struct
import zipfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import OutputContainer
from av.video.stream import VideoStream
from PIL import Image

from tests.support.clip_files import clip, panning, scenery

SMALL = (64, 36)
BOXES_WITHIN = (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"stbl")
HEAD = 8


def coded(file: Path, codec: str, pixels: str = "yuv420p", kind: str = "mp4", **options: str) -> Path:
    """Four seconds in another codec, or in another container."""
    with av.open(str(file), "w", format=kind) as container:
        stream = container.add_stream(codec, rate=8, options=options)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = 320, 180, pixels
        for picture in panning(1, 320, 180, count=32):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())
    return file


def doubled(file: Path, second: str, pixels: str = "yuv420p") -> Path:
    """Append a film in another codec to a film."""
    with av.open(str(file), "w", format="mov") as container:
        tracks = [_track(container, "libx264", "yuv420p"), _track(container, second, pixels)]
        for picture in panning(1, 320, 180, count=16):
            for track in tracks:
                container.mux(track.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        for track in tracks:
            container.mux(track.encode())
    return file


def _track(container: OutputContainer, codec: str, pixels: str) -> VideoStream:
    track = container.add_stream(codec, rate=4, options={"preset": "ultrafast"} if codec == "libx264" else {})
    assert isinstance(track, VideoStream)
    track.width, track.height, track.pix_fmt = 320, 180, pixels
    return track


def sound(file: Path, kind: str = "mp4") -> Path:
    """Sound without a picture."""
    with av.open(str(file), "w", format=kind) as container:
        stream = container.add_stream("aac" if kind == "mp4" else "mp3", rate=44100, layout="mono")
        for n in range(160):
            frame = av.AudioFrame.from_ndarray(np.zeros((1, 1152), np.float32), format="fltp", layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = 44100, n * 1152, Fraction(1, 44100)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return file


def repeated(file: Path, size: tuple[int, int], *, count: int, fps: int) -> Path:
    """One picture, encoded once and shown `count` times: cheap to make, dear to decode."""
    with av.open(str(file), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=fps, options={"preset": "ultrafast", "g": "1"})
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        frame = av.VideoFrame(*size, "yuv420p")
        for plane in frame.planes:
            plane.update(bytes([128]) * plane.buffer_size)
        data = b"".join(bytes(packet) for packet in [*stream.encode(frame), *stream.encode()])
        for n in range(count):
            packet = av.Packet(data)
            packet.stream, packet.time_base, packet.is_keyframe = stream, Fraction(1, fps), True
            packet.pts = packet.dts = n
            packet.duration = 1
            container.mux(packet)
    return file


def streamed(file: Path) -> Path:
    """Encode a clip with its header in front, as media hosts serve them."""
    complete_file = clip(file.with_suffix(".whole"))
    with (
        av.open(str(complete_file)) as source,
        av.open(str(file), "w", format="mp4", options={"movflags": "faststart"}) as goes,
    ):
        stream = goes.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                goes.mux(packet)
    return file


def picture(kind: str) -> bytes:
    """Draw a photograph."""
    written = io.BytesIO()
    Image.fromarray(scenery(1, 320, 180)).save(written, kind)
    return written.getvalue()


def archive() -> bytes:
    """Build a zip bomb."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as content:
        content.writestr("clip.mp4", bytes(1 << 20))
    return written.getvalue()


def box(name: bytes, body: bytes) -> bytes:
    """Build a box of an mp4 file."""
    return struct.pack(">I4s", HEAD + len(body), name) + body


def rebuilt(data: bytes, change: Callable[[bytes, bytes], bytes]) -> bytes:
    """Replace the body of every box, inner ones first, by the result of `change`."""
    boxes = []
    for name, body in boxes_of(data):
        inner = rebuilt(body, change) if name in BOXES_WITHIN else body
        boxes.append(box(name, change(name, inner)))
    return b"".join(boxes)


def boxes_of(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and body of each box, until one is too short to be one."""
    at = 0
    while at + HEAD <= len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        if size < HEAD:
            return
        yield name, data[at + HEAD : at + size]
        at += size


def with_body(data: bytes, name: bytes, body: bytes) -> bytes:
    """Replace the body of all boxes of a name."""
    return rebuilt(data, lambda box_name, old: body if box_name == name else old)


def full(*numbers: int) -> bytes:
    """Build the body of a box: version and flags 0, then 32-bit numbers."""
    return struct.pack(f">{len(numbers) + 1}I", 0, *numbers)


def with_many_tracks(data: bytes, count: int) -> bytes:
    """Repeat the only track of a file."""
    track = next(box(name, body) for name, body in boxes_of(_body(data, b"moov")) if name == b"trak")
    return rebuilt(data, lambda name, body: body.replace(track, track * count) if name == b"moov" else body)


def nested(depth: int) -> bytes:
    """Boxes in boxes in boxes."""
    data = b""
    for _ in range(depth):
        data = box(b"moov", data)
    return box(b"ftyp", b"isom\x00\x00\x02\x00isom") + data


def small_by_its_head(data: bytes) -> bytes:
    """Build a file whose header calls its large pictures small."""

    def change(name: bytes, body: bytes) -> bytes:
        if name == b"stsd":
            at = HEAD + HEAD + 24  # version and count, the entry's own head, then what stands before the width
            return body[:at] + struct.pack(">HH", *SMALL) + body[at + 4 :]
        return body

    return rebuilt(data, change)


def pointing_to(data: bytes, other: Path) -> bytes:
    """Build a file whose pictures are in another file, as QuickTime aliases do."""
    path = str(other).encode()
    volume = b"".join([bytes([4]), b"disk", bytes(23)])
    name = bytes([len(other.name)]) + other.name.encode().ljust(63, b"\0")
    alias = b"".join([bytes(10), volume[:28], bytes(12), name, bytes(16), struct.pack(">hh", 1, 1), bytes(16)])
    alias += struct.pack(">HH", 2, len(path)) + path + bytes(len(path) % 2) + struct.pack(">HH", 0xFFFF, 0)
    reference = full(1) + box(b"alis", bytes(4) + alias)
    return rebuilt(data, {b"dref": reference, b"mdat": b""}.get)


def _body(data: bytes, wanted_name: bytes) -> bytes:
    return next(body for name, body in boxes_of(data) if name == wanted_name)
