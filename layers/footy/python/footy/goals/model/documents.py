"""MongoDB documents of fixtures and goals (G16)."""

from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

from footy.goals.model.clips import ChosenPost, FrameTexts, HashViews, TimestampStatus

AliasSource = Literal["wikidata", "fallback"]


class GoalDecision(TypedDict):
    """Reason for a clip's goal: the goals it was found for, the evidence, and the distance in minutes."""

    found_at: list[str]
    why: str
    compilation: bool
    distance: float


class Hiding(TypedDict):
    """Record of the operator who hid a clip."""

    by: str
    at: datetime


class Video(TypedDict):
    """Published or waiting clip of a goal; `posts` maps its posts to their goals."""

    s3_url: str
    _s3_key: str
    perceptual_hash: str
    hash_version: str
    hash_views: HashViews
    width: int
    height: int
    file_size: int
    duration: float
    bitrate: int
    aspect_ratio: float
    resolution_score: int
    popularity: int
    rank: int
    source_url: str
    timestamp_verified: bool
    extracted_minute: int | None
    timestamp_status: TimestampStatus
    md5: str
    share_id: str
    previous_share_ids: list[str]
    frames_read: NotRequired[list[FrameTexts]]
    posts: NotRequired[dict[str, str]]
    goal_decision: NotRequired[GoalDecision]
    poster_key: NotRequired[str]
    hidden: NotRequired[Hiding]


class Snapshot(TypedDict):
    """Fields of a goal at the tick that first saw them."""

    hash: str
    tick: str
    at: datetime
    fields: dict[str, Any]
    scorer: NotRequired[str | None]


class FoundPost(TypedDict):
    """Post with a video that a search has paid for; later attempts may still choose it."""

    url: str
    tweet_id: str
    video_url: str | None
    duration: float | None
    posted_at: datetime


class AttemptRecord(TypedDict):
    """Record of an answered search attempt; `skipped` counts posts by reason, `read` the paid ones."""

    n: int
    at: datetime
    query: str
    found: int
    new: int
    chosen: int
    seconds: float
    skipped: dict[str, int]
    read: NotRequired[int]


class FailedSearch(TypedDict):
    """Try of an attempt that got no answer; the attempt may still succeed."""

    n: int
    at: datetime
    query: str
    seconds: float
    error: str


class DownloadRecord(TypedDict):
    """Outcomes of a download's clips and their resemblance to others, counted."""

    id: str
    outcomes: dict[str, int]
    likenesses: NotRequired[dict[str, int]]


class Telemetry(TypedDict, total=False):
    """Search history of a goal, for people and alarms (W3)."""

    stable_at: datetime
    started_at: datetime
    executions: list[str]
    opened_at: datetime
    aliases_source: AliasSource
    returned_at: datetime
    attempts: list[AttemptRecord]
    failed_searches: list[FailedSearch]
    posts_read: int
    posts_usd: float
    downloads: list[DownloadRecord]
    first_clip_at: datetime
    completed_at: datetime
    completed_because: str


class EventDocument(TypedDict):
    """Goal inside a fixture: the API's row and our own fields."""

    time: dict[str, int | None]
    team: dict[str, Any]
    player: dict[str, Any]
    assist: dict[str, Any]
    type: str
    detail: str
    comments: str | None
    _event_id: str
    _first_seen: datetime
    _snapshots: list[Snapshot]
    _monitor_workflows: list[str]
    _monitor_complete: bool
    _drop_workflows: list[str]
    _download_workflows: list[str]
    _finished_downloads: list[str]
    _download_complete: bool
    _twitter_search: str
    _twitter_aliases: list[str]
    _discovered_videos: list[ChosenPost]
    _s3_videos: list[Video]
    _score_before: dict[str, int]
    _score_after: dict[str, int]
    _previous_ids: list[str]
    _telemetry: Telemetry
    _finished_clips: NotRequired[list[str]]
    _absent_since: NotRequired[datetime | None]
    _waiting_videos: NotRequired[list[Video]]
    _found_videos: NotRequired[list[FoundPost]]


class HighWaterMark(TypedDict):
    """Furthest accepted position of a match (F20): its period and minute."""

    period: int
    elapsed: int | None


class Tombstone(TypedDict):
    """Remains of a removed goal, so that its id is never used again; `goal` is deleted after a day."""

    _event_id: str
    at: datetime
    why: str
    redirect_to: NotRequired[str]
    goal: NotRequired[EventDocument]
    objects: NotRequired[list[str]]
    share_ids: NotRequired[list[str]]


class FixtureDocument(TypedDict):
    """Fixture in staging, active or completed: the API's body plus our own fields."""

    _id: int
    fixture: dict[str, Any]
    league: dict[str, Any]
    teams: dict[str, Any]
    goals: dict[str, int | None]
    score: dict[str, Any]
    events: NotRequired[list[EventDocument]]
    activated_at: NotRequired[datetime]
    completed_at: NotRequired[datetime]
    _last_monitor: NotRequired[datetime]
    _terminal_ticks: NotRequired[list[str]]
    _postponed_ticks: NotRequired[list[str]]
    _furthest: NotRequired[HighWaterMark]
    _behind_since: NotRequired[datetime | None]
    _changed_at: NotRequired[datetime]
    completed_because: NotRequired[str]
    _removed_events: NotRequired[list[Tombstone]]
    _written: NotRequired[str]
    _stamped_at: NotRequired[datetime]
    _clips_written: NotRequired[str]
    _clips_judged: NotRequired[str]
    _taken_down: NotRequired[str]
    _moves: NotRequired[list[str]]
    _copy_of: NotRequired[str]


class AliasDocument(TypedDict):
    """Aliases of a team; `entity` is the Wikidata item they come from."""

    _id: int
    name: str
    national: bool
    country: str | None
    aliases: list[str]
    source: AliasSource
    entity: str | None
    resolved_at: datetime
