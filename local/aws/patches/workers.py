"""Processes of functions: number, lifetime and code."""

import hashlib
import os
import shutil
import threading
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

from ministack.core import lambda_runtime
from ministack.services import lambda_svc

from local.aws.patches.expectations import expect_parameters, expect_source, replace_everywhere

WAIT_SECONDS = 30.0
# starting a process costs as much as a hundred calls, so more than the number of processors only cost time
EACH = max(2, os.cpu_count() or 1)
UNUSED_SECONDS = 7 * 86400


def limit_workers(most: int) -> None:
    """Limit the number of worker processes, in all and per function: a call waits for a worker.

    A function without one replaces the worker that was idle for the longest time.
    """
    acquire, release = lambda_runtime.acquire_worker, lambda_runtime.release_worker
    expect_parameters(acquire, "func_name", "config", "code_zip", "qualifier", "max_concurrency")
    expect_parameters(release, "worker")
    expect_source(acquire, "entries = _workers.setdefault(key, [])", "if not worker.in_use:")
    change = threading.Condition()

    def acquire_worker(func_name: str, config: dict[str, Any], code_zip: bytes, **options: Any) -> Any:
        key = lambda_runtime._worker_key(func_name, config, options.get("qualifier", "$LATEST"))
        # a function that invokes another keeps its own worker, so the limit ends after a while
        deadline = time.monotonic() + WAIT_SECONDS
        with change:
            while time.monotonic() < deadline and not _has_room(key, most):
                change.wait(0.5)
            return acquire(func_name, config, code_zip, **options)

    def release_worker(worker: Any) -> None:
        release(worker)
        with change:
            change.notify_all()

    replace_everywhere((lambda_runtime, lambda_svc), "acquire_worker", acquire_worker)
    replace_everywhere((lambda_runtime, lambda_svc), "release_worker", release_worker)


def _has_room(key: str, most: int) -> bool:
    """Return whether the function has an idle worker or may start one; end the longest idle one for it."""
    with lambda_runtime._lock:
        own = lambda_runtime._workers.get(key, [])
        if any(not worker.in_use for worker in own):
            return True
        if len(own) >= EACH:
            return False
        everyone = [worker for pool in lambda_runtime._workers.values() for worker in pool]
        if len(everyone) < most:
            return True
        idle = [worker for worker in everyone if not worker.in_use]
        if not idle:
            return False
        longest = min(idle, key=lambda worker: float(worker.last_used))
        _forget(longest)
    lambda_runtime.kill_workers([longest])
    return True


def _forget(worker: Any) -> None:
    pools: dict[str, list[Any]] = lambda_runtime._workers
    for key, pool in list(pools.items()):
        if worker in pool:
            pool.remove(worker)
        if not pool:
            del pools[key]


def end_idle_workers() -> None:
    """End every idle worker after its time, also the last one of its function."""
    expect_source(lambda_runtime.reap_idle_workers, "(i == 0 and not snapstart_version)")
    expect_source(lambda_svc._ensure_reaper_thread, "reap_idle_workers()")

    def reap_idle_workers(ttl: float | None = None) -> int:
        since = time.time() - (lambda_runtime._LOCAL_WORKER_TTL if ttl is None else ttl)
        with lambda_runtime._lock:
            everyone = [worker for pool in lambda_runtime._workers.values() for worker in pool]
            idle = [worker for worker in everyone if not worker.in_use and worker.last_used < since]
            for worker in idle:
                _forget(worker)
        lambda_runtime.kill_workers(idle)
        return len(idle)

    replace_everywhere((lambda_runtime, lambda_svc), "reap_idle_workers", reap_idle_workers)


def share_code(folder: Path) -> None:
    """Unpack code and layers of a function once, so that the next worker finds them compiled."""
    spawn = lambda_runtime.Worker._spawn
    expect_source(spawn, "zf.extractall(code_dir)", "lzf.extractall(layer_dir)", "for member in lzf.namelist():")
    folder.mkdir(parents=True, exist_ok=True)
    _remove_unused(folder)

    class SharedZip:
        """Zip file whose extraction links to the one unpacked copy of its content."""

        def __init__(self, path: str) -> None:
            self._path = path

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def namelist(self) -> list[str]:
            return []  # needed only to check the names, which unpacking does itself

        def extractall(self, target: str) -> None:
            for entry in _unpacked(Path(self._path), folder).iterdir():
                (Path(target) / entry.name).symlink_to(entry)

    lambda_runtime.zipfile = SimpleNamespace(
        ZipFile=SharedZip, BadZipFile=zipfile.BadZipFile, LargeFileError=zipfile.LargeZipFile
    )


def _unpacked(path: Path, folder: Path) -> Path:
    with zipfile.ZipFile(path) as archive:
        contents = repr([(entry.filename, entry.CRC, entry.file_size) for entry in archive.infolist()])
        copy = folder / hashlib.sha256(contents.encode()).hexdigest()[:32]
        if not copy.exists():
            fresh = copy.with_name(f"{copy.name}.{os.getpid()}.{threading.get_ident()}")
            archive.extractall(fresh)
            try:
                fresh.rename(copy)
            except OSError:
                shutil.rmtree(fresh)
                if not copy.exists():  # another worker of the same function may have been faster
                    raise
    os.utime(copy)
    return copy


def _remove_unused(folder: Path) -> None:
    for copy in folder.iterdir():
        if copy.stat().st_mtime < time.time() - UNUSED_SECONDS:
            shutil.rmtree(copy, ignore_errors=True)
