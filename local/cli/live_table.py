"""The match day on a terminal: what is set up, then the clock, the goals and their clips."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from rich.console import Console
from rich.live import Live

from local.cli.summary import FixtureLine, GoalLine, Summary
from local.cli.tables import board, clip_text, result, state, table

PLAIN_WIDTH = 120


class Screen:
    """Draws on a terminal, or writes plain lines of what changed where there is none."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or _console()
        self._told: dict[str, str] = {}
        self._live: Live | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads along."""
        return self._console.is_terminal

    def say(self, text: str) -> None:
        self._console.print(text, highlight=False, soft_wrap=True)

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """Shows that something takes a while, and how long it took."""
        started = datetime.now().astimezone()
        if self._console.is_terminal:
            with self._console.status(what):
                yield
        else:
            yield
        seconds = (datetime.now().astimezone() - started).total_seconds()
        self._console.print(f"[green]ok[/] {what} [dim]{seconds:.1f} s[/]", highlight=False)

    @contextmanager
    def match(self) -> Iterator[None]:
        """The part of the screen that is redrawn while a match is played."""
        if not self._console.is_terminal:
            yield
            return
        with Live(console=self._console, refresh_per_second=4) as self._live:
            yield
            self._live.transient = True  # what is concluded takes its place; what is interrupted stays to be read
        self._live = None

    def show(self, now: datetime, fixtures: list[FixtureLine]) -> None:
        """The state of things at one moment."""
        if self._live:
            width, height = self._console.size
            self._live.update(board(now, fixtures, width, height))
            return
        for fixture in fixtures:
            news = f"{fixture.teams} {result(fixture)} {fixture.status} [{fixture.home}]"
            self._tell(now, f"fixture {fixture.fixture_id}", news)
            for goal in fixture.goals:
                self._tell(now, goal.event_id, _goal_text(goal))
            for removed in fixture.removed:
                self._tell(now, f"removed {removed}", f"goal {removed} removed")

    def _tell(self, now: datetime, subject: str, text: str) -> None:
        if self._told.get(subject) != text:
            self._told[subject] = text
            self._console.print(f"{now:%H:%M:%S} {text}", highlight=False, markup=False, soft_wrap=True)

    def conclude(self, summary: Summary) -> None:
        """The table at the end, and what is wrong, if anything."""
        for fixture in summary.fixtures:
            self._console.print(table(fixture, self._console.width))
        clips = sum(len(goal.clips) for fixture in summary.fixtures for goal in fixture.goals)
        self._console.print(f"{clips} clips in {summary.objects} objects", highlight=False)
        self._console.print(summary.truth.text, highlight=False, soft_wrap=True)
        for problem in summary.problems:
            self._console.print(f"[red]problem:[/] {problem}", highlight=False)


def _console() -> Console:
    """A file has no width of its own."""
    console = Console()
    return console if console.is_terminal else Console(width=PLAIN_WIDTH)


def _goal_text(goal: GoalLine) -> str:
    clips = ", ".join(map(clip_text, goal.clips))
    downloads = f", downloads {goal.finished}/{goal.downloads}" if goal.monitor_complete else ""
    return f"{goal.minute}' {goal.scorer} ({goal.score}) {state(goal)}{downloads}" + (f": {clips}" if clips else "")
