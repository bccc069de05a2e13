"""Command line of the local stack: every failure is one line and an exit code."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from footy.goals.container import SEARCH_PROVIDERS
from local.cli.commands import demo, down, images, logs, status, up
from local.cli.opening import BROWSER_SPEED, DEFAULT_REPLAY, DEFAULT_SPEED, home_of
from local.process.disk import disk_error
from local.process.errors import LocalError, StackEnded
from local.stack.home_metadata import REAL, UNKNOWN
from local.stack.sign_in import ORGANIZATION

INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        code = command(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        if not _is_output_closed():
            raise
        return 0
    except (LocalError, OSError) as error:
        message = disk_error(error, home_of(options).root)
        if not message and not isinstance(error, LocalError):
            raise
        sys.stderr.write(f"found-footy: {' '.join((message or str(error)).split())}\n")
        return error.code if isinstance(error, LocalError) else StackEnded.code
    except KeyboardInterrupt:
        return INTERRUPTED


def _is_output_closed() -> bool:
    """Return whether the reader of standard output has closed it, as `head` does; then discard all output."""
    try:
        print(flush=True)
    except BrokenPipeError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
        return True
    return False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m local",
        description="found-footy on this machine: an embedded AWS, an embedded MongoDB, and match days played on them.",
    )
    commands = parser.add_subparsers(required=True, metavar="command")
    home = argparse.ArgumentParser(add_help=False)
    home.add_argument("--home", type=Path, help="folder of the data (default: .local/stack, real matches .local/real)")
    replay = _replay_options()

    command = commands.add_parser("demo", parents=[replay, home], help="play a match day to its end")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the summary to this file")
    command.set_defaults(command=demo, command_name="demo")

    command = commands.add_parser(
        "up",
        parents=[replay, home],
        help="start and stay up: with the real services when there are keys for fixtures and posts, else a replay",
    )
    command.set_defaults(command=up, command_name="up")

    commands.add_parser("down", parents=[home], help="stop what `up` or `demo` started").set_defaults(command=down)

    command = commands.add_parser("status", parents=[home], help="what runs, and where")
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(command=status)

    command = commands.add_parser("images", parents=[home], help="images of an organisation, on a running stack")
    command.add_argument("action", choices=["add", "list", "retry", "remove"])
    command.add_argument("names", nargs="*", help="files to add, or names of images")
    command.add_argument("--organization", default=ORGANIZATION, help="owner of the images (default: %(default)s)")
    command.set_defaults(command=images)

    command = commands.add_parser("logs", parents=[home], help="the newest log lines of the stack and its functions")
    command.add_argument("--lines", type=int, default=40)
    command.add_argument("--function", help="only this function, by its folder in lambdas/")
    command.set_defaults(command=logs)
    return parser


def _replay_options() -> argparse.ArgumentParser:
    """Return the options that `demo` and `up` share."""
    options = argparse.ArgumentParser(add_help=False)
    options.add_argument("--replay", help=f"name or file of a match day (default: {DEFAULT_REPLAY})")
    options.add_argument(
        "--speed",
        type=_speed,
        help="highest number of match seconds per second, because the clock slows down while work lags behind "
        f"(default: {DEFAULT_SPEED:g}, and {BROWSER_SPEED:g} with a browser, which needs a second for a search)",
    )
    options.add_argument("--port", type=_port, help="port of the embedded AWS (default: a free one)")
    options.add_argument(
        "--search",
        choices=tuple(SEARCH_PROVIDERS),
        help="search for posts (default: x, or what there are keys for; `auto`: the API, then the session)",
    )
    options.add_argument("--fresh", action="store_true", help="start over, whichever replay was played before")
    options.add_argument("--resume", action="store_true", help="continue the match day that was interrupted")
    options.add_argument(
        "--wipe",
        choices=[REAL, UNKNOWN],
        help="also delete what no replay can restore: the real matches, or unknown data",
    )
    return options


def _speed(text: str) -> float:
    speed = float(text)
    if not 1 <= speed <= 240:  # noqa: PLR2004 - slower than real time is useless, and nothing keeps up with more
        raise argparse.ArgumentTypeError(f"{text} is not between 1 and 240")
    return speed


def _port(text: str) -> int:
    port = int(text)
    if not 0 < port < 65536:  # noqa: PLR2004 - the range of ports
        raise argparse.ArgumentTypeError(f"{text} is not a port")
    return port
