"""Ids of goals, downloads, executions and ticks: the only place that formats and parses them.

goal:       {fixture}_{team}_{player}_{type}_{seq}      979139_26_154_Goal_1
download:   download{attempt}-{goal}                    download3-979139_26_154_Goal_1; with -r{n} after an execution
                                                        that died before it was registered
its execution: {download}, or {download}-again-{n} when it is restarted
batch:      {download}, or {download}/{post} of a single clip
execution:  goal-{goal}, or goal-{goal}-r{n} when the search is restarted
tick:       monitor-{scheduled minute and second}       monitor-2022-12-18T15:00:30Z
image:      sha256("{key}:{eTag}"), one version of an uploaded image
its execution: imgcls_{image}, or imgcls_{image}-r{n} when it is restarted
"""

import re
from datetime import UTC, datetime, timedelta

from footy.core.text import iso

TICK = "monitor-"
_GOAL = re.compile(r"(\d{1,12})_[A-Za-z0-9_-]{1,80}")
_AGAIN = re.compile(r"-again-\d+\Z")
_DOWNLOAD = re.compile(r"download(\d{1,3})-(.+?)(?:-r\d{1,3})?")


def goal_stem(fixture_id: int, team_id: int, player_part: str, kind: str) -> str:
    """Return a goal id without its number; all goals of one scorer share it."""
    return f"{fixture_id}_{team_id}_{player_part}_{kind}"


def goal_id(stem: str, number: int) -> str:
    """Return the id of a scorer's goal with this number."""
    return f"{stem}_{number}"


def stem_of(event_id: str) -> str:
    """Return a goal id without its number."""
    return event_id.rpartition("_")[0]


def number_of(event_id: str) -> int:
    """Return the number of a goal among its scorer's goals."""
    return int(event_id.rpartition("_")[2])


def fixture_of(event_id: str) -> int:
    """Return the fixture of a goal id."""
    return int(event_id.partition("_")[0])


def is_goal(text: str) -> bool:
    """Return True for a well-formed goal id."""
    return bool(_GOAL.fullmatch(text))


def download_of(attempt: int, event_id: str, restarts: int = 0) -> str:
    """Return the id of the download that follows an attempt."""
    name = f"download{attempt}-{event_id}"
    return f"{name}-r{restarts}" if restarts else name


def batch_of(download_id: str, tweet_id: str) -> str:
    """Return the batch id of a single clip, uploaded before its download is finished."""
    return f"{download_id}/{tweet_id}"


def attempt_of(download_id: str) -> int | None:
    """Return the attempt of a download; None for any other text."""
    match = _DOWNLOAD.fullmatch(download_id)
    return int(match[1]) if match else None


def goal_of(download_id: str) -> str | None:
    """Return the goal of a download; None for any other text."""
    match = _DOWNLOAD.fullmatch(download_id)
    return match[2] if match and is_goal(match[2]) else None


def download_again(download_id: str, number: int) -> str:
    """Return the name of another execution of a download: names cannot be reused for 90 days."""
    return f"{download_id}-again-{number}"


def download_executed(execution: str) -> str:
    """Return the download of any of its executions."""
    return _AGAIN.sub("", execution)


def execution_of(event_id: str, restarts: int) -> str:
    """Return the name of a goal's search execution: names cannot be reused for 90 days."""
    name = f"goal-{event_id}"
    return f"{name}-r{restarts}" if restarts else name


def tick_of(scheduled: datetime, offset: int) -> str:
    """Return the id of a tick: scheduled minute plus offset, the same for every retry."""
    minute = scheduled.astimezone(UTC).replace(second=0, microsecond=0)
    return TICK + iso(minute + timedelta(seconds=offset))


def moment_of(tick: str) -> datetime:
    """Return the scheduled time of a tick."""
    return datetime.fromisoformat(tick.removeprefix(TICK))
