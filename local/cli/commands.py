"""What each command of the local stack does."""

import argparse
import json
import os
import signal
import time
from contextlib import closing
from pathlib import Path

from footy.images.rules.identity import is_organization_id
from local.cli.image_commands import attend, table
from local.cli.image_demo import exhibit
from local.cli.images import Place, Studio
from local.cli.live_table import Screen
from local.cli.logs import newest_lines
from local.cli.opening import homes_of, opened
from local.cli.page import offer, stay
from local.cli.status import status_of
from local.cli.summary import Summary
from local.mongo.sockets import without_password
from local.process.errors import LocalError
from local.process.timeouts import START_SECONDS, eventually
from local.stack.home import Home

UNFINISHED = 1


def demo(options: argparse.Namespace) -> int:
    """Plays a match day to its end, and stops everything when nobody looks on."""
    if options.json:
        _check_json(options.json)
    screen, began = Screen(), time.monotonic()
    with opened(options, screen) as opening:
        match = opening.match
        with opening.stack as stack:
            ready = time.monotonic()
            offer(stack.front.url, screen)
            screen.say(f"{match.title}  [dim]{match.ending}[/]")
            summary = match.play(stack, screen, stays=False)
            summary.seconds = {"setup": ready - began, "match": time.monotonic() - ready}
            screen.conclude(summary)
            _write_json(options.json, summary)  # what comes now may end before it can be told
            summary.problems += exhibit(stack, screen)
            _write_json(options.json, summary)
            stay(stack, screen)
    return UNFINISHED if summary.problems else 0


def up(options: argparse.Namespace) -> int:
    """Keeps the stack up, and its match going, until it is told to stop."""
    screen = Screen()
    with opened(options, screen) as opening, opening.stack as stack:
        offer(stack.front.url, screen)
        screen.say(f"AWS {stack.aws.url}  MongoDB {without_password(stack.mongo_uri)}  (Ctrl-C stops)")
        opening.match.play(stack, screen, stays=True)
    return 0


def down(options: argparse.Namespace) -> int:
    """Stops the stack of a folder by the process that holds its lock."""
    homes = homes_of(options)
    running = [(home, owner) for home in homes if (owner := home.owner) is not None]
    for home, owner in running:
        _stop(home, owner)
    print("stopped" if running else f"nothing runs from {homes[0].root}")
    return 0


def status(options: argparse.Namespace) -> int:
    """Tells what runs and where."""
    facts = status_of(homes_of(options)[0])
    if options.json:
        print(json.dumps(facts, indent=2, default=str))
    else:
        for name, fact in facts.items():
            print(f"{name:<12} {fact}")
    return 0


def images(options: argparse.Namespace) -> int:
    """What an organisation does with its images: each command ends when it is done."""
    if not is_organization_id(options.organization):
        raise LocalError("an organisation is of 1 to 64 small letters, digits and dashes")
    with closing(Studio(Place.of(homes_of(options)[0]), options.organization)) as studio:
        for line in table(attend(studio, options.what, options.names)):
            print(line)
    return 0


def logs(options: argparse.Namespace) -> int:
    """Shows the newest lines of what the stack and its functions wrote."""
    for line in newest_lines(homes_of(options)[0], options.function, options.lines):
        print(line)
    return 0


def _stop(home: Home, owner: int) -> None:
    os.kill(owner, signal.SIGTERM)
    if not eventually(lambda: home.owner != owner, START_SECONDS):
        raise LocalError(f"the stack (process {owner}) did not stop within {START_SECONDS:.0f} s")


def _check_json(file: Path) -> None:
    """Told before the match, not after it."""
    known = file.exists()
    try:
        file.open("a").close()
    except OSError as refusal:
        raise LocalError(f"{file} cannot be written: {refusal.strerror}") from refusal
    if not known:
        file.unlink()


def _write_json(file: Path | None, summary: Summary) -> None:
    """Where that was asked for."""
    if file is None:
        return
    try:
        file.write_text(json.dumps(summary.as_json(), indent=2, default=str) + "\n")
    except OSError as refusal:
        raise LocalError(f"{file} cannot be written: {refusal.strerror}") from refusal
