"""`python -m fetcher.decoding FD`: opens files for the task, each in a process of its own that may die of it.

Loading decoders takes longer than a fork. So one process loads them, holds nothing worth stealing, and forks for
every clip: a watcher, which keeps the time and tells how it ended, and under it a worker, which is confined.
"""

import json
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
from pathlib import Path
from typing import NoReturn

from PIL import Image

from fetcher.admission import admit
from fetcher.confinement import FIRST_FREE, close_to_neighbours, confine
from fetcher.decode import look_through, probe
from fetcher.orders import ANSWER_BYTES, End, Order
from footy.clips.filters import refusal
from footy.errors import ClipError
from footy.settings import Rules

CHUNK = 1 << 16
ANSWER = FIRST_FREE - 1
ANYTHING = 1 << 10


def serve(channel: socket.socket) -> None:
    """Takes orders until nobody is there to give any; each comes over a line of its own."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # watchers tell of their own end
    while True:
        said, lines, _, _ = socket.recv_fds(channel, 1, 1)
        if not said:
            return
        for line in lines:
            if os.fork() == 0:
                channel.close()
                _leave_after(watch, socket.socket(fileno=line))
            os.close(line)


def watch(line: socket.socket) -> None:
    """Has one order carried out, and tells how that ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    order: Order = json.loads(_until_the_end(line))
    rules = Rules(**order["rules"])
    answer, writes = os.pipe()
    worker = os.fork()
    if worker == 0:
        os.dup2(writes, ANSWER)
        os.closerange(FIRST_FREE, ANYTHING)
        _leave_after(work, Path(order["file"]), rules)
    os.close(writes)
    said, overdue = _listen(answer, worker, rules.decode_seconds)
    _, status, used = os.wait4(worker, 0)
    line.sendall(json.dumps(_end(said, status, used, overdue=overdue)).encode())


def work(file: Path, rules: Rules) -> None:
    """Looks at one file, confined; the answer is data and nothing that could be run."""
    confine(rules)
    try:
        answer = _look(file, rules)
    except ClipError as unusable:
        answer = {"reason": unusable.reason, "detail": str(unusable)}
    with os.fdopen(ANSWER, "w") as out:
        json.dump(answer, out)


def _look(file: Path, rules: Rules) -> dict[str, object]:
    admit(file, rules)
    shape = probe(file)
    if reason := refusal(shape, rules):
        raise ClipError(reason, f"{shape.width}x{shape.height}, {shape.duration:.1f} s")
    footage = look_through(file, shape, rules.frame_height, reference_only=rules.reference_frames_only)
    return {
        "duration": shape.duration,
        "width": shape.width,
        "height": shape.height,
        "bitrate": footage.bitrate,
        "perceptual_hash": footage.perceptual_hash,
        "hash_views": footage.hash_views,
        "frames": {percent: b64encode(jpeg).decode() for percent, jpeg in footage.frames.items()},
    }


def _listen(answer: int, worker: int, seconds: float) -> tuple[bytes, bool]:
    """What the worker says until it ends; it is made to when it takes too long or says too much."""
    deadline = time.monotonic() + seconds
    said = bytearray()
    while len(said) <= ANSWER_BYTES:
        ready, _, _ = select.select([answer], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            break
        chunk = os.read(answer, CHUNK)
        if not chunk:
            return bytes(said), False
        said += chunk
    os.kill(worker, signal.SIGKILL)
    return b"", True


def _end(said: bytes, status: int, used: resource.struct_rusage, *, overdue: bool) -> End:
    return {
        "answer": said.decode(errors="replace"),
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
        "overdue": overdue,
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
    close_to_neighbours()
    Image.preinit()  # once, and not in every worker
    serve(socket.socket(fileno=int(sys.argv[1])))
