"""Search service: `python -m searcher --sessions FOLDER`, or on AWS `--accounts JSON --bucket NAME`.

`python -m searcher --check ...` opens the search page once with each account, logs the state of its session, and exits.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import sys
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import uvicorn

from footy.core.clock import Clock, MatchClock, SystemClock
from footy.core.container import client_config
from footy.goals.settings import Settings
from searcher.account_rotation import AccountRotation
from searcher.check import check
from searcher.chromium import BrowserProgram, SearchBrowser
from searcher.leases import AccountLeases
from searcher.queue import SearchQueue
from searcher.service import SearchService
from searcher.store import AwsStore, FolderStore, SessionStore, secrets_of
from searcher.x_pages import XPages

WATCH_SECONDS = 0.5


class DrainingServer(uvicorn.Server):
    """Server that leaves signals to the service."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def] # noqa: ANN201 - as uvicorn has it
        yield


async def run(options: argparse.Namespace) -> int:
    """Return the exit code."""
    settings = Settings.from_environment()
    clock: Clock = MatchClock(Path(settings.clock_file)) if settings.clock_file else SystemClock()
    store = _store(options)
    rules = settings.rules
    leases = AccountLeases(store, uuid4().hex, SystemClock(), timedelta(seconds=rules.session_lease_seconds))
    rotation = AccountRotation(store, leases, clock, store.accounts)
    chromium = SearchBrowser(
        BrowserProgram(options.chromium, _environment(options)), XPages(settings.x_web_url), clock, rules
    )
    queue = SearchQueue(rotation, chromium, clock, rules)
    try:
        if options.check:
            return await check(queue)
        await _serve(options, SearchService(queue, clock, rules))
    finally:
        await queue.release()
        await chromium.close()
    return 0


async def _serve(options: argparse.Namespace, service: SearchService) -> None:
    """Serve until a signal comes or, with --with-parent, until the parent process ends."""
    await service.queue.rotation.check_all()
    listener = socket.create_server((options.host, options.port))
    config = uvicorn.Config(service.app(), lifespan="off", log_level="warning", access_log=False)
    server = DrainingServer(config)
    drain = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, drain.set)
    # a background task that fails ends the service: without renewal its leases would expire unnoticed
    async with asyncio.TaskGroup() as group:
        background = [_renew(service), _drain(server, service, drain, options.drain)]
        if options.with_parent:
            background.append(_stop_with_parent(drain, os.getppid()))
        tasks = [group.create_task(one) for one in background]
        if options.port_file:
            _announce(options.port_file, listener.getsockname()[1])
        await server.serve(sockets=[listener])
        for task in tasks:
            task.cancel()


async def _drain(server: uvicorn.Server, service: SearchService, shutdown: asyncio.Event, seconds: float) -> None:
    """Shut down gracefully: serve clients that still find this instance for a while, then refuse new searches."""
    await shutdown.wait()
    await asyncio.sleep(seconds)
    service.draining = True
    server.should_exit = True


async def _renew(service: SearchService) -> None:
    queue = service.queue
    while True:
        await asyncio.sleep(queue.rotation.pause.total_seconds())
        if not await queue.rotation.renew():
            await queue.release()


async def _stop_with_parent(drain: asyncio.Event, parent: int) -> None:
    while os.getppid() == parent:  # noqa: ASYNC110 - no event reports the end of a parent
        await asyncio.sleep(WATCH_SECONDS)
    drain.set()


def _announce(file: Path, port: int) -> None:
    draft = file.with_suffix(".draft")
    draft.write_text(str(port))
    draft.replace(file)


def _store(options: argparse.Namespace) -> SessionStore:
    if options.sessions:
        return FolderStore(options.sessions)
    import boto3  # noqa: PLC0415 - only in an account

    secrets_manager = boto3.client("secretsmanager", config=client_config())
    return AwsStore(
        secrets_of(options.accounts), options.bucket, secrets_manager, boto3.client("s3", config=client_config())
    )


def _environment(options: argparse.Namespace) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in options.chromium_environment)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m searcher", description=__doc__)
    parser.add_argument("--sessions", type=Path, help="folder with a session per account")
    parser.add_argument("--accounts", default="{}", help="secret ARN of each account, as JSON")
    parser.add_argument("--bucket", default="", help="bucket of the leases")
    parser.add_argument("--chromium", type=Path, help="browser; default: the one that Playwright installed")
    parser.add_argument("--chromium-environment", nargs="*", default=[], help="NAME=value for the browser")
    parser.add_argument("--check", action="store_true", help="log the state of the sessions and exit")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 for any free port")
    parser.add_argument("--port-file", type=Path, help="file that receives the port")
    parser.add_argument("--drain", type=float, default=0.0, help="seconds to go on serving after SIGTERM")
    parser.add_argument("--with-parent", action="store_true", help="exit when the parent process ends")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(_options())))
