"""Summary of a match day: its goals and clips, and whether the stored data is consistent."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from footy.goals.fixtures.goal.stage import Stage, stage_of
from footy.goals.fixtures.lifecycle.activation import UNWATCHED
from footy.goals.fixtures.lifecycle.completion import finished_downloads
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from local.cli.placement import PlacementReport, minute_text


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
    """One goal."""

    event_id: str
    fixture_id: int
    minute: str
    scorer: str
    team: str
    score: str
    stage: Stage
    downloads: int
    finished: int
    monitor_complete: bool
    download_complete: bool
    because: str
    clips: tuple[ClipLine, ...]


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """One fixture; `unwatched` ones were over when they were first seen, so that their goals were not searched."""

    fixture_id: int
    collection: CollectionName
    teams: str
    status: str
    score: str
    shootout: str
    unwatched: bool
    removed: tuple[str, ...]
    spare_keys: tuple[str, ...]
    goals: tuple[GoalLine, ...]


@dataclass(slots=True)
class Summary:
    """Result of a match day; without `problems` everything is as expected."""

    fixtures: list[FixtureLine]
    objects: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    placement: PlacementReport = field(default_factory=PlacementReport)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def lines_of(fixtures: dict[int, tuple[CollectionName, FixtureDocument]]) -> list[FixtureLine]:
    """Return the fixtures in a stable order, with their goals in the order of the match."""
    return [_fixture_line(collection, document) for _, (collection, document) in sorted(fixtures.items())]


def problems_of(lines: Iterable[FixtureLine], expected: Iterable[tuple[int, str, str]], stored: set[str]) -> list[str]:
    """Return what is wrong; `expected` goals are (fixture, minute, scorer), `stored` the keys in the bucket."""
    lines = list(lines)
    goals = [goal for line in lines for goal in line.goals]
    published = {clip.key for goal in goals for clip in goal.clips}
    documented = published | {key for line in lines for key in line.spare_keys}
    with_clip = {(goal.fixture_id, goal.minute, goal.scorer) for goal in goals if goal.clips}
    return [
        *(f"fixture {line.fixture_id} ended in {line.collection}" for line in lines if line.collection != "completed"),
        *(
            f"fixture {line.fixture_id} was over when it was first seen: its goals were not searched"
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


def _fixture_line(collection: CollectionName, document: FixtureDocument) -> FixtureLine:
    teams, goals = document["teams"], document["goals"]
    tombstones = document.get("_removed_events", [])
    events = sorted(document.get("events", []), key=_match_order)
    return FixtureLine(
        fixture_id=document["_id"],
        collection=collection,
        teams=f"{teams['home']['name']} - {teams['away']['name']}",
        status=document["fixture"]["status"]["short"],
        score=f"{goals['home'] or 0}-{goals['away'] or 0}",
        shootout=_shootout(document),
        unwatched=document.get("completed_because") == UNWATCHED,
        # a goal whose scorer was corrected continues under another id
        removed=tuple(tombstone["_event_id"] for tombstone in tombstones if "redirect_to" not in tombstone),
        spare_keys=tuple(_spare_keys(document)),
        goals=tuple(_goal_line(document, event) for event in events),
    )


def _shootout(document: FixtureDocument) -> str:
    score: dict[str, Any] = dict(document.get("score") or {})
    kicks = score.get("penalty") or {}
    home, away = kicks.get("home"), kicks.get("away")
    return "" if home is None or away is None else f"{home}-{away}"


def _spare_keys(document: FixtureDocument) -> list[str]:
    """Return the objects of removed goals, which may come back, and of clips that fit no goal yet."""
    removed = [key for tombstone in document.get("_removed_events", []) for key in tombstone.get("objects", [])]
    unassigned = [video for event in document.get("events", []) for video in event.get("_waiting_videos", [])]
    return [*removed, *(video["_s3_key"] for video in unassigned)]


def _match_order(event: EventDocument) -> tuple[int, int]:
    return event["time"]["elapsed"] or 0, event["time"]["extra"] or 0


def _goal_line(fixture: FixtureDocument, event: EventDocument) -> GoalLine:
    after = event["_score_after"]
    return GoalLine(
        event_id=event["_event_id"],
        fixture_id=fixture["_id"],
        minute=minute_text(event["time"]["elapsed"] or 0, event["time"]["extra"]),
        scorer=event["player"]["name"] or "?",
        team=event["team"]["name"],
        score=f"{after['home']}-{after['away']}",
        stage=stage_of(event),
        downloads=len(event["_download_workflows"]),
        finished=len(finished_downloads(event)),
        monitor_complete=event["_monitor_complete"],
        download_complete=event["_download_complete"],
        because=event["_telemetry"].get("completed_because", ""),
        clips=tuple(map(_clip_line, sorted(event["_s3_videos"], key=lambda video: video["rank"]))),
    )


def _clip_line(video: Video) -> ClipLine:
    return ClipLine(
        rank=video["rank"],
        key=video["_s3_key"],
        megabytes=round(video["file_size"] / 1e6, 2),
        seconds=round(video["duration"], 1),
        size=f"{video['width']}x{video['height']}",
        popularity=video["popularity"],
        minute=video["extracted_minute"],
        status=video["timestamp_status"],
    )
