"""Page of a stack: opened where there is a display, available until Ctrl-C in a terminal."""

import os
import sys
import time
import webbrowser
from collections.abc import Callable, Mapping

from local.process.watch import ended_members
from local.stack.progress import ProgressLog
from local.stack.stack import Stack

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
POLL_SECONDS = 0.5


def open_page(
    links: Mapping[str, str],
    progress: ProgressLog,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    show: Callable[[str], bool] = webbrowser.open,
) -> None:
    """Print the sign-in links, and open the page for a person with a display."""
    for name, link in links.items():
        progress.write(f"{name:<8} {link}")
    if progress.is_terminal and (platform == "darwin" or any(environment.get(name) for name in DISPLAYS)):
        show(links["page"])


def keep_page(stack: Stack, progress: ProgressLog, sleep: Callable[[float], None] = time.sleep) -> None:
    """Keep the stack up after the match, until Ctrl-C in a terminal."""
    if not progress.is_terminal:
        return
    progress.write(f"the match is over; its clips stay at {stack.front.url} until Ctrl-C")
    try:
        while True:
            if ended := ended_members(stack.members):
                stack.restart(ended)
            sleep(POLL_SECONDS)
    except KeyboardInterrupt:
        return
