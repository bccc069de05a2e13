"""Which files are opened at all, and what becomes of one that does not keep what it promised."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from footy.errors import ClipError
from footy.settings import Rules

# nothing but this one file is ever opened, whatever it refers to
CLOSED = {
    "protocol_whitelist": "file",
    "format_whitelist": "mov,mp4,m4a,3gp,3g2,mj2",
    "enable_drefs": "0",
    "max_streams": "16",
}
NO_VIDEO = "not_video"
MISSING_SHARE, MISSING_SECONDS = 0.1, 1.0  # so much of its length a file may lack: players round, encoders drop


@contextmanager
def opened(file: Path, **options: str) -> Iterator[tuple[InputContainer, VideoStream]]:
    """The file as mp4 and nothing else: other demuxers follow references to files and addresses."""
    try:
        allowed = {**CLOSED, **options}
        with av.open(str(file), format="mp4", container_options=allowed, metadata_errors="ignore") as container:
            if not container.streams.video:
                raise ClipError(NO_VIDEO, "no video stream")
            stream = container.streams.video[0]
            stream.codec_context.thread_count = 1  # clips are worked on side by side already
            yield container, stream
    except MemoryError as large:
        raise ClipError("too_costly", "asks for more memory than a clip gets") from large
    except (av.FFmpegError, ValueError) as broken:  # what decoders raise at crafted files
        raise ClipError(NO_VIDEO, str(broken)) from broken


def admit(file: Path, rules: Rules) -> None:
    """Refuses by its head what would be too much to decode, or what players could not play."""
    with opened(file, codec_whitelist=",".join(rules.clip_codecs)) as (_, stream):  # no other is even tried
        context = stream.codec_context
        codec = context.codec.canonical_name
        if codec not in rules.clip_codecs:
            raise ClipError("unsupported_codec", codec)
        if context.width * context.height > rules.clip_max_pixels:
            raise ClipError("picture_too_large", f"{context.width}x{context.height}")
        seconds = float((stream.duration or 0) * (stream.time_base or 0))
        if stream.frames > rules.clip_max_fps * max(seconds, 1.0):
            raise ClipError("too_many_frames", f"{stream.frames} in {seconds:.1f} s")


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
        if first is None or isinstance(broken, MemoryError):
            raise
        raise ClipError("damaged", f"{broken} after {until:.1f} s") from broken
    if first is None or abs(seconds - until) > slack:
        raise ClipError("damaged", f"{until:.1f} of {seconds:.1f} s")


def _shown_for(picture: VideoFrame) -> float:
    return float(picture.duration * picture.time_base) if picture.duration and picture.time_base else 0.0
