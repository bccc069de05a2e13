"""`python -m fetcher.decoder_process FD PARENT`: open foreign files, each in its own short-lived child process.

Loading decoders takes longer than a fork. So one process without secrets loads them once and forks twice for every
clip: a watchdog, which enforces the time limits and reports the result, and its child, a worker in the sandbox.
The worker sends heartbeats, which the watchdog passes on: spaces, which JSON ignores before the answer.
"""

import errno
import json
import math
import os
import resource
import select
import signal
import socket
import sys
import time
import traceback
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

from PIL import Image

from fetcher.admission import check_header
from fetcher.decode import decode, probe
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import ANSWER_BYTES, HEARTBEAT, DecodeJob, DecodeResult, StopReason, Unchecked
from fetcher.sandbox import FIRST_FREE, confine, is_out_of_memory
from footy.core.errors import ClipError
from footy.core.sandbox.process import adopt_orphans, deny_inspection, die_with_parent
from footy.goals.clips.filters import refusal
from footy.goals.settings import Rules

CHUNK = 1 << 16
HEARTBEAT_SECONDS = 1.0
ANSWER = FIRST_FREE - 1
LAST_DESCRIPTOR = 1 << 10


def serve(channel: socket.socket) -> None:
    """Accept jobs until the channel closes; each comes over its own socket.

    A socket that closes without an answer means that no watchdog could be started.
    """
    adopt_orphans()
    channel.sendall(HEARTBEAT)
    parent = os.getpid()
    while True:
        received, sockets, _, _ = socket.recv_fds(channel, 1, 1)
        if not received:
            return
        for line in sockets:
            with suppress(BlockingIOError, MemoryError):
                if os.fork() == 0:
                    channel.close()
                    _run_and_exit(watch, socket.socket(fileno=line), parent)
            os.close(line)


def watch(line: socket.socket, parent: int) -> None:
    """Run one job in a sandboxed worker and report its result."""
    die_with_parent(parent)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    job: DecodeJob = json.loads(_until_the_end(line))
    rules = Rules(**job["rules"])
    answer, writes = os.pipe()
    watcher = os.getpid()
    worker = os.fork()
    if worker == 0:
        die_with_parent(watcher)
        os.dup2(writes, ANSWER)
        os.closerange(FIRST_FREE, LAST_DESCRIPTOR)
        _run_and_exit(work, Path(job["file"]), rules)
    os.close(writes)
    line.sendall(HEARTBEAT)
    received, stopped = _listen(answer, worker, rules, partial(line.sendall, HEARTBEAT))
    _, status, used = os.wait4(worker, 0)
    line.sendall(json.dumps(_result(received, status, used, stopped)).encode())


def work(file: Path, rules: Rules) -> None:
    """Decode one file in the sandbox and write the answer as JSON."""
    try:
        confine(rules)
        answer = _decode(file, rules, _heartbeat)
    except (ClipError, MemoryError, OSError) as failure:
        answer = _refusal(failure, rules)
    with os.fdopen(ANSWER, "w") as out:
        json.dump(answer, out)


def _decode(file: Path, rules: Rules, heartbeat: Heartbeat = no_heartbeat) -> dict[str, object]:
    check_header(file, rules)
    heartbeat()
    shape = probe(file, rules)
    heartbeat()
    if reason := refusal(shape, rules):
        raise ClipError(reason, f"{shape.width}x{shape.height}, {shape.duration:.1f} s")
    decoded = decode(file, shape, rules, heartbeat)
    return {
        "duration": shape.duration,
        "width": shape.width,
        "height": shape.height,
        "bitrate": decoded.bitrate,
        "perceptual_hash": decoded.perceptual_hash,
        "hash_views": decoded.hash_views,
        "frames": {percent: b64encode(jpeg).decode() for percent, jpeg in decoded.frames.items()},
    }


def _heartbeat(ahead: float = 0.0) -> None:  # noqa: ARG001 - a worker never waits
    os.write(ANSWER, HEARTBEAT)


def _refusal(failure: Exception, rules: Rules) -> dict[str, object]:
    """Return the reason; of unnamed failures only running out of memory can be the clip's fault."""
    # system calls report it with an error number
    wants_memory = isinstance(failure, MemoryError) or getattr(failure, "errno", None) == errno.ENOMEM
    if wants_memory and not is_out_of_memory(rules):
        failure = ClipError("too_costly", "needs more memory than a clip may use")
    reason = failure if isinstance(failure, ClipError) else Unchecked(repr(failure))
    return {"reason": reason.reason, "detail": str(reason)}


def _listen(
    answer: int, worker: int, rules: Rules, report: Callable[[], object], now: Callable[[], float] = time.monotonic
) -> tuple[bytes, StopReason]:
    """Read the worker's answer; kill a worker that is too slow, silent for too long, or too talkative.

    Any output counts as a heartbeat, passed on at most once a second: a hostile file may control the worker.
    """
    deadline, last_heartbeat = now() + rules.decode_seconds, -math.inf
    received = bytearray()
    stop: StopReason = "talkative"
    while len(received) <= ANSWER_BYTES:
        silent_until = now() + rules.decode_silent_seconds
        ready, _, _ = select.select([answer], [], [], max(0.0, min(deadline, silent_until) - now()))
        if not ready:
            stop = "overdue" if deadline <= silent_until else "silent"
            break
        chunk = os.read(answer, CHUNK)
        if not chunk:
            return bytes(received).lstrip(HEARTBEAT), ""
        received += chunk
        if now() - last_heartbeat >= HEARTBEAT_SECONDS:
            report()
            last_heartbeat = now()
    os.kill(worker, signal.SIGKILL)
    return b"", stop


def _result(received: bytes, status: int, used: resource.struct_rusage, stopped: StopReason) -> DecodeResult:
    return {
        "answer": received.decode(errors="replace"),
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
        "stopped": stopped,
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 3),
        "peak_megabytes": round(used.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10)), 1),
    }


def _until_the_end(line: socket.socket) -> bytes:
    received = bytearray()
    while chunk := line.recv(CHUNK):
        received += chunk
    return bytes(received)


def _run_and_exit(task: Callable[..., None], *arguments: object) -> NoReturn:
    """Run a task in a forked process and exit before it returns to its parent's code."""
    code = 1
    try:
        task(*arguments)
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


if __name__ == "__main__":
    die_with_parent(int(sys.argv[2]))
    deny_inspection()
    Image.preinit()  # once, and not in every worker
    serve(socket.socket(fileno=int(sys.argv[1])))
