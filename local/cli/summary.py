"""What a match day ended in: goal by goal, and whether what is stored is consistent."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from footy.goals.fixtures.goal.stage import Stage, stage_of
from footy.goals.fixtures.lifecycle.activation import UNWATCHED
from footy.goals.fixtures.lifecycle.completion import finished_downloads
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import EventDocument, FixtureDocument
from local.cli.truth import Truth


@dataclass(frozen=True, slots=True)
class ClipLine:
    """One published clip."""

    rank: int
    key: str
    megabytes: float
    seconds: float
    size: str
    popularity: int
    minute: int | None
    status: str


@dataclass(frozen=True, slots=True)
class GoalLine:
    """One goal as people see it."""

    event_id: str
    fixture_id: int
    minute: str
    scorer: str
    team: str
    score: str
    stage: Stage
    ticks: int
    downloads: int
    finished: int
    monitor_complete: bool
    download_complete: bool
    because: str
    clips: tuple[ClipLine, ...]


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """One fixture as people see it."""

    fixture_id: int
    home: CollectionName
    teams: str
    status: str
    elapsed: int | None
    score: str
    # the score of the shoot-out, where there was one
    shootout: str
    # when it was seen for the first time it was over: its goals were never looked for
    unwatched: bool
    removed: tuple[str, ...]
    kept: tuple[str, ...]
    goals: tuple[GoalLine, ...]


@dataclass(slots=True)
class Summary:
    """The end of a match day; `problems` is empty when everything is as it should be."""

    fixtures: list[FixtureLine]
    objects: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    truth: Truth = field(default_factory=Truth)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def lines_of(fixtures: dict[int, tuple[CollectionName, FixtureDocument]]) -> list[FixtureLine]:
    """The fixtures in a stable order, with their goals in the order of the match."""
    return [_fixture_line(home, document) for _, (home, document) in sorted(fixtures.items())]


def problems_of(lines: Iterable[FixtureLine], expected: Iterable[tuple[int, str, str]], stored: set[str]) -> list[str]:
    """What is wrong at the end; `expected` goals are (fixture, minute, scorer), `stored` the keys in the bucket."""
    lines = list(lines)
    goals = [goal for line in lines for goal in line.goals]
    documented = {clip.key for goal in goals for clip in goal.clips} | {key for line in lines for key in line.kept}
    with_clip = {(goal.fixture_id, goal.minute, goal.scorer) for goal in goals if goal.clips}
    return [
        *(f"fixture {line.fixture_id} ended in {line.home}" for line in lines if line.home != "completed"),
        *(
            f"fixture {line.fixture_id} was over when it was first seen: its goals were not looked for"
            for line in lines
            if line.unwatched
        ),
        *(
            f"{scorer} {minute}' of fixture {fixture} has no clip"
            for fixture, minute, scorer in expected
            if (fixture, minute, scorer) not in with_clip
        ),
        *(f"{goal.event_id} is not complete" for goal in goals if not goal.download_complete),
        *(f"object {key} has no document" for key in sorted(stored - documented)),
        *(f"document {key} has no object" for key in sorted(documented - stored)),
    ]


def _fixture_line(home: CollectionName, document: FixtureDocument) -> FixtureLine:
    status, teams, goals = document["fixture"]["status"], document["teams"], document["goals"]
    events = sorted(document.get("events", []), key=_match_order)
    return FixtureLine(
        fixture_id=document["_id"],
        home=home,
        teams=f"{teams['home']['name']} - {teams['away']['name']}",
        status=status["short"],
        elapsed=status["elapsed"],
        score=f"{goals['home'] or 0}-{goals['away'] or 0}",
        shootout=_shootout(document),
        unwatched=document.get("completed_because") == UNWATCHED,
        removed=tuple(_removed(document)),
        kept=tuple(_kept(document)),
        goals=tuple(_goal_line(document, event) for event in events),
    )


def _shootout(document: FixtureDocument) -> str:
    score: dict[str, Any] = dict(document.get("score") or {})
    kicks = score.get("penalty") or {}
    home, away = kicks.get("home"), kicks.get("away")
    return "" if home is None or away is None else f"{home}-{away}"


def _removed(document: FixtureDocument) -> list[str]:
    """The goals that were taken back; one whose scorer was corrected goes on under another id."""
    left = document.get("_removed_events", [])
    return [tombstone["_event_id"] for tombstone in left if "redirect_to" not in tombstone]


def _kept(document: FixtureDocument) -> list[str]:
    """The objects of goals that were taken back, should they come back, and of clips that fit no goal yet."""
    removed = [key for tombstone in document.get("_removed_events", []) for key in tombstone.get("objects", [])]
    waiting = [video for event in document.get("events", []) for video in event.get("_waiting_videos", [])]
    return [*removed, *(video["_s3_key"] for video in waiting)]


def _match_order(event: EventDocument) -> tuple[int, int]:
    return event["time"]["elapsed"] or 0, event["time"]["extra"] or 0


def _goal_line(fixture: FixtureDocument, event: EventDocument) -> GoalLine:
    elapsed, extra = event["time"]["elapsed"], event["time"]["extra"]
    after = event["_score_after"]
    return GoalLine(
        event_id=event["_event_id"],
        fixture_id=fixture["_id"],
        minute=f"{elapsed}+{extra}" if extra else str(elapsed),
        scorer=event["player"]["name"] or "?",
        team=event["team"]["name"],
        score=f"{after['home']}-{after['away']}",
        stage=stage_of(event),
        ticks=len(event["_monitor_workflows"]),
        downloads=len(event["_download_workflows"]),
        finished=len(finished_downloads(event)),
        monitor_complete=event["_monitor_complete"],
        download_complete=event["_download_complete"],
        because=event["_telemetry"].get("completed_because", ""),
        clips=tuple(
            ClipLine(
                rank=video["rank"],
                key=video["_s3_key"],
                megabytes=round(video["file_size"] / 1e6, 2),
                seconds=round(video["duration"], 1),
                size=f"{video['width']}x{video['height']}",
                popularity=video["popularity"],
                minute=video["extracted_minute"],
                status=video["timestamp_status"],
            )
            for video in sorted(event["_s3_videos"], key=lambda video: video["rank"])
        ),
    )
