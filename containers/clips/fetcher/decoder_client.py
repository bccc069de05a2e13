"""Client of the decoder process, whose answers are checked like any foreign data."""

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

from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import ANSWER_BYTES, HEARTBEAT, DecodedClip, DecodeJob, DecodeResult, Unchecked
from fetcher.log import plain, say
from footy.core.errors import ClipError, MalformedHash
from footy.core.sandbox.process import environment
from footy.goals.clips.copies.hashes import parse_hash, parse_view, sample_times
from footy.goals.clips.filters import Shape, WrongLength, refusal
from footy.goals.model.clips import FRAMES, HashViews
from footy.goals.settings import Rules

START_SECONDS = 60.0
CHUNK = 1 << 20
FRAME_BYTES = 4 << 20
JPEG = b"\xff\xd8\xff"
HANG_UP_SECONDS = 1.0
LEAST_CPU_SHARE = 0.5  # with less of a processor the machine was slow, not the clip
MOST_PIXELS, MOST_BITS = 1 << 16, (1 << 31) - 1
OUTCOMES = frozenset(  # reasons that a sandboxed worker may give
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
    """The decoder process ended: our fault, not a clip's; the task must restart."""


class Decoder:
    """Decoder process without credentials; a hostile file harms only the short-lived worker that opens it."""

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
        self._channel.close()  # the decoder exits when its channel is closed
        self._process.wait()

    def decode(self, file: Path, heartbeat: Heartbeat = no_heartbeat) -> DecodedClip:
        """Decode a file, or raise a ClipError with the reason."""
        result = self.run_job(file, heartbeat)
        answer = _answer(result, self._rules)
        reason = answer.get("reason") or "seen"
        say("clip_decoded", reason=reason, cpu_seconds=result["cpu_seconds"], peak_megabytes=result["peak_megabytes"])
        if "reason" in answer:
            raise _refusal(answer)
        try:
            return _footage(answer, self._rules)
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, MalformedHash) as odd:
            raise ClipError("decoder_died", f"with an invalid answer: {odd!r}") from odd

    def run_job(self, file: Path, heartbeat: Heartbeat = no_heartbeat) -> DecodeResult:
        """Have a file decoded by a worker and return how that ended."""
        job: DecodeJob = {"file": str(file.absolute()), "rules": asdict(self._rules)}
        try:
            self._await_start(heartbeat)
            answer = self._answer(json.dumps(job).encode(), heartbeat)
        except OSError as broken:
            raise self._end_error() from broken
        if not answer.lstrip(HEARTBEAT):
            raise self._end_error() if self._has_ended() else Unchecked("the watchdog was killed")
        result: DecodeResult = json.loads(answer)
        return result

    def _await_start(self, heartbeat: Heartbeat) -> None:
        """Wait once until the decoder has loaded its libraries."""
        with self._starting:
            if self._ready:
                return
            heartbeat(START_SECONDS)
            self._channel.settimeout(START_SECONDS)
            if not self._channel.recv(1):
                raise ConnectionResetError("the decoder did not start")
            self._channel.settimeout(None)
            self._ready = True
        heartbeat()

    def _answer(self, job: bytes, heartbeat: Heartbeat) -> bytes:
        """Pass a new socket for this job through the channel, and return what comes back on it."""
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                socket.send_fds(self._channel, [b"."], [theirs.fileno()])
            ours.settimeout(START_SECONDS + self._rules.decode_seconds)
            ours.sendall(job)
            ours.shutdown(socket.SHUT_WR)
            return _until_the_end(ours, heartbeat)

    def _has_ended(self) -> bool:
        try:
            self._process.wait(HANG_UP_SECONDS)  # its sockets close a moment before the process ends
        except subprocess.TimeoutExpired:
            return False
        return True

    def _end_error(self) -> DecoderGone:
        return DecoderGone(f"the decoder ended with {self._process.poll()}")


def _until_the_end(line: socket.socket, heartbeat: Heartbeat) -> bytes:
    received = bytearray()
    while len(received) <= 2 * ANSWER_BYTES and (chunk := line.recv(CHUNK)):
        heartbeat()
        received += chunk
    return bytes(received)


def _answer(result: DecodeResult, rules: Rules) -> dict[str, Any]:
    """Return the worker's answer; without one, tell the clip's fault from ours."""
    timeout = {"overdue": rules.decode_seconds, "silent": rules.decode_silent_seconds}.get(result["stopped"])
    used = result["cpu_seconds"]
    if result["signal"] == signal.SIGXCPU or used >= (
        LEAST_CPU_SHARE * timeout if timeout else rules.decode_cpu_seconds
    ):
        return {"reason": "too_costly", "detail": f"not done after {used} s of CPU"}
    if timeout or (result["signal"] == signal.SIGKILL and not result["stopped"]):
        return {"reason": "unchecked", "detail": f"too little CPU or killed after {used} s of CPU"}
    try:
        answer = json.loads(result["answer"])
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        return {"reason": "decoder_died", "detail": f"by signal {result['signal']}"}
    return answer


def _refusal(answer: dict[str, Any]) -> ClipError:
    """Return the failure under a known reason; a worker that opened a foreign file may answer anything."""
    reason, detail = answer["reason"], plain(answer.get("detail"))
    if reason not in ("decoder_died", *OUTCOMES):
        return ClipError("decoder_died", f"with the unknown reason {reason!r:.50}")
    return Unchecked(detail) if reason == "unchecked" else ClipError(reason, detail)


def _footage(answer: dict[str, Any], rules: Rules) -> DecodedClip:
    frames = {percent: b64decode(answer["frames"][str(percent)], validate=True) for percent in FRAMES}
    shape = Shape(float(answer["duration"]), int(answer["width"]), int(answer["height"]))
    bitrate = int(answer["bitrate"])
    possible = min(shape.width, shape.height) > 0 and max(shape.width, shape.height) <= MOST_PIXELS
    if not possible or refusal(shape, rules) or not 0 <= bitrate <= MOST_BITS:
        raise ValueError("an impossible shape")
    if not all(jpeg.startswith(JPEG) and len(jpeg) <= FRAME_BYTES for jpeg in frames.values()):
        raise ValueError("frames that are not JPEGs")
    views = {name: answer["hash_views"][name] for name in HashViews.__optional_keys__ & answer["hash_views"].keys()}
    hashes = [parse_hash(answer["perceptual_hash"]), *map(parse_view, views.values())]
    if max(map(len, hashes)) > len(sample_times(shape.duration)):
        raise ValueError("more hashes than sampled pictures")
    return DecodedClip(shape, bitrate, answer["perceptual_hash"], cast("HashViews", views), frames)
