"""The commands of the local stack, and how each failure is told."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from footy.goals.container import SEARCH_PROVIDERS
from local.cli.commands import demo, down, images, logs, status, up
from local.cli.inspect import add_commands
from local.cli.opening import BROWSER_SPEED, DEFAULT_REPLAY, DEFAULT_SPEED, home_of
from local.process.disk import fullness
from local.process.errors import LocalError, StackEnded
from local.stack.home_metadata import REAL, UNKNOWN

INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Runs one command; whatever ends it before its time is one line, and an exit code that says what kind."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        code = command(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        if not _is_unheard():
            raise
        return 0
    except (LocalError, OSError) as wrong:
        full = fullness(wrong, home_of(options).root)
        if not full and not isinstance(wrong, LocalError):
            raise
        sys.stderr.write(f"found-footy: {' '.join((full or str(wrong)).split())}\n")
        return wrong.code if isinstance(wrong, LocalError) else StackEnded.code
    except KeyboardInterrupt:
        return INTERRUPTED


def _is_unheard() -> bool:
    """Whether nobody reads what is printed any more; from then on it goes nowhere, also what is said at the end."""
    try:
        print(flush=True)  # the pipe may have been another one
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        return True
    return False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m local",
        description="found-footy on this machine: an embedded AWS, an embedded MongoDB, and match days played on them.",
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    playing = argparse.ArgumentParser(add_help=False)
    playing.add_argument("--replay", help=f"name or file of a match day (default: {DEFAULT_REPLAY})")
    speed = "match seconds per second at most, for the clock yields while work lags behind"
    usual = f"(default: {DEFAULT_SPEED:g}, and {BROWSER_SPEED:g} with a browser, which needs a second for a search)"
    playing.add_argument("--speed", type=_speed, help=f"{speed} {usual}")
    playing.add_argument("--port", type=_port, help="port of the embedded AWS (default: a free one)")

    search = "who searches for posts (default: x, or what there are keys for; `auto`: the API, then the session)"
    playing.add_argument("--search", choices=tuple(SEARCH_PROVIDERS), help=search)

    playing.add_argument("--fresh", action="store_true", help="begin anew, whatever replay was played before")
    playing.add_argument("--resume", action="store_true", help="go on with the match day that was interrupted")
    forgets = "forget also what no replay can bring back: the real matches, or data of unknown kind"
    playing.add_argument("--wipe", choices=[REAL, UNKNOWN], help=forgets)

    here = argparse.ArgumentParser(add_help=False)
    here.add_argument("--home", type=Path, help="folder of the data (default: .local/stack, real matches .local/real)")

    play = commands.add_parser("demo", parents=[playing, here], help="play a match day to its end")
    play.add_argument("--json", type=Path, metavar="FILE", help="write the summary there")
    play.set_defaults(command=demo, command_name="demo")

    stay = commands.add_parser(
        "up",
        parents=[playing, here],
        help="start and stay up: on the real services when there are keys for fixtures and posts, else a replay",
    )
    stay.set_defaults(command=up, command_name="up")

    commands.add_parser("down", parents=[here], help="stop what `up` or `demo` started").set_defaults(command=down)

    ask = commands.add_parser("status", parents=[here], help="what runs, and where")
    ask.add_argument("--json", action="store_true", help="as JSON")
    ask.set_defaults(command=status)

    pictures = commands.add_parser("images", parents=[here], help="images of an organisation, on a stack that runs")
    pictures.add_argument("what", choices=["add", "list", "retry", "remove"])
    pictures.add_argument("names", nargs="*", help="files to add, or names of images")
    pictures.add_argument("--organization", default="my-club", help="whose they are (default: %(default)s)")
    pictures.set_defaults(command=images)

    read = commands.add_parser("logs", parents=[here], help="the newest log lines of the stack and its functions")
    read.add_argument("--lines", type=int, default=40)
    read.add_argument("--function", help="only this function, by its folder in lambdas/")
    read.set_defaults(command=logs)
    add_commands(commands, here)
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
