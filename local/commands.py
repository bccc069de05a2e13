"""What each command of the local stack does."""

import argparse
import json
import os
import signal
import time
from datetime import UTC, datetime
from types import FrameType

from footy.clock import Pace
from local.errors import LocalError
from local.home import Home
from local.logs import newest_lines
from local.match import Match, open_match
from local.patience import START_SECONDS
from local.screen import Screen
from local.stack import Stack, is_running
from local.status import status_of

UNFINISHED = 1


def demo(options: argparse.Namespace) -> int:
    """Plays a match day to its end, then stops everything."""
    home = _home(options)
    if not options.resume and not is_running(home):
        home.wipe()
        home.prepare()
    screen = Screen()
    match = open_match(options.replay, options.speed, os.environ)
    began = time.monotonic()
    with stack_for(home, screen, match, options) as stack:
        ready = time.monotonic()
        screen.say(f"{match.title}  [dim]{match.rate:g} match seconds per second[/]")
        summary = match.play(stack, screen, stays=False)
        summary.seconds = {"setup": ready - began, "match": time.monotonic() - ready}
    screen.conclude(summary)
    if options.json:
        _write_json(options, summary.as_json())
    return UNFINISHED if summary.problems else 0


def up(options: argparse.Namespace) -> int:
    """Keeps the stack up, and its match going, until it is told to stop."""
    home, screen = _home(options), Screen()
    match = open_match(options.replay, options.speed, os.environ)
    with stack_for(home, screen, match, options) as stack:
        screen.say(f"AWS {stack.aws.url}  MongoDB {stack.mongo_uri}  (Ctrl-C stops)")
        match.play(stack, screen, stays=True)
    return 0


def down(options: argparse.Namespace) -> int:
    """Stops the stack of a folder by the process that started it."""
    home = Home(options.home.resolve())
    facts = home.recall()
    if facts is None or not is_running(home):
        print(f"nothing runs from {home.root}")
        return 0
    os.kill(facts["stack"], signal.SIGTERM)
    deadline = time.monotonic() + START_SECONDS
    while is_running(home) and time.monotonic() < deadline:
        time.sleep(0.1)
    if is_running(home):
        raise LocalError(f"the stack (process {facts['stack']}) did not stop within {START_SECONDS:.0f} s")
    print("stopped")
    return 0


def status(options: argparse.Namespace) -> int:
    """Tells what runs and where."""
    facts = status_of(Home(options.home.resolve()))
    if options.json:
        print(json.dumps(facts, indent=2, default=str))
    else:
        for name, fact in facts.items():
            print(f"{name:<12} {fact}")
    return 0


def logs(options: argparse.Namespace) -> int:
    """Shows the newest lines of what the stack and its functions wrote."""
    for line in newest_lines(Home(options.home.resolve()), options.function, options.lines):
        print(line)
    return 0


def _home(options: argparse.Namespace) -> Home:
    home = Home(options.home.resolve())
    home.prepare()
    return home


def stack_for(home: Home, screen: Screen, match: Match, options: argparse.Namespace) -> Stack:
    """The stack that a match is played on; it begins paused where the match begins."""
    signal.signal(signal.SIGTERM, _interrupt)
    if not home.clock.exists() or not match.replayed:
        Stack.clock_of(home).write(Pace(time.time(), match.begins_at or datetime.now(UTC), 0.0))
    return Stack(
        home=home,
        screen=screen,
        replay=match.file,
        rate=match.rate,
        rules=match.rules,
        port=options.port,
    )


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _write_json(options: argparse.Namespace, content: object) -> None:
    try:
        options.json.write_text(json.dumps(content, indent=2, default=str) + "\n")
    except OSError as refusal:
        raise LocalError(f"{options.json} cannot be written: {refusal.strerror}") from refusal
