"""Builders of small replay files."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from local.replay import bodies
from local.replay.bodies import EventBody, FixtureBody
from local.replay.model import Replay

FIXTURE = 501
KICK_OFF = datetime(2024, 5, 4, 15, 0, tzinfo=UTC)

_DAY = """
title = "A small day"
[players]
nine = {{ id = 9, name = "A. Nine" }}
ten = {{ id = 10, name = "B. Ten" }}
nameless = {{ name = "C. Nameless" }}
{before}
[[fixture]]
id = 501
kick_off = 2024-05-04T15:00:00Z
{fixture}
venue = {{ name = "Ground", city = "Town" }}
league = {{ id = 39, name = "Premier League", country = "England", season = 2023, round = "Regular Season - 36" }}
home = {{ id = 1, name = "Reds", code = "RED", shirt = "#cc0000" }}
away = {{ id = 2, name = "Blues", code = "BLU", shirt = "#0000cc" }}
{time}
{after}
"""


def day_text(
    after: str = "",
    *,
    before: str = "",
    fixture: str = "",
    time: str = "time = { added = [2, 4], breaks = [15] }",
) -> str:
    """Return a replay file of one match; `after` contains its rows."""
    return _DAY.format(before=before, fixture=fixture, time=time, after=after)


def load(folder: Path, text: str) -> Replay:
    file = folder / "day.toml"
    file.write_text(text, encoding="utf-8")
    return Replay.load(file)


def a_day(folder: Path, after: str = "", **parts: str) -> Replay:
    return load(folder, day_text(after, **parts))


def a_goal(minute: str = "10", side: str = "home", detail: str = "Normal Goal", more: str = "") -> str:
    """Return a goal by player nine in the middle of its minute, which the API shows after 20 seconds."""
    head = f'minute = "{minute}"\nside = "{side}"\ndetail = "{detail}"\nplayer = "nine"\nappears = 20\n'
    return f"[[fixture.row]]\n{head}{more}\n"


def played(minutes: float, seconds: float = 0) -> datetime:
    """Return a moment after the kick-off."""
    return KICK_OFF + timedelta(minutes=minutes, seconds=seconds)


def after_goal(seconds: float, minute: int = 10) -> datetime:
    """Return a moment after a goal of the first half."""
    return played(minute - 1, 30 + seconds)


def body(day: Replay, at: datetime) -> FixtureBody:
    fixture = day.fixture(FIXTURE)
    assert fixture
    return bodies.with_events(fixture, at)


def events(day: Replay, at: datetime) -> list[EventBody]:
    return body(day, at)["events"]
