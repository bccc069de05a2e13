"""The page of a stack, for whoever sits at this machine."""

import io
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

from local.cli.live_table import Screen
from local.cli.page import offer, stay
from local.stack.stack import Stack

URL = "http://127.0.0.1:8123"


class Paper(io.StringIO):
    """What was said."""

    def screen(self, *, terminal: bool) -> Screen:
        return Screen(Console(file=self, force_terminal=terminal, width=120))


@pytest.mark.parametrize(
    ("terminal", "environment", "platform", "opened"),
    [
        (True, {"DISPLAY": ":0"}, "linux", [URL]),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, "linux", [URL]),
        (True, {}, "darwin", [URL]),
        (True, {}, "linux", []),
        (False, {"DISPLAY": ":0"}, "linux", []),
    ],
)
def test_the_page_is_told_to_all_and_opened_where_somebody_can_see_it(
    terminal: bool,  # noqa: FBT001 - a column of the table
    environment: dict[str, str],
    platform: str,
    opened: list[str],
) -> None:
    paper, shown = Paper(), list[str]()

    def show(url: str) -> bool:
        shown.append(url)
        return True

    offer(URL, paper.screen(terminal=terminal), environment, platform, show)
    assert URL in paper.getvalue()
    assert shown == opened


def test_in_a_terminal_it_stays_until_ctrl_c_and_mends_what_ends() -> None:
    paper, mended, rests = Paper(), list[object](), iter((None, None))

    class Member:
        ending = "exit code 1"

    def rest(_seconds: float) -> None:
        if next(rests, "enough"):
            raise KeyboardInterrupt

    members = {"front": Member()}
    stack = SimpleNamespace(front=SimpleNamespace(url=URL), members=members, mend=mended.append)
    stay(cast("Stack", stack), paper.screen(terminal=True), rest)
    assert "until Ctrl-C" in paper.getvalue()
    assert mended == [{"front": "exit code 1"}] * 3


def test_without_a_terminal_it_ends_at_once() -> None:
    paper = Paper()
    stay(cast("Stack", SimpleNamespace()), paper.screen(terminal=False))
    assert paper.getvalue() == ""
