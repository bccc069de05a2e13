"""Decoding of one file in two passes: its shape, then its hash and frames."""

import io
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream
from PIL import Image

from fetcher.admission import checked_pictures, complete_pictures, open_clip, pixel_aspect
from fetcher.hashing import Gray, bits, grid, shrunk
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import DecodedClip
from fetcher.views import small, views
from footy.core.errors import ClipError
from footy.goals.clips.copies.hashes import format_hash, format_views, sample_times
from footy.goals.clips.filters import Shape
from footy.goals.model.clips import FRAMES
from footy.goals.settings import Rules

EARLY = 1e-6  # tolerance for equal times
JPEG_QUALITY = 90
MOST_BITRATE = 2**31 - 1  # bits a second; a higher claim is cut


def probe(file: Path, rules: Rules) -> Shape:
    """Return length and size of an mp4 file; anything else is not a video."""
    with open_clip(file, rules) as (container, stream):
        first = next(checked_pictures(container.decode(stream), rules), None)
        duration = _duration(container, stream)
        if first is None or duration <= 0:
            raise ClipError("not_video", "no picture or no length")
        size = (round(first.width * pixel_aspect(stream)), first.height)
        width, height = size[::-1] if first.rotation % 180 else size
        return Shape(duration, width, height)


def decode(file: Path, shape: Shape, rules: Rules, heartbeat: Heartbeat = no_heartbeat) -> DecodedClip:
    """Decode once; each time of the sampling grid (H2) and of the three frames (D6) takes the picture shown then."""
    hash_times = sample_times(shape.duration)
    frame_times = {shape.second(percent): percent for percent in FRAMES}
    hashes: dict[float, int] = {}
    thumbnails: list[Gray] = []
    frames: dict[int, bytes] = {}
    with open_clip(file, rules) as (container, stream):
        if rules.reference_frames_only:
            stream.codec_context.skip_frame = "NONREF"
        pictures = complete_pictures(checked_pictures(container.decode(stream), rules), shape.duration)
        for at, frame in _shown_at(pictures, sorted({*hash_times, *frame_times})):
            heartbeat()
            if at in frame_times:
                frames[frame_times[at]] = _jpeg(frame, rules.frame_height, pixel_aspect(stream))
            if at not in frame_times or at in hash_times:
                gray = shrunk(_gray(frame))
                hashes[at] = bits(grid(gray))
                thumbnails.append(small(gray))
        bitrate = min(stream.bit_rate or round(file.stat().st_size * 8 / shape.duration), MOST_BITRATE)
    if not thumbnails:
        raise ClipError("not_video", "no picture has a time")
    return DecodedClip(shape, bitrate, format_hash(hashes.items()), format_views(views(thumbnails)), frames)


def _duration(container: InputContainer, stream: VideoStream) -> float:
    if stream.duration and stream.time_base:
        return float(stream.duration * stream.time_base)
    return (container.duration or 0) / av.time_base


def _shown_at(pictures: Iterator[VideoFrame], times: list[float]) -> Iterator[tuple[float, VideoFrame]]:
    """Yield each time with the picture shown then, by presentation time from the first picture."""
    remaining = iter(times)
    at = next(remaining, None)
    start: float | None = None
    current: VideoFrame | None = None
    for picture in pictures:
        if picture.pts is None:
            continue
        start = picture.time if start is None else start
        while current is not None and at is not None and at + EARLY < picture.time - start:
            yield at, current
            at = next(remaining, None)
        if at is None:
            return
        current = picture
    while current is not None and at is not None:
        yield at, current
        at = next(remaining, None)


def _gray(frame: VideoFrame) -> Image.Image:
    """Return the frame's luma plane, rotated as shown, without a copy."""
    plane = frame.planes[0]
    size = (frame.width, frame.height)
    image = Image.frombuffer("L", size, np.frombuffer(memoryview(plane), np.uint8), "raw", "L", plane.line_size, 1)
    return image.rotate(frame.rotation, expand=True) if frame.rotation else image


def _jpeg(frame: VideoFrame, height: int, wider: float) -> bytes:
    height = min(height, frame.height) // 2 * 2
    width = round(frame.width * wider * height / frame.height) // 2 * 2
    # one thread: the sandbox forbids others
    pixels = frame.reformat(width=width, height=height, format="rgb24", threads=1).to_ndarray()
    picture = Image.fromarray(np.rot90(pixels, frame.rotation // 90))
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=JPEG_QUALITY)
    return written.getvalue()
