"""Opening of a match day: check everything before anything is changed."""

import argparse
import os
import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from footy.core.clock import MatchClock, Pace
from footy.core.mongo.database import connect
from local.aws.choice import endpoint
from local.aws.endpoint import ENDPOINT, OtherEndpoint
from local.cli.match import Match, open_match
from local.mongo.sockets import check_address
from local.process.disk import check_disk
from local.process.errors import LocalError
from local.stack.home import REAL_HOME, REPLAYS_HOME, Home
from local.stack.home_metadata import EMBEDDED, REAL, HomeMetadata, StartOptions, decide_start, digest
from local.stack.progress import ProgressLog
from local.stack.search_sources import DEFAULT_PROVIDER, SearchSource, choose_source
from local.stack.stack import REAL_DATABASE, Stack

DEFAULT_SPEED, BROWSER_SPEED, REAL_TIME = 60.0, 20.0, 1.0
DEFAULT_REPLAY = "world-cup-final-2022"
REPLAY_DATABASE = "footy_replay"


@dataclass(frozen=True, slots=True)
class Opening:
    """A match day and its stack."""

    match: Match
    stack: Stack
    home: Home


@contextmanager
def open_stack(options: argparse.Namespace, progress: ProgressLog) -> Iterator[Opening]:
    """Lock and prepare the home, with its clock paused; the caller starts the stack."""
    signal.signal(signal.SIGTERM, _interrupt)
    home = home_of(options)
    with home.lock():
        check_disk(home.root)
        elsewhere = endpoint()
        if elsewhere:
            elsewhere.start()
        match = _match(options, home, elsewhere)
        uri = os.environ.get("MONGODB_URI", "")
        if uri:
            check_address(uri)
        requested = _requested(match, home, uri, elsewhere)
        home.prepare()
        if decide_start(home.metadata, requested, _start_options(options)) == "fresh":
            _start_over(home, requested, uri)
        _set_clock(home, match)
        yield Opening(match, _stack(home, progress, match, options, requested), home)


def home_of(options: argparse.Namespace) -> Home:
    """Return the home of --home, else that of replays, or of real matches where their key is set."""
    if options.home:
        return Home(Path(options.home).resolve())
    return Home(REAL_HOME if os.environ.get("API_FOOTBALL_KEY") else REPLAYS_HOME)


def running_home_of(options: argparse.Namespace) -> Home:
    """Return the home of --home, else the one whose stack runs."""
    if options.home:
        return Home(Path(options.home).resolve())
    return min((Home(REPLAYS_HOME), Home(REAL_HOME)), key=lambda home: home.owner is None)


def _match(options: argparse.Namespace, home: Home, elsewhere: OtherEndpoint | None) -> Match:
    """Return the requested match day; to resume without a name means the stored one."""
    name = options.replay
    if name is None and not options.fresh and (options.resume or options.command_name == "up"):
        stored = home.metadata
        name = stored.plays if isinstance(stored, HomeMetadata) and not stored.is_real else None
    match = open_match(name or DEFAULT_REPLAY, options.speed or _default_speed(options, elsewhere), os.environ)
    if elsewhere:
        _check_elsewhere(elsewhere, options, match)
    return match


def _default_speed(options: argparse.Namespace, elsewhere: OtherEndpoint | None) -> float:
    if elsewhere and not elsewhere.scales:
        return REAL_TIME
    return BROWSER_SPEED if options.search not in (None, DEFAULT_PROVIDER) else DEFAULT_SPEED


def _check_elsewhere(elsewhere: OtherEndpoint, options: argparse.Namespace, match: Match) -> None:
    """Refuse what an AWS at FOOTY_ENDPOINT cannot do."""
    if not match.replayed:
        raise LocalError(f"{ENDPOINT} is for replays: unset it, or the keys of the real services")
    if options.port:
        raise LocalError(f"--port is for the embedded AWS: leave it out, or unset {ENDPOINT}")
    if match.rate != REAL_TIME and not elsewhere.scales:
        raise LocalError(f"Wait states at {elsewhere.url} cannot be scaled: leave --speed out, or unset {ENDPOINT}")


def _requested(match: Match, home: Home, uri: str, elsewhere: OtherEndpoint | None) -> HomeMetadata:
    server = digest(uri.encode()) if uri else EMBEDDED
    aws = digest(elsewhere.url.encode()) if elsewhere else EMBEDDED
    if match.file is None:
        return HomeMetadata(plays=REAL, content="", server=server, database=REAL_DATABASE)
    # a shared MongoDB has one database per home
    database = f"{REPLAY_DATABASE}_{digest(str(home.root).encode())}" if uri else REPLAY_DATABASE
    return HomeMetadata(str(match.file), digest(match.file.read_bytes()), server, database, aws)


def _start_options(options: argparse.Namespace) -> StartOptions:
    return StartOptions(options.fresh, options.resume, options.wipe, starts_over=options.command_name == "demo")


def _start_over(home: Home, requested: HomeMetadata, uri: str) -> None:
    """Empty the home; in the user's own MongoDB only the database of this home's replays."""
    stored = home.metadata
    if uri and requested.is_real and isinstance(stored, HomeMetadata) and stored.is_real:
        raise LocalError(
            f"the real matches are in the database {requested.database} at MONGODB_URI too: "
            f"drop it yourself and remove {home.root}, or use another --home"
        )
    home.start_over(requested)
    if uri and not requested.is_real:
        database = connect(uri, requested.database)
        database.client.drop_database(requested.database)
        database.client.close()


def _set_clock(home: Home, match: Match) -> None:
    """Pause the clock of a replay where it stopped, else at the beginning."""
    clock, now = MatchClock(home.clock), datetime.now(UTC)
    if not match.replayed:
        return clock.write(Pace(time.time(), now, 1.0))
    pace = home.pace()
    # the clock has not passed the end of its last keep-alive
    at = pace.at(pace.until or pace.real) if pace else match.begins_at or now
    return clock.write(Pace(time.time(), at, 0.0))


def _stack(
    home: Home, progress: ProgressLog, match: Match, options: argparse.Namespace, requested: HomeMetadata
) -> Stack:
    return Stack(
        home=home,
        progress=progress,
        replay=match.file,
        rate=match.rate,
        rules=match.rules,
        search=_search(options, match),
        port=options.port,
        database_name=requested.database,
        advice=_advice(options, home, match, requested),
    )


def _advice(options: argparse.Namespace, home: Home, match: Match, requested: HomeMetadata) -> str:
    """Return how to continue after an unexpected end; executions in another AWS continue without this process."""
    if requested.aws != EMBEDDED:
        return f"start over with `{_command(options, home, '--fresh')}`"
    return f"the stored data is intact, continue with `{_command(options, home, '--resume' if match.replayed else '')}`"


def _command(options: argparse.Namespace, home: Home, how: str) -> str:
    values = (
        ("--home", options.home and home.root),
        ("--search", options.search),
        ("--speed", options.speed and f"{options.speed:g}"),
        ("--port", options.port),
    )
    words = [word for name, value in values if value for word in (name, str(value))]
    return shlex.join([".venv/bin/python", "-m", "local", options.command_name, *filter(None, [how]), *words])


def _search(options: argparse.Namespace, match: Match) -> SearchSource:
    """Return the search source; a replay simulates all of them, real matches need a key or a session."""
    if match.replayed:
        return SearchSource(options.search or DEFAULT_PROVIDER)
    return choose_source(options.search or "", os.environ)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
