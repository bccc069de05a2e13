"""The ids of goals, downloads, executions and ticks: written and taken apart here, and nowhere else.

goal:       {fixture}_{team}_{player}_{type}_{seq}      979139_26_154_Goal_1
download:   download{attempt}-{goal}                    download3-979139_26_154_Goal_1, the same with -r{n} when
                                                        its execution died before the goal knew of it
its execution: {download}, {download}-again-{n} when a download that the goal waits for is started again
batch:      {download}, or {download}/{post} of a single clip
execution:  goal-{goal}, goal-{goal}-r{n} when the search is started again
tick:       monitor-{scheduled minute and second}       monitor-2022-12-18T15:00:30Z
image:      sha256("{key}:{eTag}"), one version of an uploaded image
its execution: imgcls_{image}, imgcls_{image}-r{n} when it is started again
"""

import re
from datetime import UTC, datetime, timedelta

from footy.core.text import iso

TICK = "monitor-"
_GOAL = re.compile(r"(\d{1,12})_[A-Za-z0-9_-]{1,80}")
_AGAIN = re.compile(r"-again-\d+\Z")
_DOWNLOAD = re.compile(r"download(\d{1,3})-(.+?)(?:-r\d{1,3})?")


def goal_stem(fixture_id: int, team_id: int, player_part: str, kind: str) -> str:
    """The id of a goal up to its number: all goals of one scorer share it."""
    return f"{fixture_id}_{team_id}_{player_part}_{kind}"


def goal_id(stem: str, number: int) -> str:
    """The id of a scorer's goal of that number."""
    return f"{stem}_{number}"


def stem_of(event_id: str) -> str:
    """A goal's id without its number."""
    return event_id.rpartition("_")[0]


def number_of(event_id: str) -> int:
    """Which of its scorer's goals it is."""
    return int(event_id.rpartition("_")[2])


def fixture_of(event_id: str) -> int:
    """The fixture that a goal's id names."""
    return int(event_id.partition("_")[0])


def is_goal(text: str) -> bool:
    """Whether a text is the id of a goal at all."""
    return bool(_GOAL.fullmatch(text))


def download_of(attempt: int, event_id: str, restarts: int = 0) -> str:
    """The download that follows an attempt."""
    name = f"download{attempt}-{event_id}"
    return f"{name}-r{restarts}" if restarts else name


def batch_of(download_id: str, tweet_id: str) -> str:
    """The batch of one clip, which comes before the download is finished."""
    return f"{download_id}/{tweet_id}"


def attempt_of(download_id: str) -> int | None:
    """The attempt that a download followed; None when the text is no download's id."""
    found = _DOWNLOAD.fullmatch(download_id)
    return int(found[1]) if found else None


def goal_of(download_id: str) -> str | None:
    """The goal of a download; None when the text is no download's id."""
    found = _DOWNLOAD.fullmatch(download_id)
    return found[2] if found and is_goal(found[2]) else None


def download_again(download_id: str, number: int) -> str:
    """Another execution of the same download; a name cannot be used again for 90 days."""
    return f"{download_id}-again-{number}"


def download_executed(execution: str) -> str:
    """The download that an execution fetches, whichever of its executions it is."""
    return _AGAIN.sub("", execution)


def execution_of(event_id: str, restarts: int) -> str:
    """The execution that searches for a goal; a name cannot be used again for 90 days."""
    name = f"goal-{event_id}"
    return f"{name}-r{restarts}" if restarts else name


def tick_of(scheduled: datetime, offset: int) -> str:
    """The id of a tick: the scheduled minute and the seconds into it, the same however often it is retried."""
    minute = scheduled.astimezone(UTC).replace(second=0, microsecond=0)
    return TICK + iso(minute + timedelta(seconds=offset))


def moment_of(tick: str) -> datetime:
    """When a tick was due."""
    return datetime.fromisoformat(tick.removeprefix(TICK))
