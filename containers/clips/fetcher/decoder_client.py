"""The task's side of decoding: another process opens the files, and what it says is checked like any foreign word."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from base64 import b64decode
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast, get_args

from fetcher.heartbeat import Sign, unwatched
from fetcher.jobs import ANSWER_BYTES, SIGN, End, Footage, Order, Unchecked
from fetcher.log import plain, say
from fetcher.sandbox import environment
from footy.core.errors import ClipError, MalformedHash
from footy.goals.clips.copies.hashes import parse_hash, parse_view, sample_times
from footy.goals.clips.filters import Shape, WrongLength, refusal
from footy.goals.model.clips import FRAMES, HashViews
from footy.goals.settings import Rules

START_SECONDS = 60.0
CHUNK = 1 << 20
FRAME_BYTES = 4 << 20
JPEG = b"\xff\xd8\xff"
HANG_UP_SECONDS = 1.0
AT_WORK = 0.5  # who got less than this share of a processor was kept waiting, and not by the clip
MOST_PIXELS, MOST_BITS = 1 << 16, (1 << 31) - 1
OUTCOMES = frozenset(  # what a worker may call a clip
    {
        *get_args(WrongLength),
        "not_landscape",
        "too_small",
        "not_video",
        "unsupported_codec",
        "picture_too_large",
        "too_many_frames",
        "damaged",
        "too_costly",
        "unchecked",
    }
)


class DecoderGone(Exception):
    """The decoder itself ended: that is our fault, not that of a clip, and the task has to start again."""


class Decoder:
    """A process without credentials that looks at files for this one; a file harms only the worker that opens it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._ready, self._starting = False, threading.Lock()
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "fetcher.decoder_process", str(theirs.fileno()), str(os.getpid())],
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

    def look(self, file: Path, sign: Sign = unwatched) -> Footage:
        """What is in a file, or a ClipError that says why it cannot be used."""
        end = self.order(file, sign)
        answer = _answer(end, self._rules)
        reason = answer.get("reason") or "seen"
        say("clip_decoded", reason=reason, cpu_seconds=end["cpu_seconds"], peak_megabytes=end["peak_megabytes"])
        if "reason" in answer:
            raise _refusal(answer)
        try:
            return _footage(answer, self._rules)
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, MalformedHash) as odd:
            raise ClipError("decoder_died", f"and left {odd!r}") from odd

    def order(self, file: Path, sign: Sign = unwatched) -> End:
        """Has a file looked at, and tells how that ended."""
        order: Order = {"file": str(file.absolute()), "rules": asdict(self._rules)}
        try:
            self._await_start(sign)
            told = self._told(json.dumps(order).encode(), sign)
        except OSError as broken:
            raise self._gone() from broken
        if not told.lstrip(SIGN):
            raise self._gone() if self._has_ended() else Unchecked("whoever kept watch was ended")
        end: End = json.loads(told)
        return end

    def _await_start(self, sign: Sign) -> None:
        """Loading decoders takes its time, once; whoever waits for that does not hang."""
        with self._starting:
            if self._ready:
                return
            sign(START_SECONDS)
            self._channel.settimeout(START_SECONDS)
            if not self._channel.recv(1):
                raise ConnectionResetError("it never got ready")
            self._channel.settimeout(None)
            self._ready = True
        sign()

    def _told(self, order: bytes, sign: Sign) -> bytes:
        """Each order has a line of its own, handed over through the channel."""
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                socket.send_fds(self._channel, [b"."], [theirs.fileno()])
            ours.settimeout(START_SECONDS + self._rules.decode_seconds)
            ours.sendall(order)
            ours.shutdown(socket.SHUT_WR)
            return _until_the_end(ours, sign)

    def _has_ended(self) -> bool:
        try:
            self._process.wait(HANG_UP_SECONDS)  # its lines are hung up a moment before it is gone
        except subprocess.TimeoutExpired:
            return False
        return True

    def _gone(self) -> DecoderGone:
        return DecoderGone(f"the decoder ended with {self._process.poll()}")


def _until_the_end(line: socket.socket, sign: Sign) -> bytes:
    said = bytearray()
    while len(said) <= 2 * ANSWER_BYTES and (chunk := line.recv(CHUNK)):
        sign()
        said += chunk
    return bytes(said)


def _answer(end: End, rules: Rules) -> dict[str, Any]:
    """What the worker said; when it could not, whether that was the clip's doing or ours."""
    waited_for = {"overdue": rules.decode_seconds, "silent": rules.decode_silent_seconds}.get(end["stopped"])
    used = end["cpu_seconds"]
    if end["signal"] == signal.SIGXCPU or used >= (AT_WORK * waited_for if waited_for else rules.decode_cpu_seconds):
        return {"reason": "too_costly", "detail": f"not done after {used} s of CPU"}
    if waited_for or (end["signal"] == signal.SIGKILL and not end["stopped"]):
        return {"reason": "unchecked", "detail": f"kept waiting or killed after {used} s of CPU"}
    try:
        answer = json.loads(end["answer"])
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        return {"reason": "decoder_died", "detail": f"by signal {end['signal']}"}
    return answer


def _refusal(answer: dict[str, Any]) -> ClipError:
    """Under a name that is ours; who opened a foreign file may say anything."""
    reason, detail = answer["reason"], plain(answer.get("detail"))
    if reason not in ("decoder_died", *OUTCOMES):
        return ClipError("decoder_died", f"and called itself {reason!r:.50}")
    return Unchecked(detail) if reason == "unchecked" else ClipError(reason, detail)


def _footage(answer: dict[str, Any], rules: Rules) -> Footage:
    frames = {percent: b64decode(answer["frames"][str(percent)], validate=True) for percent in FRAMES}
    shape = Shape(float(answer["duration"]), int(answer["width"]), int(answer["height"]))
    bitrate = int(answer["bitrate"])
    possible = min(shape.width, shape.height) > 0 and max(shape.width, shape.height) <= MOST_PIXELS
    if not possible or refusal(shape, rules) or not 0 <= bitrate <= MOST_BITS:
        raise ValueError("a shape that no clip has here")
    if not all(jpeg.startswith(JPEG) and len(jpeg) <= FRAME_BYTES for jpeg in frames.values()):
        raise ValueError("frames that are none")
    views = {name: answer["hash_views"][name] for name in HashViews.__optional_keys__ & answer["hash_views"].keys()}
    looked_at = [parse_hash(answer["perceptual_hash"]), *map(parse_view, views.values())]
    if max(map(len, looked_at)) > len(sample_times(shape.duration)):
        raise ValueError("more pictures than were looked at")
    return Footage(shape, bitrate, answer["perceptual_hash"], cast("HashViews", views), frames)
