"""Progress and summary of a match day as lines of text."""

from collections.abc import Iterable
from datetime import datetime

from local.cli.summary import ClipLine, FixtureLine, GoalLine, Summary
from local.stack.progress import ProgressLog


class MatchLog:
    """Log of what changed in the fixtures of a match day."""

    def __init__(self, progress: ProgressLog) -> None:
        self._progress = progress
        self._latest: dict[str, str] = {}

    def show(self, now: datetime, fixtures: Iterable[FixtureLine]) -> None:
        """Print a line for each fixture and goal that changed since the last call."""
        for fixture in fixtures:
            self._show(now, f"fixture {fixture.fixture_id}", f"{heading(fixture)} [{fixture.collection}]")
            for goal in fixture.goals:
                self._show(now, goal.event_id, _goal_text(goal))
            for removed in fixture.removed:
                self._show(now, f"removed {removed}", f"goal {removed} removed")

    def _show(self, now: datetime, subject: str, text: str) -> None:
        if self._latest.get(subject) != text:
            self._latest[subject] = text
            self._progress.write(f"{now:%H:%M:%S} {text}")


def print_summary(summary: Summary, progress: ProgressLog) -> None:
    """Print the goals with their clips, whether all clips are under their goal, and the problems."""
    for fixture in summary.fixtures:
        progress.write(heading(fixture))
        for goal in fixture.goals:
            progress.write(f"  {_goal_text(goal)}")
        for removed in fixture.removed:
            progress.write(f"  goal {removed} removed")
    clips = sum(len(goal.clips) for fixture in summary.fixtures for goal in fixture.goals)
    progress.write(f"{clips} clips in {summary.objects} objects")
    progress.write(summary.placement.text)
    for problem in summary.problems:
        progress.write(f"problem: {problem}")


def heading(fixture: FixtureLine) -> str:
    """Return teams, score, shoot-out and status of a fixture."""
    shootout = f" ({fixture.shootout} on penalties)" if fixture.shootout else ""
    return f"{fixture.teams} {fixture.score}{shootout} {fixture.status}"


def _goal_text(goal: GoalLine) -> str:
    clips = ", ".join(map(_clip_text, goal.clips))
    stage = f"{goal.stage}, deadline" if goal.because == "deadline" else goal.stage
    downloads = f", downloads {goal.finished}/{goal.downloads}" if goal.monitor_complete else ""
    return f"{goal.minute}' {goal.scorer} ({goal.score}) {stage}{downloads}" + (f": {clips}" if clips else "")


def _clip_text(clip: ClipLine) -> str:
    mark = "verified" if clip.status == "verified" else "unverified"
    return f"#{clip.rank} {clip.size} {clip.megabytes:.1f} MB x{clip.popularity} {mark}"
