"""The commands of the local stack, and how each failure is told."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from local.commands import demo, down, logs, status, up
from local.errors import LocalError
from local.home import PROJECT

DEFAULT_REPLAY = "world-cup-final-2022"
DEFAULT_SPEED = 60.0
BAD_INPUT = 2


def main(arguments: Sequence[str]) -> int:
    """Runs one command; what is wrong with the machine or the call is one line and exit code 2."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except LocalError as wrong:
        sys.stderr.write(f"found-footy: {wrong}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m local",
        description="found-footy on this machine: an embedded AWS, an embedded MongoDB, and match days played on them.",
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    playing = argparse.ArgumentParser(add_help=False)
    playing.add_argument("--replay", default=DEFAULT_REPLAY, help="name or file of a match day (default: %(default)s)")
    speed = "match seconds per second at most, for the clock yields while work lags behind (default: %(default)g)"
    playing.add_argument("--speed", type=_speed, default=DEFAULT_SPEED, help=speed)
    playing.add_argument("--port", type=_port, help="port of the embedded AWS (default: a free one)")

    here = argparse.ArgumentParser(add_help=False)
    here.add_argument("--home", type=Path, default=PROJECT / ".local" / "stack", help="folder of the stack's data")

    play = commands.add_parser("demo", parents=[playing, here], help="play a match day to its end")
    play.add_argument("--json", type=Path, metavar="FILE", help="write the summary there")
    play.add_argument("--resume", action="store_true", help="go on with the match that was interrupted")
    play.set_defaults(command=demo)

    stay = commands.add_parser(
        "up",
        parents=[playing, here],
        help="start and stay up: on the real services when API_FOOTBALL_KEY and X_BEARER_TOKEN are set, else a replay",
    )
    stay.set_defaults(command=up)

    commands.add_parser("down", parents=[here], help="stop what `up` or `demo` started").set_defaults(command=down)

    ask = commands.add_parser("status", parents=[here], help="what runs, and where")
    ask.add_argument("--json", action="store_true", help="as JSON")
    ask.set_defaults(command=status)

    read = commands.add_parser("logs", parents=[here], help="the newest log lines of the stack and its functions")
    read.add_argument("--lines", type=int, default=40)
    read.add_argument("--function", help="only this function, by its folder in lambdas/")
    read.set_defaults(command=logs)
    return parser


def _speed(text: str) -> float:
    speed = float(text)
    if not 1 <= speed <= 240:  # noqa: PLR2004 - below real time nothing is won, above it nothing keeps up
        raise argparse.ArgumentTypeError(f"{text} is not between 1 and 240")
    return speed


def _port(text: str) -> int:
    port = int(text)
    if not 0 < port < 65536:  # noqa: PLR2004 - the range of ports
        raise argparse.ArgumentTypeError(f"{text} is not a port")
    return port
