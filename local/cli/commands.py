"""Commands of the local stack."""

import argparse
import json
import os
import signal
import time
from contextlib import closing
from pathlib import Path

from footy.images.rules.identity import is_organization_id
from local.cli.image_client import ImageClient, StackAddress
from local.cli.image_commands import image_table, run_image_command
from local.cli.image_demo import run_image_demo
from local.cli.match_log import print_summary
from local.cli.opening import open_stack, running_home_of
from local.cli.page import keep_page, open_page
from local.cli.status import status_of
from local.cli.summary import Summary
from local.mongo.sockets import without_password
from local.process.errors import LocalError
from local.process.timeouts import START_SECONDS, wait_until
from local.stack.logs import newest_lines
from local.stack.progress import ProgressLog

UNFINISHED = 1


def demo(options: argparse.Namespace) -> int:
    """Play a match day to its end, then stop; in a terminal after Ctrl-C."""
    if options.json:
        _check_json(options.json)
    progress, started = ProgressLog(), time.monotonic()
    with open_stack(options, progress) as opening:
        match = opening.match
        with opening.stack as stack:
            ready = time.monotonic()
            open_page(stack.links, progress)
            progress.write(f"{match.title}: {match.duration}")
            summary = match.play(stack, progress, stays=False)
            summary.seconds = {"setup": ready - started, "match": time.monotonic() - ready}
            print_summary(summary, progress)
            _write_json(options.json, summary)  # what follows may fail
            summary.problems += run_image_demo(stack, progress)
            _write_json(options.json, summary)
            keep_page(stack, progress)
    return UNFINISHED if summary.problems else 0


def up(options: argparse.Namespace) -> int:
    """Keep the stack and its match day running until Ctrl-C or SIGTERM."""
    progress = ProgressLog()
    with open_stack(options, progress) as opening, opening.stack as stack:
        open_page(stack.links, progress)
        progress.write(f"AWS {stack.aws.url}  MongoDB {without_password(stack.mongo_uri)}  (Ctrl-C stops)")
        opening.match.play(stack, progress, stays=True)
    return 0


def down(options: argparse.Namespace) -> int:
    """Stop the running stack."""
    home = running_home_of(options)
    owner = home.owner
    if owner is None:
        print(f"nothing runs from {home.root}")
        return 0
    os.kill(owner, signal.SIGTERM)
    if not wait_until(lambda: home.owner != owner, START_SECONDS):
        raise LocalError(f"the stack (process {owner}) did not stop within {START_SECONDS:.0f} s")
    print("stopped")
    return 0


def status(options: argparse.Namespace) -> int:
    """Print what runs, and where."""
    facts = status_of(running_home_of(options))
    if options.json:
        print(json.dumps(facts, indent=2, default=str))
    else:
        for name, fact in facts.items():
            print(f"{name:<12} {fact}")
    return 0


def images(options: argparse.Namespace) -> int:
    """Run an image command of an organisation."""
    if not is_organization_id(options.organization):
        raise LocalError("an organisation has 1 to 64 small letters, digits and dashes: correct --organization")
    with closing(ImageClient(StackAddress.of(running_home_of(options)), options.organization)) as client:
        for line in image_table(run_image_command(client, options.action, options.names)):
            print(line)
    return 0


def logs(options: argparse.Namespace) -> int:
    """Print the newest log lines of the stack and its functions."""
    for line in newest_lines(running_home_of(options), options.function, options.lines):
        print(line)
    return 0


def _check_json(file: Path) -> None:
    """Refuse a file that cannot be written before the match, not after it."""
    existed = file.exists()
    try:
        file.open("a").close()
    except OSError as refusal:
        raise LocalError(f"{file} cannot be written: {refusal.strerror}") from refusal
    if not existed:
        file.unlink()


def _write_json(file: Path | None, summary: Summary) -> None:
    if file is None:
        return
    try:
        file.write_text(json.dumps(summary.as_json(), indent=2, default=str) + "\n")
    except OSError as refusal:
        raise LocalError(f"{file} cannot be written: {refusal.strerror}") from refusal
