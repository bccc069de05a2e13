"""Admission of foreign clip files: container, codec and size limits, checked at the header and at each picture."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from fetcher.colours import is_gray
from fetcher.jobs import Unchecked
from footy.core.errors import ClipError
from footy.goals.settings import Rules

# never open another file that this one refers to
DEMUXER_OPTIONS = {
    "protocol_whitelist": "file",
    "format_whitelist": "mov,mp4,m4a,3gp,3g2,mj2",
    "enable_drefs": "0",
    "max_streams": "16",
}
NO_VIDEO, NOT_PLAYED = "not_video", "unsupported_codec"
PIXEL_FORMATS = frozenset({"yuv420p", "yuvj420p"})  # 8 bits, 4:2:0: browsers play no other pixel format
NARROWEST_PIXEL, WIDEST_PIXEL = 0.5, 2.0  # H.264's table of pixel shapes ends within
OUT_OF_RESOURCES = frozenset({errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC})
MISSING_SHARE, MISSING_SECONDS = 0.1, 1.0  # tolerated difference in length: players round, encoders drop frames


@contextmanager
def open_clip(file: Path, rules: Rules) -> Iterator[tuple[InputContainer, VideoStream]]:
    """Open a file as mp4 with one video track in a listed codec; other demuxers could follow references.

    MemoryError passes through: only the sandbox, which knows the limits, can tell the clip's fault from ours.
    """
    options = {**DEMUXER_OPTIONS, "codec_whitelist": ",".join(rules.clip_codecs)}
    try:
        with av.open(str(file), format="mp4", container_options=options, metadata_errors="ignore") as container:
            yield container, _video_track(container, rules)
    except MemoryError:
        raise
    except (av.FFmpegError, ValueError) as failure:  # decoders raise both for crafted files
        raise (
            Unchecked(str(failure)) if is_out_of_resources(failure) else ClipError(NO_VIDEO, str(failure))
        ) from failure


def is_out_of_resources(failure: Exception) -> bool:
    """Return whether our resources ran out, which says nothing about the file."""
    return isinstance(failure, MemoryError) or (isinstance(failure, OSError) and failure.errno in OUT_OF_RESOURCES)


def check_header(file: Path, rules: Rules) -> None:
    """Raise ClipError for a header that promises too much work or an unplayable format."""
    with open_clip(file, rules) as (_, stream):
        context = stream.codec_context
        _check_size(context.width, context.height, rules)
        _check_pixel_format(context.pix_fmt or "yuv420p")  # a missing format shows at the first picture
        seconds = float((stream.duration or 0) * (stream.time_base or 0))
        if stream.frames > rules.clip_max_fps * max(seconds, 1.0):
            raise ClipError("too_many_frames", f"{stream.frames} in {seconds:.1f} s")


def checked_pictures(pictures: Iterator[VideoFrame], rules: Rules) -> Iterator[VideoFrame]:
    """Yield the pictures, each checked against the limits that the header promised."""
    for picture in pictures:
        _check_size(picture.width, picture.height, rules)
        _check_pixel_format(picture.format.name)
        yield picture


def pixel_aspect(stream: VideoStream) -> float:
    """Return the pixel aspect ratio; the 9x8 hash does not depend on it."""
    return float(stream.sample_aspect_ratio or 1)


def complete_pictures(pictures: Iterator[VideoFrame], seconds: float) -> Iterator[VideoFrame]:
    """Yield the pictures; raise "damaged" if they end long before or after the file's length."""
    slack = max(MISSING_SHARE * seconds, MISSING_SECONDS)
    first: float | None = None
    until = 0.0
    try:
        for picture in pictures:
            if picture.pts is not None:
                first = picture.time if first is None else first
                until = max(until, picture.time - first + _shown_for(picture))
            if until > seconds + slack:
                break
            yield picture
    except av.FFmpegError as failure:
        if first is None or is_out_of_resources(failure):
            raise
        raise ClipError("damaged", f"{failure} after {until:.1f} s") from failure
    if first is None or abs(seconds - until) > slack:
        raise ClipError("damaged", f"{until:.1f} of {seconds:.1f} s")


def _video_track(container: InputContainer, rules: Rules) -> VideoStream:
    """Return the only video track, with a listed codec and a normal pixel aspect ratio."""
    tracks = container.streams.video
    if not tracks:
        raise ClipError(NO_VIDEO, "no video stream")
    if len(tracks) > 1:
        raise ClipError(NOT_PLAYED, f"{len(tracks)} video tracks")
    stream = tracks[0]
    codec = _codec(stream)
    if codec not in rules.clip_codecs:
        raise ClipError(NOT_PLAYED, codec)
    if is_gray(stream.codec_context.extradata):
        raise ClipError(NOT_PLAYED, "gray")
    if not NARROWEST_PIXEL <= pixel_aspect(stream) <= WIDEST_PIXEL:
        raise ClipError(NOT_PLAYED, f"pixels of {stream.sample_aspect_ratio}")
    stream.codec_context.thread_count = 1  # the sandbox forbids threads
    return stream


def _codec(stream: VideoStream) -> str:
    """Return the codec's name; an unsupported one has no context, although PyAV's types say so."""
    context = getattr(stream, "codec_context", None)
    return context.codec.canonical_name if context else "unknown"


def _check_size(width: int, height: int, rules: Rules) -> None:
    if width * height > rules.clip_max_pixels:
        raise ClipError("picture_too_large", f"{width}x{height}")


def _check_pixel_format(pixels: str) -> None:
    if pixels not in PIXEL_FORMATS:
        raise ClipError(NOT_PLAYED, pixels)


def _shown_for(picture: VideoFrame) -> float:
    return float(picture.duration * picture.time_base) if picture.duration and picture.time_base else 0.0
