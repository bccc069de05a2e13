"""Fixtures, goals and clips as tables that fit the terminal they are shown on."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from local.cli.summary import ClipLine, FixtureLine, GoalLine

STYLE = {"validating": "yellow", "extracting": "cyan", "watching": "bold green", "complete": "dim"}
# below it there is no room for how often a goal was seen, and how many of its downloads are through
WIDE = 90
# title, names of the columns, and the lines around them
HEADING_ROWS = 5
CLOCK_ROWS = 1

Row = tuple[str | Text, ...]


def board(now: datetime, fixtures: Sequence[FixtureLine], width: int, height: int) -> RenderableType:
    """The clock and the fixtures; where not everything has room, the newest goals have."""
    clock = Text(f"{now:%A %d %B %Y  %H:%M:%S} UTC", style="bold")
    return Group(clock, *_fitting(fixtures, width, height - CLOCK_ROWS))


def _fitting(fixtures: Sequence[FixtureLine], width: int, height: int) -> Iterator[RenderableType]:
    """Those being played first, as long as there is room; the goals of each share what is left of it."""
    by_life = sorted(fixtures, key=lambda fixture: fixture.home != "active")
    shown = by_life[: max(1, height // (HEADING_ROWS + 1))]
    rows = max(1, height // len(shown) - HEADING_ROWS) if shown else 0
    for fixture in shown:
        yield table(fixture, width, rows)


def table(fixture: FixtureLine, width: int, rows: int | None = None) -> Table:
    """One fixture; in the clips column stand rank, size, popularity, and whether the minute was verified."""
    drawn = Table(title=heading(fixture), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    wide = width >= WIDE
    drawn.add_column("min", no_wrap=True, min_width=6)
    drawn.add_column("goal", no_wrap=True, overflow="ellipsis", max_width=None if wide else 14)
    drawn.add_column("score", no_wrap=True, min_width=5)
    drawn.add_column("state", no_wrap=True, min_width=10)
    if wide:
        drawn.add_column("ticks", no_wrap=True)
        drawn.add_column("done", no_wrap=True)
    drawn.add_column("clips", no_wrap=True, overflow="ellipsis")
    blocks = [_goal_rows(goal, wide=wide) for goal in fixture.goals]
    blocks += [[_removed_row(removed)] for removed in fixture.removed]
    for row in _newest(blocks, rows):
        drawn.add_row(*(row if wide else (*row[:4], row[-1])))
    return drawn


def _newest(blocks: list[list[Row]], limit: int | None) -> list[Row]:
    """All rows, or the last ones that have room: of each goal its first before any second."""
    if limit is None or sum(map(len, blocks)) <= limit:
        return [row for block in blocks for row in block]
    last, rows = blocks[-limit:], list[Row]()
    room = limit - len(last)
    for first, *others in reversed(last):
        more = others[:room]
        rows = [first, *more, *rows]
        room -= len(more)
    return rows


def _goal_rows(goal: GoalLine, *, wide: bool) -> list[Row]:
    first, *others = [clip_text(clip, wide=wide) for clip in goal.clips] or [""]
    what = Text(state(goal), style=STYLE[goal.stage])
    row: Row = (goal.minute, goal.scorer, goal.score, what, str(goal.ticks), f"{goal.finished}/{goal.downloads}", first)
    return [row, *(("", "", "", "", "", "", clip) for clip in others)]


def _removed_row(event_id: str) -> Row:
    return ("", "", "", Text("removed", style="red"), "", "", Text(event_id, style="strike dim", overflow="ellipsis"))


def heading(fixture: FixtureLine) -> str:
    """Who plays whom, how it stands, and how the shoot-out went."""
    minute = f" {fixture.elapsed}'" if fixture.elapsed is not None else ""
    return f"{fixture.teams} {result(fixture)} {fixture.status}{minute}"


def result(fixture: FixtureLine) -> str:
    """The score, and that of the shoot-out beside it."""
    return f"{fixture.score} ({fixture.shootout} on penalties)" if fixture.shootout else fixture.score


def state(goal: GoalLine) -> str:
    """The stage, and that downloads were given up, if they were."""
    return f"{goal.stage}, deadline" if goal.because == "deadline" else goal.stage


def clip_text(clip: ClipLine, *, wide: bool = True) -> str:
    """One clip in few characters."""
    mark = "\N{CHECK MARK}" if clip.status == "verified" else "?"
    weight = f" {clip.megabytes:.1f} MB" if wide else ""
    return f"#{clip.rank} {clip.size}{weight} x{clip.popularity} {mark}"
