"""Page of a stack: opened with a display, kept up in a terminal."""

from types import SimpleNamespace
from typing import cast

import pytest

from local.cli.page import keep_page, open_page
from local.stack.progress import ProgressLog
from local.stack.stack import Stack
from tests.support.local_stack import DeadMember, Terminal

URL = "http://127.0.0.1:8123"
LINKS = {"page": URL, "console": f"{URL}/ops#key=k"}


@pytest.mark.parametrize(
    ("is_terminal", "environment", "platform", "opened"),
    [
        (True, {"DISPLAY": ":0"}, "linux", [URL]),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, "linux", [URL]),
        (True, {}, "darwin", [URL]),
        (True, {}, "linux", []),
        (False, {"DISPLAY": ":0"}, "linux", []),
    ],
)
def test_page_is_opened_only_with_a_display(
    *, is_terminal: bool, environment: dict[str, str], platform: str, opened: list[str]
) -> None:
    output, urls = Terminal(is_terminal=is_terminal), list[str]()

    def show(url: str) -> bool:
        urls.append(url)
        return True

    open_page(LINKS, ProgressLog(output), environment, platform, show)
    assert output.getvalue().split() == ["page", URL, "console", f"{URL}/ops#key=k"]
    assert urls == opened


def test_page_stays_until_ctrl_c_and_ended_members_restart() -> None:
    output, restarted, pauses = Terminal(is_terminal=True), list[object](), iter((None, None))

    def sleep(_seconds: float) -> None:
        if next(pauses, "Ctrl-C"):
            raise KeyboardInterrupt

    members = {"front": DeadMember()}
    stack = SimpleNamespace(front=SimpleNamespace(url=URL), members=members, restart=restarted.append)
    keep_page(cast("Stack", stack), ProgressLog(output), sleep)
    assert "until Ctrl-C" in output.getvalue()
    assert restarted == [{"front": "exit code 1"}] * 3


def test_page_ends_at_once_without_a_terminal() -> None:
    output = Terminal()
    keep_page(cast("Stack", SimpleNamespace()), ProgressLog(output))
    assert output.getvalue() == ""
