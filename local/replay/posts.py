"""Posts of goal clips: whose, when, which footage, and the files the media host has of it."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from local.replay.broadcast import Board

Scene = Literal["match", "other_sport", "talk_show", "still"]
SCENES: tuple[Scene, ...] = ("match", "other_sport", "talk_show", "still")
Variant = Literal["reencoded", "small", "caption", "watermark", "filmed", "portrait", "truncated"]
VARIANTS: tuple[Variant, ...] = ("reencoded", "small", "caption", "watermark", "filmed", "portrait", "truncated")
SNOWFLAKE_EPOCH_MS = 1288834974657
UPLOAD_TIME = timedelta(seconds=9)
"""A video has its id before the post that carries it."""
RENDERER = 1
"""Raised when the renderer draws differently, so that old files are not taken for new ones."""
BIT_RATES = ((600, 2176000), (360, 832000), (270, 448000), (0, 256000))


@dataclass(frozen=True, slots=True)
class Clip:
    """A piece of footage as it was filmed; posts carry copies of it."""

    id: str
    scene: Scene
    seconds: float
    board: Board
    model_away: timedelta = timedelta()
    """How long the vision model does not answer, from the first question about this footage on."""
    shows: datetime | None = field(default=None, repr=False)
    """When the goal fell that its picture tells by clock and score; none where it shows another minute or no clock."""

    @property
    def number(self) -> int:
        """The 16 bits that the mark in the picture has room for."""
        return int.from_bytes(_digest(self.id)[:2])

    @property
    def seed(self) -> int:
        return int.from_bytes(_digest(self.id)[:8])

    @property
    def is_football(self) -> bool:
        return self.scene in ("match", "still")


@dataclass(frozen=True, slots=True)
class Rendering:
    """Everything that decides the pixels of one file."""

    clip: Clip
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
    clip: Clip
    variants: tuple[Variant, ...]
    starts: float
    seconds: float
    retweet: bool
    deleted_at: datetime | None
    language: str = "en"
    lingers: timedelta = timedelta()
    """How long a search goes on finding a deleted post."""

    def found(self, at: datetime) -> bool:
        """Whether a search knows the post."""
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
        """The files of this post, best first."""
        width, height = self.size
        best = Rendering(self.clip, self.variants, self.starts, self.seconds, width, height)
        return best, Rendering(self.clip, self.variants, self.starts, self.seconds, even(width / 2), even(height / 2))


def file_name(post: Post, rendering: Rendering) -> str:
    """A name as the media host gives: sixteen characters that say nothing."""
    return hashlib.sha256(f"{post.media_id} {rendering.key}".encode()).hexdigest()[:16]


def media_path(post: Post, rendering: Rendering) -> str:
    """Where the media host keeps a file."""
    size = f"{rendering.width}x{rendering.height}"
    return f"/ext_tw_video/{post.media_id}/pu/vid/avc1/{size}/{file_name(post, rendering)}.mp4"


def bit_rate(rendering: Rendering) -> int:
    """The bit rate the service advertises for a file of this height."""
    return next(rate for height, rate in BIT_RATES if min(rendering.width, rendering.height) >= height)


def snowflake(at: datetime, salt: str) -> str:
    """An id as the service makes them: milliseconds since its epoch, then 22 bits of its own."""
    milliseconds = int(at.timestamp() * 1000) - SNOWFLAKE_EPOCH_MS
    return str((milliseconds << 22) | (int.from_bytes(_digest(salt)[:4]) & 0x3FFFFF))


def even(length: float) -> int:
    """A picture length that the video codec accepts."""
    return int(length) // 2 * 2


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
