"""`python -m fetcher.decoder_process FD PARENT`: open foreign files, each in its own short-lived child process.

Loading decoders takes longer than a fork. So one process loads them, says when it is ready, holds nothing worth
stealing, and forks for every clip: a watcher, which keeps the time and tells how it ended, and under it a worker,
which is confined. A worker gives a sign whenever it got somewhere, and its watcher hands that on: a space, which
means nothing to whoever reads the answer behind it.
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

from fetcher.admission import admit
from fetcher.decode import look_through, probe
from fetcher.heartbeat import Sign, unwatched
from fetcher.jobs import ANSWER_BYTES, SIGN, End, Order, Stop, Unchecked
from fetcher.sandbox import FIRST_FREE, bury_orphans, close_to_neighbours, confine, end_with, short_of_memory
from footy.core.errors import ClipError
from footy.goals.clips.filters import refusal
from footy.goals.settings import Rules

CHUNK = 1 << 16
SIGN_SECONDS = 1.0
ANSWER = FIRST_FREE - 1
ANYTHING = 1 << 10


def serve(channel: socket.socket) -> None:
    """Takes orders until nobody is there to give any; each comes over a line of its own.

    Watchers tell of their own end; a line that is hung up without a word says that there could be none.
    """
    bury_orphans()
    channel.sendall(SIGN)
    parent = os.getpid()
    while True:
        said, lines, _, _ = socket.recv_fds(channel, 1, 1)
        if not said:
            return
        for line in lines:
            with suppress(BlockingIOError, MemoryError):
                if os.fork() == 0:
                    channel.close()
                    _leave_after(watch, socket.socket(fileno=line), parent)
            os.close(line)


def watch(line: socket.socket, parent: int) -> None:
    """Has one order carried out, and tells how that ended."""
    end_with(parent)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    order: Order = json.loads(_until_the_end(line))
    rules = Rules(**order["rules"])
    answer, writes = os.pipe()
    watcher = os.getpid()
    worker = os.fork()
    if worker == 0:
        end_with(watcher)
        os.dup2(writes, ANSWER)
        os.closerange(FIRST_FREE, ANYTHING)
        _leave_after(work, Path(order["file"]), rules)
    os.close(writes)
    line.sendall(SIGN)
    said, stopped = _listen(answer, worker, rules, partial(line.sendall, SIGN))
    _, status, used = os.wait4(worker, 0)
    line.sendall(json.dumps(_end(said, status, used, stopped)).encode())


def work(file: Path, rules: Rules) -> None:
    """Looks at one file, confined; the answer is data and nothing that could be run."""
    try:
        confine(rules)
        answer = _look(file, rules, _sign)
    except (ClipError, MemoryError, OSError) as failure:
        answer = _refusal(failure, rules)
    with os.fdopen(ANSWER, "w") as out:
        json.dump(answer, out)


def _look(file: Path, rules: Rules, sign: Sign = unwatched) -> dict[str, object]:
    admit(file, rules)
    sign()
    shape = probe(file, rules)
    sign()
    if reason := refusal(shape, rules):
        raise ClipError(reason, f"{shape.width}x{shape.height}, {shape.duration:.1f} s")
    footage = look_through(file, shape, rules, sign)
    return {
        "duration": shape.duration,
        "width": shape.width,
        "height": shape.height,
        "bitrate": footage.bitrate,
        "perceptual_hash": footage.perceptual_hash,
        "hash_views": footage.hash_views,
        "frames": {percent: b64encode(jpeg).decode() for percent, jpeg in footage.frames.items()},
    }


def _sign(ahead: float = 0.0) -> None:  # noqa: ARG001 - whoever looks at a file waits for nothing
    os.write(ANSWER, SIGN)


def _refusal(failure: Exception, rules: Rules) -> dict[str, object]:
    """Of what has no name yet only the memory that a clip asks for is the clip's own doing."""
    # the system's own calls say it with a number
    wants_memory = isinstance(failure, MemoryError) or getattr(failure, "errno", None) == errno.ENOMEM
    if wants_memory and not short_of_memory(rules):
        failure = ClipError("too_costly", "asks for more memory than a clip gets")
    named = failure if isinstance(failure, ClipError) else Unchecked(repr(failure))
    return {"reason": named.reason, "detail": str(named)}


def _listen(
    answer: int, worker: int, rules: Rules, heard: Callable[[], object], now: Callable[[], float] = time.monotonic
) -> tuple[bytes, Stop]:
    """What the worker says until it ends; it is made to when it takes too long, or says nothing for long, or too much.

    Whatever it says is a sign, which is handed on once a second: a file may have taken it over, and its time is short.
    """
    deadline, told = now() + rules.decode_seconds, -math.inf
    said = bytearray()
    stop: Stop = "talkative"
    while len(said) <= ANSWER_BYTES:
        silent_until = now() + rules.decode_silent_seconds
        ready, _, _ = select.select([answer], [], [], max(0.0, min(deadline, silent_until) - now()))
        if not ready:
            stop = "overdue" if deadline <= silent_until else "silent"
            break
        chunk = os.read(answer, CHUNK)
        if not chunk:
            return bytes(said).lstrip(SIGN), ""
        said += chunk
        if now() - told >= SIGN_SECONDS:
            heard()
            told = now()
    os.kill(worker, signal.SIGKILL)
    return b"", stop


def _end(said: bytes, status: int, used: resource.struct_rusage, stopped: Stop) -> End:
    return {
        "answer": said.decode(errors="replace"),
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
        "stopped": stopped,
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 3),
        "peak_megabytes": round(used.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10)), 1),
    }


def _until_the_end(line: socket.socket) -> bytes:
    said = bytearray()
    while chunk := line.recv(CHUNK):
        said += chunk
    return bytes(said)


def _leave_after(task: Callable[..., None], *arguments: object) -> NoReturn:
    """Ends a forked process, whatever happens, before it gets to what is its parent's to do."""
    code = 1
    try:
        task(*arguments)
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


if __name__ == "__main__":
    end_with(int(sys.argv[2]))
    close_to_neighbours()
    Image.preinit()  # once, and not in every worker
    serve(socket.socket(fileno=int(sys.argv[1])))
