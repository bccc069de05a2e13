"""Which files are opened at all, and what becomes of one that does not keep what it promised."""

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

# nothing but this one file is ever opened, whatever it refers to
CLOSED = {
    "protocol_whitelist": "file",
    "format_whitelist": "mov,mp4,m4a,3gp,3g2,mj2",
    "enable_drefs": "0",
    "max_streams": "16",
}
NO_VIDEO, NOT_PLAYED = "not_video", "unsupported_codec"
PLAYED = frozenset({"yuv420p", "yuvj420p"})  # eight bits, colours of every second pixel: no browser plays more
NARROWEST, WIDEST = 0.5, 2.0  # a pixel; the tables of H.264 end within
SCARCE = frozenset({errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC})
MISSING_SHARE, MISSING_SECONDS = 0.1, 1.0  # so much of its length a file may lack: players round, encoders drop


@contextmanager
def opened(file: Path, rules: Rules) -> Iterator[tuple[InputContainer, VideoStream]]:
    """The file as mp4 with one film in a listed codec; other demuxers follow references, other decoders are not tried.

    What it asks of memory goes through as it is: only who knows the limits can say whose fault that was.
    """
    options = {**CLOSED, "codec_whitelist": ",".join(rules.clip_codecs)}
    try:
        with av.open(str(file), format="mp4", container_options=options, metadata_errors="ignore") as container:
            yield container, _film(container, rules)
    except MemoryError:
        raise
    except (av.FFmpegError, ValueError) as broken:  # what decoders raise at crafted files
        raise Unchecked(str(broken)) if scarce(broken) else ClipError(NO_VIDEO, str(broken)) from broken


def scarce(failure: Exception) -> bool:
    """Whether something of ours ran out, which says nothing of the file."""
    return isinstance(failure, MemoryError) or (isinstance(failure, OSError) and failure.errno in SCARCE)


def admit(file: Path, rules: Rules) -> None:
    """Refuses by its head what would be too much to decode, or what players could not play."""
    with opened(file, rules) as (_, stream):
        context = stream.codec_context
        _fits(context.width, context.height, rules)
        _is_played(context.pix_fmt or "yuv420p")  # where the head does not say, every picture will
        seconds = float((stream.duration or 0) * (stream.time_base or 0))
        if stream.frames > rules.clip_max_fps * max(seconds, 1.0):
            raise ClipError("too_many_frames", f"{stream.frames} in {seconds:.1f} s")


def playable(pictures: Iterator[VideoFrame], rules: Rules) -> Iterator[VideoFrame]:
    """The pictures, each of which keeps what the head promised for all."""
    for picture in pictures:
        _fits(picture.width, picture.height, rules)
        _is_played(picture.format.name)
        yield picture


def stretch(stream: VideoStream) -> float:
    """How much wider than high a pixel is shown; the hash, being 9x8 anyway, does not mind."""
    return float(stream.sample_aspect_ratio or 1)


def whole(pictures: Iterator[VideoFrame], seconds: float) -> Iterator[VideoFrame]:
    """The pictures of a file, which is damaged when they end long before its length does, or long after."""
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
    except av.FFmpegError as broken:
        if first is None or scarce(broken):
            raise
        raise ClipError("damaged", f"{broken} after {until:.1f} s") from broken
    if first is None or abs(seconds - until) > slack:
        raise ClipError("damaged", f"{until:.1f} of {seconds:.1f} s")


def _film(container: InputContainer, rules: Rules) -> VideoStream:
    """The only video track, whose codec is listed and whose pixels have a shape."""
    films = container.streams.video
    if not films:
        raise ClipError(NO_VIDEO, "no video stream")
    if len(films) > 1:
        raise ClipError(NOT_PLAYED, f"{len(films)} video tracks")
    stream = films[0]
    codec = _codec(stream)
    if codec not in rules.clip_codecs:
        raise ClipError(NOT_PLAYED, codec)
    if is_gray(stream.codec_context.extradata):
        raise ClipError(NOT_PLAYED, "gray")
    if not NARROWEST <= stretch(stream) <= WIDEST:
        raise ClipError(NOT_PLAYED, f"pixels of {stream.sample_aspect_ratio}")
    stream.codec_context.thread_count = 1  # clips are worked on side by side already, and no thread may start
    return stream


def _codec(stream: VideoStream) -> str:
    """Its name; one that nobody has a decoder for has no context at all, whatever its type says."""
    context = getattr(stream, "codec_context", None)
    return context.codec.canonical_name if context else "unknown"


def _fits(width: int, height: int, rules: Rules) -> None:
    if width * height > rules.clip_max_pixels:
        raise ClipError("picture_too_large", f"{width}x{height}")


def _is_played(pixels: str) -> None:
    if pixels not in PLAYED:
        raise ClipError(NOT_PLAYED, pixels)


def _shown_for(picture: VideoFrame) -> float:
    return float(picture.duration * picture.time_base) if picture.duration and picture.time_base else 0.0
