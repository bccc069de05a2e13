"""The page for whoever sits at this machine: opened where there is a display, there until Ctrl-C in a terminal."""

import os
import sys
import time
import webbrowser
from collections.abc import Callable, Mapping

from local.cli.live_table import Screen
from local.process.processes import ended_of
from local.stack.stack import Stack

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
LOOK_EVERY = 0.5


def offer(
    url: str,
    screen: Screen,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    show: Callable[[str], bool] = webbrowser.open,
) -> None:
    """Says where the page is, and opens it for a person who can see it."""
    screen.say(f"page [bold]{url}[/]")
    if screen.is_terminal and (platform == "darwin" or any(environment.get(name) for name in DISPLAYS)):
        show(url)


def stay(stack: Stack, screen: Screen, rest: Callable[[float], None] = time.sleep) -> None:
    """Goes on after the match, its clock standing, until somebody in a terminal has seen enough."""
    if not screen.is_terminal:
        return
    screen.say(f"the match is over; its clips stay at [bold]{stack.front.url}[/] until Ctrl-C")
    try:
        while True:
            if ended := ended_of(stack.members):
                stack.mend(ended)
            rest(LOOK_EVERY)
    except KeyboardInterrupt:
        return
