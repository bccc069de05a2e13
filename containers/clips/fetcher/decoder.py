"""The task's side of decoding: another process opens the files, and what it says is checked like any foreign word."""

import json
import math
import signal
import socket
import subprocess
import sys
from base64 import b64decode
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from fetcher.confinement import environment
from fetcher.log import say
from fetcher.orders import ANSWER_BYTES, End, Footage, Order
from footy.clips.filters import Shape
from footy.clips.hashes import parse_hash, parse_view
from footy.errors import ClipError, MalformedHash
from footy.model.clips import FRAMES, HashViews
from footy.settings import Rules

START_SECONDS = 60.0
CHUNK = 1 << 20
FRAME_BYTES = 4 << 20
JPEG = b"\xff\xd8\xff"
TOO_LONG_AT_WORK = frozenset({signal.SIGXCPU})


class DecoderGone(Exception):
    """The decoder itself ended: that is our fault, not that of a clip, and the task has to start again."""


class Decoder:
    """A process without credentials that looks at files for this one; a file harms only the worker that opens it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "fetcher.decoding", str(theirs.fileno())],
                env=environment(),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._channel.close()  # nobody to take orders from: it leaves
        self._process.wait()

    def look(self, file: Path) -> Footage:
        """What is in a file, or a ClipError that says why it cannot be used."""
        end = self.order(file)
        answer = _answer(end)
        reason = answer.get("reason") or "seen"
        say("clip_decoded", reason=reason, cpu_seconds=end["cpu_seconds"], peak_megabytes=end["peak_megabytes"])
        if "reason" in answer:
            raise ClipError(str(answer["reason"]), str(answer.get("detail")))
        try:
            return _footage(answer)
        except (LookupError, TypeError, ValueError, AttributeError, MalformedHash) as odd:
            raise ClipError("decoder_died", f"and left {odd!r}") from odd

    def order(self, file: Path) -> End:
        """Has a file looked at, and tells how that ended."""
        order: Order = {"file": str(file.absolute()), "rules": asdict(self._rules)}
        try:
            told = self._told(json.dumps(order).encode())
        except OSError as broken:
            raise self._gone() from broken
        if not told:
            raise self._gone()
        end: End = json.loads(told)
        return end

    def _told(self, order: bytes) -> bytes:
        """Each order has a line of its own, handed over through the channel."""
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                socket.send_fds(self._channel, [b"."], [theirs.fileno()])
            ours.settimeout(START_SECONDS + self._rules.decode_seconds)
            ours.sendall(order)
            ours.shutdown(socket.SHUT_WR)
            return _until_the_end(ours)

    def _gone(self) -> DecoderGone:
        return DecoderGone(f"the decoder ended with {self._process.poll()}")


def _until_the_end(line: socket.socket) -> bytes:
    said = bytearray()
    while len(said) <= 2 * ANSWER_BYTES and (chunk := line.recv(CHUNK)):
        said += chunk
    return bytes(said)


def _answer(end: End) -> dict[str, Any]:
    """What the worker said; when it could not, what that means."""
    if end["overdue"] or end["signal"] in TOO_LONG_AT_WORK:
        return {"reason": "too_costly", "detail": f"not done after {end['cpu_seconds']} s of CPU"}
    try:
        answer = json.loads(end["answer"])
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        return {"reason": "decoder_died", "detail": f"by signal {end['signal']}"}
    return answer


def _footage(answer: dict[str, Any]) -> Footage:
    frames = {percent: b64decode(answer["frames"][str(percent)], validate=True) for percent in FRAMES}
    shape = Shape(float(answer["duration"]), int(answer["width"]), int(answer["height"]))
    parse_hash(answer["perceptual_hash"])
    views = {name: answer["hash_views"][name] for name in HashViews.__optional_keys__ & answer["hash_views"].keys()}
    for view in views.values():
        parse_view(view)
    whole = math.isfinite(shape.duration) and min(shape.duration, shape.width, shape.height) > 0
    if not whole or not all(jpeg.startswith(JPEG) and len(jpeg) <= FRAME_BYTES for jpeg in frames.values()):
        raise ValueError("an answer that cannot be")
    seen = cast("HashViews", views)
    return Footage(shape, int(answer["bitrate"]), answer["perceptual_hash"], seen, frames)
