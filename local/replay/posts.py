"""Posts of goal clips: author, time, footage, and the files at the media host."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from local.replay.broadcast import ScoreGraphic

Scene = Literal["match", "other_sport", "talk_show", "still"]
Variant = Literal["reencoded", "small", "caption", "watermark", "filmed", "portrait", "truncated"]
VARIANTS: tuple[Variant, ...] = ("reencoded", "small", "caption", "watermark", "filmed", "portrait", "truncated")
SNOWFLAKE_EPOCH_MS = 1288834974657
UPLOAD_TIME = timedelta(seconds=9)
"""Time between the ids of a video and of its post."""
RENDERER = 1
"""Version of the renderer: a change makes older files invalid."""
BIT_RATES = ((600, 2176000), (360, 832000), (270, 448000), (0, 256000))


@dataclass(frozen=True, slots=True)
class ReplayClip:
    """Original footage; posts carry copies of it."""

    id: str
    scene: Scene
    seconds: float
    graphic: ScoreGraphic
    model_away: timedelta = timedelta()
    """Time that the vision model does not answer, after the first request about this footage."""
    shows: datetime | None = field(default=None, repr=False)
    """Time of the goal that clock and score identify; None where it shows another minute or no clock."""

    @property
    def number(self) -> int:
        """Number of the mark in the picture, which has 16 bits."""
        return int.from_bytes(_digest(self.id)[:2])

    @property
    def seed(self) -> int:
        return int.from_bytes(_digest(self.id)[:8])

    @property
    def is_football(self) -> bool:
        return self.scene in ("match", "still")


@dataclass(frozen=True, slots=True)
class Rendering:
    """Everything that determines the pixels of one file."""

    clip: ReplayClip
    variants: tuple[Variant, ...]
    starts: float
    seconds: float
    width: int
    height: int

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{RENDERER} {self!r}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Post:
    """One post with a video."""

    at: datetime
    by: str
    text: str
    clip: ReplayClip
    variants: tuple[Variant, ...]
    starts: float
    seconds: float
    retweet: bool
    deleted_at: datetime | None
    language: str = "en"
    lingers: timedelta = timedelta()
    """Time that a search still finds a deleted post."""

    def is_searchable(self, at: datetime) -> bool:
        """Return whether a search finds the post."""
        return self.at <= at and (self.deleted_at is None or at < self.deleted_at + self.lingers)

    def visible(self, at: datetime) -> bool:
        return self.at <= at and (self.deleted_at is None or at < self.deleted_at)

    @property
    def tweet_id(self) -> str:
        return snowflake(self.at, f"{self.by} {self.text}")

    @property
    def media_id(self) -> str:
        return snowflake(self.at - UPLOAD_TIME, f"media {self.by} {self.text}")

    @property
    def author_id(self) -> str:
        return str(int.from_bytes(_digest(self.by)[:4]) + 10**9)

    @property
    def url(self) -> str:
        return f"https://x.com/{self.by}/status/{self.tweet_id}"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the best file."""
        if "portrait" in self.variants:
            return 360, 640
        return (480, 270) if "small" in self.variants else (640, 360)

    def renderings(self) -> tuple[Rendering, Rendering]:
        """Return the files of this post, best first."""
        width, height = self.size
        best = Rendering(self.clip, self.variants, self.starts, self.seconds, width, height)
        return best, Rendering(self.clip, self.variants, self.starts, self.seconds, even(width / 2), even(height / 2))


def file_name(post: Post, rendering: Rendering) -> str:
    """Return a name of sixteen characters, as at the media host."""
    return hashlib.sha256(f"{post.media_id} {rendering.key}".encode()).hexdigest()[:16]


def media_path(post: Post, rendering: Rendering) -> str:
    """Return the path of a file at the media host."""
    size = f"{rendering.width}x{rendering.height}"
    return f"/ext_tw_video/{post.media_id}/pu/vid/avc1/{size}/{file_name(post, rendering)}.mp4"


def bit_rate(rendering: Rendering) -> int:
    """Return the bit rate that the service advertises for a file of this height."""
    return next(rate for height, rate in BIT_RATES if min(rendering.width, rendering.height) >= height)


def snowflake(at: datetime, salt: str) -> str:
    """Return an id of the service: milliseconds since its epoch, then 22 other bits."""
    milliseconds = int(at.timestamp() * 1000) - SNOWFLAKE_EPOCH_MS
    return str((milliseconds << 22) | (int.from_bytes(_digest(salt)[:4]) & 0x3FFFFF))


def even(length: float) -> int:
    """Return the nearest length that the video codec accepts."""
    return int(length) // 2 * 2


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
