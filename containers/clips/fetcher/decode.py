"""One file, opened twice: first for its shape, then straight through once for its hash and its frames."""

import io
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream
from PIL import Image

from fetcher.admission import opened, playable, stretch, whole
from fetcher.hashing import Gray, bits, grid, shrunk
from fetcher.heartbeat import Sign, unwatched
from fetcher.jobs import Footage
from fetcher.views import small, views
from footy.core.errors import ClipError
from footy.goals.clips.copies.hashes import format_hash, format_views, sample_times
from footy.goals.clips.filters import Shape
from footy.goals.model.clips import FRAMES
from footy.goals.settings import Rules

EARLY = 1e-6  # two times this close are the same
JPEG_QUALITY = 90
FASTEST = 2**31 - 1  # bits a second; whoever claims more is not believed


def probe(file: Path, rules: Rules) -> Shape:
    """The length and size of an mp4 file; anything else is not a video."""
    with opened(file, rules) as (container, stream):
        first = next(playable(container.decode(stream), rules), None)
        duration = _duration(container, stream)
        if first is None or duration <= 0:
            raise ClipError("not_video", "no picture or no length")
        size = (round(first.width * stretch(stream)), first.height)
        width, height = size[::-1] if first.rotation % 180 else size
        return Shape(duration, width, height)


def look_through(file: Path, shape: Shape, rules: Rules, sign: Sign = unwatched) -> Footage:
    """Decodes once; every time of the sampling grid and of the three frames takes the picture shown at it."""
    hash_times = sample_times(shape.duration)
    frame_times = {shape.second(percent): percent for percent in FRAMES}
    hashes: dict[float, int] = {}
    kept: list[Gray] = []
    frames: dict[int, bytes] = {}
    with opened(file, rules) as (container, stream):
        if rules.reference_frames_only:
            stream.codec_context.skip_frame = "NONREF"
        pictures = whole(playable(container.decode(stream), rules), shape.duration)
        for at, frame in _shown_at(pictures, sorted({*hash_times, *frame_times})):
            sign()
            if at in frame_times:
                frames[frame_times[at]] = _jpeg(frame, rules.frame_height, stretch(stream))
            if at not in frame_times or at in hash_times:
                gray = shrunk(_gray(frame))
                hashes[at] = bits(grid(gray))
                kept.append(small(gray))
        bitrate = min(stream.bit_rate or round(file.stat().st_size * 8 / shape.duration), FASTEST)
    if not kept:
        raise ClipError("not_video", "no picture has a time")
    return Footage(shape, bitrate, format_hash(hashes.items()), format_views(views(kept)), frames)


def _duration(container: InputContainer, stream: VideoStream) -> float:
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    return (container.duration or 0) / av.time_base


def _shown_at(pictures: Iterator[VideoFrame], times: list[float]) -> Iterator[tuple[float, VideoFrame]]:
    """Each time with the picture on screen then, by presentation time counted from the first picture."""
    waiting = iter(times)
    at = next(waiting, None)
    start: float | None = None
    shown: VideoFrame | None = None
    for picture in pictures:
        if picture.pts is None:
            continue
        start = picture.time if start is None else start
        while shown is not None and at is not None and at + EARLY < picture.time - start:
            yield at, shown
            at = next(waiting, None)
        if at is None:
            return
        shown = picture
    while shown is not None and at is not None:
        yield at, shown
        at = next(waiting, None)


def _gray(frame: VideoFrame) -> Image.Image:
    """The brightness of a frame as it is shown: a view of the decoder's memory."""
    plane = frame.planes[0]
    size = (frame.width, frame.height)
    shown = Image.frombuffer("L", size, np.frombuffer(memoryview(plane), np.uint8), "raw", "L", plane.line_size, 1)
    return shown.rotate(frame.rotation, expand=True) if frame.rotation else shown


def _jpeg(frame: VideoFrame, height: int, wider: float) -> bytes:
    height = min(height, frame.height) // 2 * 2
    width = round(frame.width * wider * height / frame.height) // 2 * 2
    # one thread: no other may start here, and clips are worked on side by side already
    pixels = frame.reformat(width=width, height=height, format="rgb24", threads=1).to_ndarray()
    picture = Image.fromarray(np.rot90(pixels, frame.rotation // 90))
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=JPEG_QUALITY)
    return written.getvalue()
