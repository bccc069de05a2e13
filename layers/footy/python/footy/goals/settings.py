"""Rules and addresses of the goals pipeline; docs/operator/settings.md is generated from this file."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from footy.core.settings import CoreSettings, SettingError, choice, flag, number, numbers, overrides, words

BIG_FIVE_LEAGUES = (39, 140, 78, 135, 61)
# Argentina, Belgium, Brazil, Croatia, England, France, Germany, Italy, Morocco,
# Netherlands, Portugal, Spain, Uruguay, USA, Mexico, Japan, Senegal, Colombia
NATIONAL_TEAMS = (26, 1, 6, 3, 10, 2, 25, 768, 31, 1118, 27, 9, 7, 2384, 16, 12, 13, 8)
GOALS = ("Goal/Normal Goal", "Goal/Penalty", "Goal/Own Goal")
EVENT_KINDS = (*GOALS, "Goal/Missed Penalty", "Card/Red Card", "Card/Yellow Card", "Card/Second Yellow card")
# clips with any broadcast-like shape, or only what broadcasts look like; a rule that is set itself wins
PROFILES: Mapping[str, Mapping[str, float]] = {
    "open": {},
    "strict": {"clip_min_aspect": 1.75, "clip_max_aspect": 1.82, "clip_min_edge": 600},
}
# what a number of ticks stands for: a goal is stable, dropped, over ... after a minute of equal answers
STABLE_SECONDS = 60
COUNTED_IN_TICKS = ("stable_ticks", "drop_ticks", "terminal_ticks", "postponed_ticks")


@dataclass(frozen=True, kw_only=True)
class FixtureRules:
    """Fixtures: which are followed, how often they are polled, when they leave."""

    tracked_leagues: tuple[int, ...] = numbers(BIG_FIVE_LEAGUES, "leagues whose fixtures are followed", "ids")
    tracked_teams: tuple[int, ...] = numbers(NATIONAL_TEAMS, "national teams that are followed", "ids")
    tick_seconds: int = number(30, "time between two ticks; has to divide a minute", "seconds", 15, 60)
    poll_batch_size: int = number(20, "fixtures per API request; the API answers more with an empty list", "ids", 1, 20)
    fixtures_per_poll: int = number(200, "fixtures that one function polls in a tick", "fixtures", 20, 500)
    staging_mark_minutes: int = number(
        15, "interval at which fixtures that have not started are polled", "minutes", 5, 60
    )
    activation_lead_minutes: int = number(
        30, "time before kick-off at which a fixture becomes active", "minutes", 15, 180
    )
    lookahead_days: int = number(30, "longest look-ahead when tomorrow has no fixture", "days", 1, 60)
    retention_days: int = number(14, "age at which archived fixtures and their clips are deleted", "days", 2, 3650)
    terminal_ticks: int = number(3, "ticks that must see a terminal status before the archive", "ticks", 1, 20)
    postponed_ticks: int = number(3, "ticks that must see PST before a fixture goes back to staging", "ticks", 1, 20)
    whistle_minutes: int = number(10, "longest wait for a missing scorer after the final whistle", "minutes", 0, 60)
    contradiction_minutes: int = number(10, "time after which goal rows override the score", "minutes", 1, 60)
    stale_minutes: int = number(10, "time after which a clock that is behind is accepted", "minutes", 1, 60)
    watched_hours: int = number(5, "time after kick-off for which a fixture is watched", "hours", 3, 24)
    interrupted_hours: int = number(48, "the same for suspended and interrupted fixtures", "hours", 5, 168)
    quiet_minutes: int = number(30, "time without change before an overdue fixture leaves", "minutes", 5, 240)
    reopening_minutes: int = number(30, "time after archiving for which a fixture is still polled", "minutes", 0, 240)
    reopening_days: int = number(2, "days for which ingest asks again about archived fixtures", "days", 0, 14)
    tick_ahead_seconds: int = number(120, "largest lead of a tick over the clock", "seconds", 30, 600)
    tick_lease_seconds: int = number(55, "time after which a tick that died gives up its lease", "seconds", 30, 120)
    low_quota_share: float = number(0.10, "share of the day's API quota below which ticks are skipped", "share", 0, 0.9)
    retire_fixtures: int = number(50, "most fixtures that one run of retention deletes", "fixtures", 1, 1000)
    retire_share: float = number(
        0.20, "largest share of the archive that one run of retention deletes", "share", 0.01, 1
    )


@dataclass(frozen=True, kw_only=True)
class GoalRules:
    """Goals: which events are followed, debounce, VAR removal and corrections."""

    trackable: tuple[str, ...] = choice(GOALS, "type and detail of the events that are searched for", EVENT_KINDS)
    stable_ticks: int = number(3, "ticks that must see a goal before its search starts", "ticks", 1, 20)
    drop_ticks: int = number(3, "ticks that must miss a goal before it is removed", "ticks", 1, 20)
    correction_minutes: int = number(2, "largest distance of a goal with a corrected scorer", "minutes", 0, 10)
    same_goal_minutes: int = number(5, "largest distance at which a row is the same goal", "minutes", 0, 15)
    removed_hours: int = number(
        24, "time for which a removed goal may come back and keeps its objects", "hours", 1, 168
    )
    return_minutes: int = number(1, "largest distance of a goal that came back", "minutes", 0, 10)


@dataclass(frozen=True, kw_only=True)
class SearchRules:
    """Search: attempts, queries, aliases, and browser sessions."""

    searches_per_goal: int = number(10, "downloads that one goal gets", "downloads", 1, 30)
    attempts_per_goal: int = number(15, "most search attempts for one goal", "attempts", 1, 60)
    attempt_seconds: int = number(60, "time from the start of one attempt to the next", "seconds", 20, 600)
    attempt_gap_seconds: int = number(10, "shortest pause between two attempts", "seconds", 1, 120)
    registration_seconds: int = number(180, "time that a started download has to register itself", "seconds", 60, 4800)
    index_seconds: int = number(60, "overlap of two attempts, for posts that X finds late", "seconds", 0, 300)
    tweet_age_minutes: int = number(3, "oldest post that an attempt asks for", "minutes", 1, 60)
    clips_per_attempt: int = number(5, "longest new videos that one attempt downloads", "videos", 1, 20)
    settle_minutes: int = number(5, "wait after the last attempt before the failsafe", "minutes", 1, 15)
    deadline_minutes: int = number(30, "time after which a goal is complete whatever is open", "minutes", 1, 240)
    unopened_minutes: int = number(120, "time after which a goal without search is closed", "minutes", 30, 600)
    restart_minutes: int = number(1, "first pause before a failed search is restarted, then doubled", "minutes", 1, 30)
    silent_search_minutes: int = number(3, "time without progress after which a search is checked", "minutes", 1, 30)
    query_length: int = number(512, "longest query of the provider", "characters", 64, 4096)
    names_per_player: int = number(3, "most names of a scorer in a query", "names", 1, 10)
    aliases_per_team: int = number(10, "most aliases of a team in a query", "aliases", 1, 50)
    alias_length: int = number(40, "longest alias", "characters", 5, 100)
    fallback_alias_days: int = number(1, "time for which aliases made of the team's name are cached", "days", 1, 30)
    alias_seconds: float = number(90.0, "longest alias lookup of an ingest", "seconds", 10, 300)
    alias_seconds_in_play: float = number(15.0, "longest alias lookup of a search", "seconds", 5, 60)
    download_restarts: int = number(3, "restarts of a download that died", "restarts", 0, 10)
    tweet_id_digits: int = number(18, "shortest id of a post at X; shorter ones were truncated", "digits", 15, 20)
    session_seconds: float = number(25.0, "longest search in a browser session", "seconds", 5, 60)
    session_turn_seconds: float = number(10.0, "longest wait for a free browser session", "seconds", 1, 60)
    session_pace_seconds: float = number(10.0, "shortest time between two searches of one account", "seconds", 0, 300)
    session_scroll_seconds: float = number(1.0, "pause before the page is scrolled", "seconds", 0, 10)
    session_grace_seconds: float = number(
        6.0, "time before the end at which a search stops scrolling", "seconds", 1, 30
    )
    session_pages: int = number(5, "most pages of one search", "pages", 1, 20)
    session_megabytes: int = number(700, "memory at which the browser is restarted", "MB", 20, 4000)
    session_searches: int = number(60, "searches after which the browser's context is replaced", "searches", 1, 1000)
    session_lease_seconds: int = number(60, "time after which an account's lease ends", "seconds", 30, 600)
    session_warning_hours: int = number(72, "time before a session's end at which an alarm says so", "hours", 1, 720)


@dataclass(frozen=True, kw_only=True)
class BudgetRules:
    """Budget: what reading posts of X may cost; 0 means without a limit."""

    post_usd: float = number(0.005, "price of one post", "USD", 0, 1)
    posts_per_goal: int = number(60, "most posts that are read for one goal", "posts", 0)
    posts_per_day: int = number(4_000, "most posts that are read in a day", "posts", 0)
    posts_per_month: int = number(60_000, "most posts that are read in a month", "posts", 0)
    posts_kept_back: float = number(0.15, "share of both budgets that only first attempts may use", "share", 0, 0.9)
    first_attempts: int = number(3, "attempts of a goal that count as first", "attempts", 1, 15)
    enough_clips: int = number(3, "verified clips after which a goal reads small pages only", "clips", 1, 50)
    enough_height: int = number(720, "height of a clip that counts for enough_clips", "pixels", 144, 2160)


@dataclass(frozen=True, kw_only=True)
class CapacityRules:
    """Capacity: the match calendar, and how many workers each pool has."""

    window_lead_minutes: int = number(15, "time before kick-off at which pools start", "minutes", 5, 120)
    window_match_minutes: int = number(120, "time after kick-off for which pools stay", "minutes", 90, 240)
    pool_step_seconds: int = number(60, "shortest time between two additions to a pool", "seconds", 10, 600)
    pool_cooldown_seconds: int = number(60, "time without need before a pool shrinks", "seconds", 10, 3600)
    vision_pool_goals: int = number(2, "goals per vision instance", "goals", 1, 50)
    vision_pool_idle: int = number(1, "vision instances without goals, while a match is on", "instances", 0, 10)
    vision_pool_least: int = number(2, "fewest vision instances with goals", "instances", 0, 20)
    vision_pool_most: int = number(4, "most vision instances", "instances", 1, 50)
    vision_looks_at_once: int = number(2, "clips that one vision instance validates at once", "clips", 1, 16)
    browser_pool_goals: int = number(2, "goals per browser instance", "goals", 1, 50)
    browser_pool_idle: int = number(1, "browser instances without goals, while a match is on", "instances", 0, 10)
    browser_pool_least: int = number(2, "fewest browser instances with goals", "instances", 0, 20)
    browser_pool_most: int = number(8, "most browser instances", "instances", 1, 50)
    clips_pool_goals: int = number(2, "goals per clips worker", "goals", 1, 50)
    clips_pool_least: int = number(1, "fewest clips workers while a match is on", "workers", 0, 20)
    clips_pool_most: int = number(8, "most clips workers", "workers", 1, 100)


@dataclass(frozen=True, kw_only=True)
class ClipRules:
    """Clips: fetch, filter, decode, validate, compare and clean up."""

    fetch_tries: int = number(3, "tries to fetch one clip", "tries", 1, 10)
    clip_hidden_seconds: int = number(
        30, "time without heartbeat after which another worker gets a clip", "seconds", 10, 600
    )
    clip_deliveries: int = number(3, "workers that may try one clip", "deliveries", 1, 10)
    last_batch_seconds: int = number(
        90, "time before the deadline at which open clips are given up", "seconds", 30, 600
    )
    clip_max_bytes: int = number(100 * 1024 * 1024, "largest file", "bytes", 1_000_000, 1_000_000_000)
    clip_fetch_seconds: int = number(60, "longest fetch of one file", "seconds", 1, 300)
    clip_silent_seconds: int = number(30, "time without heartbeat after which a worker ends itself", "seconds", 5, 300)
    decode_silent_seconds: int = number(20, "time without a frame after which decoding is given up", "seconds", 5, 300)
    clip_min_seconds: float = number(3.0, "shortest clip", "seconds", 0.5, 60)
    clip_max_seconds: float = number(60.0, "longest clip", "seconds", 3, 300)
    clip_profile: str = choice("open", "shapes that count as a clip: any, or only those of broadcasts", tuple(PROFILES))
    clip_min_aspect: float = number(1.33, "lowest width / height", "ratio", 0.3, 3)
    clip_max_aspect: float = number(math.inf, "highest width / height", "ratio", 0.5)
    clip_min_edge: int = number(0, "shortest edge", "pixels", 0, 2160)
    clip_max_height: int = number(1080, "largest variant of a post that is fetched", "pixels", 144, 2160)
    clip_max_pixels: int = number(3840 * 2160, "largest frame that is decoded", "pixels", 100_000, 40_000_000)
    clip_max_fps: int = number(120, "highest frame rate that is decoded", "frames/s", 25, 240)
    clip_codecs: tuple[str, ...] = words(("h264",), "video codecs that are decoded")
    decode_seconds: int = number(60, "longest decoding of one clip", "seconds", 1, 300)
    decode_cpu_seconds: int = number(45, "most processor time of one decoding", "seconds", 1, 300)
    decode_megabytes: int = number(1200, "most memory of one decoding", "MB", 200, 8000)
    frame_height: int = number(720, "height of the frames that vision gets", "pixels", 144, 1080)
    vision_tries: int = number(2, "requests to the vision model per clip", "tries", 1, 5)
    vision_seconds: float = number(25.0, "longest answer of the vision model", "seconds", 1, 120)
    vision_images_per_request: int = number(2, "frames in one request", "frames", 1, 3)
    minute_tolerance: int = number(3, "largest distance of a verified minute", "minutes", 0, 10)
    same_duration_share: float = number(0.15, "difference up to which two durations count as equal", "share", 0, 0.9)
    orphan_minutes: int = number(5, "age at which an object that no document names is deleted", "minutes", 1, 1440)
    sweep_objects: int = number(50, "most objects that one sweep deletes", "objects", 1, 10_000)
    sweep_share: float = number(0.10, "largest share of all objects that one sweep deletes", "share", 0.01, 1)
    hash_distance: int = number(10, "Hamming distance of equal frames in the spec match", "bits", 0, 32)
    hash_run: int = number(3, "consecutive equal frames of the spec match", "frames", 1, 20)
    reference_frames_only: bool = flag("decode reference frames only: cheaper, less exact")
    evidence_distance: int = number(13, "Hamming distance up to which a frame is evidence", "bits", 0, 32)
    evidence_plain: int = number(80, "evidence that joins two clips", "score", 1, 10_000)
    evidence_mirrored: int = number(100, "evidence that joins a mirrored clip", "score", 1, 10_000)
    evidence_cropped: int = number(120, "evidence that joins a cropped clip", "score", 1, 10_000)


@dataclass(frozen=True, kw_only=True)
class PageRules:
    """Page: what is shown for how long, live updates and webhooks."""

    struck_minutes: int = number(10, "time for which a removed goal is shown struck through", "minutes", 0, 1440)
    newest_goals: int = number(100, "most goals in the list of newest goals", "goals", 1, 1000)
    newest_hours: int = number(24, "age of the oldest goal in that list", "hours", 1, 336)
    stream_overlap_seconds: int = number(10, "overlap of two reads of changes", "seconds", 0, 120)
    stream_step_seconds: int = number(
        5, "granularity of the change stream, which makes answers cacheable", "seconds", 1, 60
    )
    stream_memory_minutes: int = number(15, "time after which a client reloads the whole page", "minutes", 1, 120)
    stream_retry_ms: int = number(3000, "pause of a client between two reads", "ms", 10, 60_000)
    session_days: int = number(30, "time for which a viewer stays signed in", "days", 1, 365)
    webhook_hours: int = number(3, "age up to which a goal is announced to webhooks", "hours", 1, 48)


@dataclass(frozen=True, kw_only=True)
class Rules(FixtureRules, GoalRules, SearchRules, BudgetRules, CapacityRules, ClipRules, PageRules):
    """The rules of the goals pipeline; each can be overridden by FOOTY_<NAME>."""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Return the rules of an environment; numbers of ticks follow from tick_seconds unless they are set."""
        rules = overrides(cls, environment)
        if 60 % rules.get("tick_seconds", cls.tick_seconds):
            raise SettingError("tick_seconds", f"must divide a minute, got {rules['tick_seconds']}")
        profile = PROFILES[rules.get("clip_profile", "open")]
        ticks = STABLE_SECONDS // rules.get("tick_seconds", cls.tick_seconds) + 1
        return cls(**{**dict.fromkeys(COUNTED_IN_TICKS, ticks), **profile, **rules})

    @property
    def tick_offsets(self) -> tuple[int, ...]:
        """The seconds of each minute at which a tick starts."""
        return tuple(range(0, 60, self.tick_seconds))


