"""Small match days, written as replay files are and loaded as they are."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

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
    """A replay file of one match with these parts added; `after` holds its rows."""
    return _DAY.format(before=before, fixture=fixture, time=time, after=after)


def load(folder: Path, text: str) -> Replay:
    file = folder / "day.toml"
    file.write_text(text, encoding="utf-8")
    return Replay.load(file)


def a_day(folder: Path, after: str = "", **parts: str) -> Replay:
    return load(folder, day_text(after, **parts))


def a_goal(minute: str = "10", side: str = "home", detail: str = "Normal Goal", more: str = "") -> str:
    """One goal by player nine, seen by the API after 20 seconds; it fell in the middle of its minute."""
    head = f'minute = "{minute}"\nside = "{side}"\ndetail = "{detail}"\nplayer = "nine"\nappears = 20\n'
    return f"[[fixture.row]]\n{head}{more}\n"


def played(minutes: float, seconds: float = 0) -> datetime:
    """So long after the kick-off."""
    return KICK_OFF + timedelta(minutes=minutes, seconds=seconds)


def after_goal(seconds: float, minute: int = 10) -> datetime:
    """So long after a goal of the first half fell."""
    return played(minute - 1, 30 + seconds)


def body(day: Replay, at: datetime) -> FixtureBody:
    return day.body(FIXTURE, at)


def events(day: Replay, at: datetime) -> list[EventBody]:
    return body(day, at)["events"]
