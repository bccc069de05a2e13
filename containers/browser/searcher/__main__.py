"""Serves: `python -m searcher --sessions FOLDER`, or in an account `--accounts JSON --bucket NAME`.

`python -m searcher --check ...` opens the search page once with each account, tells how its session is, and ends.
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
from searcher.account_rotation import Rota
from searcher.check import check
from searcher.chromium import Chromium, Program
from searcher.leases import Leases
from searcher.queue import Desk
from searcher.service import Service
from searcher.store import AwsStore, FolderStore, Store, secrets_of
from searcher.x_pages import Web

WATCH_SECONDS = 0.5


class Server(uvicorn.Server):
    """A server that a signal only asks to drain."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def] # noqa: ANN201 - as uvicorn has it
        """Signals are handled where the service is."""
        yield


async def run(options: argparse.Namespace) -> int:
    """The exit code."""
    settings = Settings.from_environment()
    clock: Clock = MatchClock(Path(settings.clock_file)) if settings.clock_file else SystemClock()
    store = _store(options)
    rules = settings.rules
    leases = Leases(store, uuid4().hex, SystemClock(), timedelta(seconds=rules.session_lease_seconds))
    rota = Rota(store, leases, clock, store.accounts)
    chromium = Chromium(Program(options.chromium, _environment(options)), Web(settings.x_web_url), clock, rules)
    desk = Desk(rota, chromium, clock, rules)
    try:
        if options.check:
            return await check(desk)
        await _serve(options, Service(desk, clock, rules))
    finally:
        await desk.release()
        await chromium.close()
    return 0


async def _serve(options: argparse.Namespace, service: Service) -> None:
    """Until a signal comes, or with --with-parent until whoever started this is gone."""
    await service.desk.rota.look()
    listener = socket.create_server((options.host, options.port))
    config = uvicorn.Config(service.app(), lifespan="off", log_level="warning", access_log=False)
    server = Server(config)
    drain = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, drain.set)
    # what ends beside the server unasked ends the service: nobody would notice that leases are no longer renewed
    async with asyncio.TaskGroup() as group:
        beside = [_renew(service), _drain(server, service, drain, options.drain)]
        if options.with_parent:
            beside.append(_stop_with_parent(drain, os.getppid()))
        tasks = [group.create_task(one) for one in beside]
        if options.port_file:
            _announce(options.port_file, listener.getsockname()[1])
        await server.serve(sockets=[listener])
        for task in tasks:
            task.cancel()


async def _drain(server: uvicorn.Server, service: Service, asked: asyncio.Event, seconds: float) -> None:
    """Whoever still finds this instance is served for a while; then nothing new is begun, and what runs is ended."""
    await asked.wait()
    await asyncio.sleep(seconds)
    service.draining = True
    server.should_exit = True


async def _renew(service: Service) -> None:
    desk = service.desk
    while True:
        await asyncio.sleep(desk.rota.pause.total_seconds())
        if not await desk.rota.renew():
            await desk.release()


async def _stop_with_parent(drain: asyncio.Event, parent: int) -> None:
    while os.getppid() == parent:  # noqa: ASYNC110 - nobody announces the end of a process
        await asyncio.sleep(WATCH_SECONDS)
    drain.set()


def _announce(file: Path, port: int) -> None:
    draft = file.with_suffix(".draft")
    draft.write_text(str(port))
    draft.replace(file)


def _store(options: argparse.Namespace) -> Store:
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
    parser.add_argument("--sessions", type=Path, help="a folder with a session per account")
    parser.add_argument("--accounts", default="{}", help="the secret of each account, as JSON")
    parser.add_argument("--bucket", default="", help="where it is noted who uses which account")
    parser.add_argument("--chromium", type=Path, help="the browser; without it the one that Playwright installed")
    parser.add_argument("--chromium-environment", nargs="*", default=[], help="NAME=value that it needs")
    parser.add_argument("--check", action="store_true", help="tell how the sessions are, and end")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 for any that is free")
    parser.add_argument("--port-file", type=Path, help="where the port is written")
    parser.add_argument("--drain", type=float, default=0.0, help="seconds to go on after being asked to end")
    parser.add_argument("--with-parent", action="store_true", help="end with the process that started this one")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(_options())))