PROVIDERS = ("x", "browser", "auto", "auto-browser")


@dataclass(frozen=True, kw_only=True)
class Settings(CoreSettings):
    """Addresses of the goals pipeline; a function is given only those that it uses."""

    mongodb_writer_secret: str = words("", "secret of the database user that writes; only for make_users")
    mongodb_reader_secret: str = words("", "secret of the database user that reads; only for make_users")
    api_football_url: str = words("https://v3.football.api-sports.io", "API-Football")
    api_football_secret: str = words("", "secret with the key of API-Football")
    search_provider: str = choice("x", "where posts are searched for; auto asks X first, then a session", PROVIDERS)
    x_api_url: str = words("https://api.x.com/2", "X API")
    x_secret: str = words("", "secret with the bearer token of the X API")
    x_web_url: str = words("https://x.com", "X's own pages, for browser sessions")
    twitter_service_url: str = words("", "service that searches in browser sessions")
    wikidata_search_url: str = words("https://www.wikidata.org/w/api.php", "Wikidata's search")
    wikidata_sparql_url: str = words("https://query.wikidata.org/sparql", "Wikidata's query service")
    contact: str = words("https://github.com/found-footy/found-footy", "contact for services and for takedowns")
    vision_url: str = words("", "OpenAI-compatible server of the vision model")
    vision_model: str = words("qwen3-vl-8b", "name of the vision model")
    vision_secret: str = words("", "secret with the key of the vision server")
    vision_endpoint: str = words("", "SageMaker endpoint/component of the vision model")
    vision_pool: str = words("", "asg:group/cluster/service, ecs:cluster/service or sagemaker:component")
    looks_feed: str = words("", "event source mapping of the validation queue")
    browser_pool: str = words("", "ecs:cluster/service of the browser sessions")
    media_bucket: str = words("", "bucket of published clips")
    media_secret: str = words("", "secret with the key of the digests in the names of clips")
    work_bucket: str = words("", "bucket of working files")
    backup_bucket: str = words("", "bucket of database backups")
    syndication_url: str = words("https://cdn.syndication.twimg.com/tweet-result", "X's syndication API")
    media_origins: tuple[str, ...] = words(("https://video.twimg.com",), "origins that clips may be fetched from")
    goal_machine: str = words("", "state machine of one goal")
    download_machine: str = words("", "state machine of one download")
    ingest_machine: str = words("", "state machine of the ingest")
    dead_letters: str = words("", "dead-letter queue")
    upload_queue: str = words("", "FIFO queue of uploads")
    takedown_queue: str = words("", "FIFO queue of fixtures whose clips are taken down")
    distribution: str = words("", "CloudFront distribution of the page; empty: no cache")
    upload_tries: int = number(5, "deliveries of one upload message", "deliveries", 1, 100)
    page: str = choice("closed", "closed: viewers need a password; open: none", ("closed", "open"))
    page_url: str = words("", "public address of the page")
    page_secret: str = words("", "secret with the hash of the viewers' password")
    operators_secret: str = words("", "secret with the hashes of the operators' keys")
    webhooks_secret: str = words("", "secret with the webhook targets")
    clips_queue: str = words("", "queue of clips to fetch")
    looks_queue: str = words("", "queue of clips to validate")
    clips_cluster: str = words("", "ECS cluster of the clips workers")
    clips_services: str = words("", "ECS services of the clips workers: on demand, then Spot")
    rules: Rules = field(default_factory=Rules)
