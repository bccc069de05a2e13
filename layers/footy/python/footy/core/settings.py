"""Every constant of the game, and every address of a deployment, read from the environment once.

Plain dataclasses: as pydantic models they made the cold import of plan_tick, which needs none, 306 ms instead of 234.
"""

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

BIG_FIVE_LEAGUES = (39, 140, 78, 135, 61)
# Argentina, Belgium, Brazil, Croatia, England, France, Germany, Italy, Morocco,
# Netherlands, Portugal, Spain, Uruguay, USA, Mexico, Japan, Senegal, Colombia
NATIONAL_TEAMS = (26, 1, 6, 3, 10, 2, 25, 768, 31, 1118, 27, 9, 7, 2384, 16, 12, 13, 8)
# type and detail of the events that are followed like goals; what counts in the score is no setting
TRACKABLE = ("Goal/Normal Goal", "Goal/Penalty", "Goal/Own Goal")
# which files are clips: whatever may be one, or only what broadcasts look like; a rule of its own goes before these
PROFILES: Mapping[str, Mapping[str, float]] = {
    "open": {},
    "strict": {"clip_min_aspect": 1.75, "clip_max_aspect": 1.82, "clip_min_edge": 600},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The numbers of the game. Each can be overridden per deployment by FOOTY_<NAME>."""

    # fixtures
    tracked_leagues: tuple[int, ...] = BIG_FIVE_LEAGUES
    tracked_teams: tuple[int, ...] = NATIONAL_TEAMS
    poll_batch_size: int = 20
    fixtures_per_poll: int = 200
    staging_mark_minutes: int = 15
    activation_lead_minutes: int = 30
    lookahead_days: int = 30
    retention_days: int = 14
    terminal_ticks: int = 3
    postponed_ticks: int = 3
    whistle_minutes: int = 10
    contradiction_minutes: int = 10
    stale_minutes: int = 10
    watched_hours: int = 5
    interrupted_hours: int = 48
    quiet_minutes: int = 30
    reopening_minutes: int = 30
    reopening_days: int = 2
    tick_ahead_seconds: int = 120
    tick_lease_seconds: int = 55
    low_quota_share: float = 0.10

    # goals
    trackable: tuple[str, ...] = TRACKABLE
    stable_ticks: int = 3
    drop_ticks: int = 3
    correction_minutes: int = 2
    same_goal_minutes: int = 5
    removed_hours: int = 24
    return_minutes: int = 1

    # the search of one goal
    searches_per_goal: int = 10
    attempts_per_goal: int = 15
    attempt_seconds: int = 60
    attempt_gap_seconds: int = 10
    registration_seconds: int = 180
    # reading a post costs money at X, once a day; 0: without a limit
    post_usd: float = 0.005
    posts_per_goal: int = 60
    posts_per_day: int = 4_000
    posts_per_month: int = 60_000
    # of both budgets this share is only for the first attempts of goals, a small page each
    posts_kept_back: float = 0.15
    first_attempts: int = 3
    # with so many verified clips so high a goal cannot become much better: its other attempts read one small page
    enough_clips: int = 3
    enough_height: int = 720
    # how late a search may tell of a post: X leaves out the last half minute, and some are found later still
    index_seconds: int = 60
    tweet_age_minutes: int = 3
    clips_per_attempt: int = 5
    settle_minutes: int = 5
    deadline_minutes: int = 30
    unopened_minutes: int = 120
    restart_minutes: int = 1
    silent_search_minutes: int = 3
    query_length: int = 512
    names_per_player: int = 3
    aliases_per_team: int = 10
    alias_length: int = 40
    fallback_alias_days: int = 1
    download_restarts: int = 3
    alias_seconds: float = 90.0
    alias_seconds_in_play: float = 15.0
    tweet_id_digits: int = 18

    # a search through a browser session: of one account, at the pace of a person
    session_seconds: float = 25.0
    session_turn_seconds: float = 10.0
    session_pace_seconds: float = 10.0
    session_scroll_seconds: float = 1.0
    session_grace_seconds: float = 6.0
    session_pages: int = 5
    session_megabytes: int = 700
    session_searches: int = 60  # then its context is made anew
    session_lease_seconds: int = 60
    session_warning_hours: int = 72

    # the calendar, and pools of workers: goals per instance, instances without goals, the fewest with, the most
    window_lead_minutes: int = 15
    window_match_minutes: int = 120
    pool_step_seconds: int = 60
    pool_cooldown_seconds: int = 60
    vision_pool_goals: int = 2
    vision_pool_idle: int = 1
    vision_pool_least: int = 2
    vision_pool_most: int = 4
    vision_looks_at_once: int = 2  # on each instance
    browser_pool_goals: int = 2
    browser_pool_idle: int = 1
    browser_pool_least: int = 2
    browser_pool_most: int = 8
    clips_pool_goals: int = 2
    clips_pool_least: int = 1
    clips_pool_most: int = 8

    # one clip
    fetch_tries: int = 3
    # a clip in the hands of a worker that shows no life for so long is another one's
    clip_hidden_seconds: int = 30
    clip_deliveries: int = 3
    # what is not looked at so long before its goal's deadline is given up: the last batch takes its time too
    last_batch_seconds: int = 90
    clip_max_bytes: int = 100 * 1024 * 1024
    clip_fetch_seconds: int = 60
    # whoever works on a clip gets somewhere before so long, or hangs; a look at it is given up by its watcher first
    clip_silent_seconds: int = 30
    decode_silent_seconds: int = 20
    clip_min_seconds: float = 3.0
    clip_max_seconds: float = 60.0
    clip_profile: str = "open"
    clip_min_aspect: float = 1.33
    clip_max_aspect: float = math.inf
    clip_min_edge: int = 0
    clip_max_height: int = 1080
    clip_max_pixels: int = 3840 * 2160
    clip_max_fps: int = 120
    clip_codecs: tuple[str, ...] = ("h264",)
    decode_seconds: int = 60
    decode_cpu_seconds: int = 45
    decode_megabytes: int = 1200
    frame_height: int = 720
    vision_tries: int = 2
    vision_seconds: float = 25.0
    vision_images_per_request: int = 2
    minute_tolerance: int = 3
    same_duration_share: float = 0.15
    orphan_minutes: int = 5
    sweep_objects: int = 50
    sweep_share: float = 0.10
    hash_distance: int = 10
    hash_run: int = 3
    reference_frames_only: bool = False  # pictures no other one is made from are left out: cheaper, less exact
    evidence_distance: int = 13
    evidence_plain: int = 80
    evidence_mirrored: int = 100
    evidence_cropped: int = 120

    # the page
    struck_minutes: int = 10
    newest_goals: int = 100
    newest_hours: int = 24
    stream_overlap_seconds: int = 10
    stream_step_seconds: int = 5
    stream_memory_minutes: int = 15
    stream_retry_ms: int = 3000
    session_days: int = 30
    # a goal that was scored so long ago is no news to a webhook
    webhook_hours: int = 3

    # images of organisations
    image_max_bytes: int = 5 * 1024 * 1024
    image_max_pixels: int = 25_000_000
    thumbnail_edge: int = 256
    labels_per_image: int = 5
    images_per_page: int = 50
    # how often a version whose execution ended without a word is started again
    image_restarts: int = 3
    image_silent_minutes: int = 10
    image_removed_days: int = 100  # longer than a name of an execution stays used
    upload_seconds: int = 900
    link_seconds: int = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where this deployment's things are. A function is given only what it uses."""

    mongodb_secret: str = ""
    # for who makes them: as whom all others speak to the database
    mongodb_writer_secret: str = ""
    mongodb_reader_secret: str = ""
    mongodb_database: str = "footy"
    api_football_url: str = "https://v3.football.api-sports.io"
    api_football_secret: str = ""
    # "x", "browser", or one for the other: "auto" asks X first, "auto-browser" the session
    search_provider: str = "x"
    x_api_url: str = "https://api.x.com/2"
    x_secret: str = ""
    x_web_url: str = "https://x.com"
    twitter_service_url: str = ""
    wikidata_search_url: str = "https://www.wikidata.org/w/api.php"
    wikidata_sparql_url: str = "https://query.wikidata.org/sparql"
    # who hears from services about our requests, and from people about clips that should not be shown
    contact: str = "https://github.com/found-footy/found-footy"
    vision_url: str = ""
    vision_model: str = "qwen3-vl-8b"
    vision_secret: str = ""
    vision_endpoint: str = ""  # of SageMaker: endpoint/component
    # workers that are as many as the goals need: asg:group/cluster/service, ecs:cluster/service or sagemaker:component
    vision_pool: str = ""
    # what hands clips to whoever has them looked at: as many side by side as there is room for
    looks_feed: str = ""
    browser_pool: str = ""
    media_bucket: str = ""
    work_bucket: str = ""
    backup_bucket: str = ""
    uploads_bucket: str = ""
    thumbnails_bucket: str = ""
    squares_bucket: str = ""
    models_bucket: str = ""
    image_model: str = "resnet-50"
    classify_machine: str = ""
    syndication_url: str = "https://cdn.syndication.twimg.com/tweet-result"
    media_origins: tuple[str, ...] = ("https://video.twimg.com",)
    goal_machine: str = ""
    download_machine: str = ""
    ingest_machine: str = ""
    dead_letters: str = ""
    upload_queue: str = ""
    upload_tries: int = 5
    # who may look: "closed" asks for the viewers' password, "open" asks nobody
    page: str = "closed"
    page_url: str = ""
    page_secret: str = ""
    webhooks_secret: str = ""
    clips_queue: str = ""
    looks_queue: str = ""
    clips_cluster: str = ""
    # the one on safe ground, then the one on spare capacity where there is any
    clips_services: str = ""
    # which state of the code was deployed; `local` runs the checkout itself
    commit: str = "unknown"
    clock_file: str = ""
    rules: Rules = field(default_factory=Rules)

    @classmethod
    def of_this_process(cls) -> Self:
        """What the environment says."""
        return cls.read(os.environ)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Settings from FOOTY_<NAME> variables; what is absent keeps its default."""
        given = {
            key.removeprefix("FOOTY_").lower(): text for key, text in environment.items() if key.startswith("FOOTY_")
        }
        rules = _overrides(Rules, given)
        profile = PROFILES[rules.get("clip_profile", Rules().clip_profile)]
        return cls(**_overrides(cls, given), rules=Rules(**{**profile, **rules}))


FLAGS = {"true": True, "false": False}
READERS: Mapping[type, Callable[[str], object]] = {str: str, int: int, float: float, bool: FLAGS.__getitem__}


def _overrides(record: type[Rules | Settings], given: Mapping[str, str]) -> dict[str, Any]:
    defaults = {f.name: f.default for f in fields(record) if f.name != "rules"}
    return {name: _like(default, given[name]) for name, default in defaults.items() if name in given}


def _like(default: object, text: str) -> object:
    """The text read as what its default is: a number, a text, or a comma-separated tuple of either."""
    if isinstance(default, tuple):
        read = int if isinstance(default[0], int) else str
        return tuple(read(part.strip()) for part in text.split(",") if part.strip())
    return READERS[type(default)](text)
