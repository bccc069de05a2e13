"""How a match day is opened: everything is checked before anything is touched."""

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
from footy.goals.settings import Settings
from local.aws.choice import endpoint
from local.aws.endpoint import ENDPOINT, Endpoint
from local.cli.live_table import Screen
from local.cli.match import Match, open_match
from local.mongo.sockets import check_address
from local.process.disk import check_room
from local.process.errors import LocalError
from local.stack.home import REAL_HOME, REPLAYS_HOME, Home
from local.stack.home_metadata import EMBEDDED, REAL, Holding, Wish, course, digest
from local.stack.search_sources import USUAL, Searching, chosen
from local.stack.stack import Stack

DEFAULT_SPEED, BROWSER_SPEED, REAL_TIME = 60.0, 20.0, 1.0
DEFAULT_REPLAY = "world-cup-final-2022"
REAL_DATABASE = Settings.read({}).mongodb_database
REPLAY_DATABASE = "footy_replay"


@dataclass(frozen=True, slots=True)
class Opening:
    """A match day and the stack that it is played on."""

    match: Match
    stack: Stack
    home: Home


@contextmanager
def opened(options: argparse.Namespace, screen: Screen) -> Iterator[Opening]:
    """The home is ours and ready, and its clock stands; the stack has not been started."""
    signal.signal(signal.SIGTERM, _interrupt)
    home = home_of(options)
    with home.possess():
        check_room(home.root)
        elsewhere = endpoint()
        if elsewhere:
            elsewhere.start()
        match = _match(options, home, elsewhere)
        uri = os.environ.get("MONGODB_URI", "")
        if uri:
            check_address(uri)
        wanted = _wanted(match, home, uri, elsewhere)
        home.prepare()
        if course(home.holding, wanted, _wish(options)) == "begin":
            _begin(home, wanted, uri)
        _set_clock(home, match)
        yield Opening(match, _stack(home, screen, match, options, wanted), home)


def home_of(options: argparse.Namespace) -> Home:
    """The home that is named, else the one of replays, or the one of real matches where there are keys for them."""
    if options.home:
        return Home(Path(options.home).resolve())
    return Home(REAL_HOME if os.environ.get("API_FOOTBALL_KEY") else REPLAYS_HOME)


def homes_of(options: argparse.Namespace) -> list[Home]:
    """The home that is named, else those that may be meant: one that runs comes first."""
    if options.home:
        return [Home(Path(options.home).resolve())]
    return sorted((Home(REPLAYS_HOME), Home(REAL_HOME)), key=lambda home: home.owner is None)


def _match(options: argparse.Namespace, home: Home, elsewhere: Endpoint | None) -> Match:
    """What is asked for; to go on without a name means what the home holds."""
    name = options.replay
    if name is None and not options.fresh and (options.resume or options.command_name == "up"):
        held = home.holding
        name = held.plays if isinstance(held, Holding) and not held.is_real else None
    match = open_match(name or DEFAULT_REPLAY, options.speed or _usual_speed(options, elsewhere), os.environ)
    if elsewhere:
        _check_elsewhere(elsewhere, options, match)
    return match


def _usual_speed(options: argparse.Namespace, elsewhere: Endpoint | None) -> float:
    if elsewhere and not elsewhere.scales:
        return REAL_TIME
    return BROWSER_SPEED if options.search not in (None, USUAL) else DEFAULT_SPEED


def _check_elsewhere(elsewhere: Endpoint, options: argparse.Namespace, match: Match) -> None:
    """Refuses what an AWS cannot do that is not ours."""
    if not match.replayed:
        raise LocalError(f"{ENDPOINT} is for replays: unset it, or the keys of the real services")
    if options.port:
        raise LocalError(f"--port is for the embedded AWS: leave it out, or unset {ENDPOINT}")
    if match.rate != REAL_TIME and not elsewhere.scales:
        raise LocalError(f"waits at {elsewhere.url} last as long as they say: leave --speed out, or unset {ENDPOINT}")


def _wanted(match: Match, home: Home, uri: str, elsewhere: Endpoint | None) -> Holding:
    server = digest(uri.encode()) if uri else EMBEDDED
    aws = digest(elsewhere.url.encode()) if elsewhere else EMBEDDED
    if match.file is None:
        return Holding(plays=REAL, content="", server=server, database=REAL_DATABASE)
    # in a MongoDB that others use too, every home has its own
    database = f"{REPLAY_DATABASE}_{digest(str(home.root).encode())}" if uri else REPLAY_DATABASE
    return Holding(str(match.file), digest(match.file.read_bytes()), server, database, aws)


def _wish(options: argparse.Namespace) -> Wish:
    return Wish(options.fresh, options.resume, options.wipe, begins=options.command_name == "demo")


def _begin(home: Home, wanted: Holding, uri: str) -> None:
    """Empties the home; in a MongoDB of the user's own only the database of this home's replays."""
    held = home.holding
    if uri and wanted.is_real and isinstance(held, Holding) and held.is_real:
        raise LocalError(
            f"the real matches are in the database {wanted.database} at MONGODB_URI too: "
            f"drop it yourself and remove {home.root}, or take another --home"
        )
    home.begin(wanted)
    if uri and not wanted.is_real:
        database = connect(uri, wanted.database)
        database.client.drop_database(wanted.database)
        database.client.close()


def _set_clock(home: Home, match: Match) -> None:
    """A replay's clock stands from now until the day begins: where it was, else at its beginning."""
    clock, now = MatchClock(home.clock), datetime.now(UTC)
    if not match.replayed:
        return clock.write(Pace(time.time(), now, 1.0))
    pace = home.pace()
    # nobody has seen a later moment than the one until which it was led
    at = pace.at(pace.until or pace.real) if pace else match.begins_at or now
    return clock.write(Pace(time.time(), at, 0.0))


def _stack(home: Home, screen: Screen, match: Match, options: argparse.Namespace, wanted: Holding) -> Stack:
    return Stack(
        home=home,
        screen=screen,
        replay=match.file,
        rate=match.rate,
        rules=match.rules,
        searching=_searching(options, match),
        port=options.port,
        database_name=wanted.database,
        onward=_onward(options, home, match, wanted),
    )


def _onward(options: argparse.Namespace, home: Home, match: Match, wanted: Holding) -> str:
    """The call that goes on as this one began; what runs in an AWS that is not ours goes on without us."""
    if wanted.aws != EMBEDDED:
        return f"begin anew with `{_again(options, home, '--fresh')}`"
    return f"what is stored is whole, go on with `{_again(options, home, '--resume' if match.replayed else '')}`"


def _again(options: argparse.Namespace, home: Home, how: str) -> str:
    given = (
        ("--home", options.home and home.root),
        ("--search", options.search),
        ("--speed", options.speed and f"{options.speed:g}"),
        ("--port", options.port),
    )
    chosen = [word for name, value in given if value for word in (name, str(value))]
    return shlex.join([".venv/bin/python", "-m", "local", options.command_name, *filter(None, [how]), *chosen])


def _searching(options: argparse.Namespace, match: Match) -> Searching:
    """Of a replay both are simulated; in real life there has to be a key, or a session."""
    return Searching(options.search or USUAL) if match.replayed else chosen(options.search or "", os.environ)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
