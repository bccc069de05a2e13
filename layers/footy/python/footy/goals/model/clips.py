"""Shapes of a clip between search, download, validation and upload (docs/contributor/clip-shapes.md)."""

from typing import Literal, NotRequired, TypedDict

Outcome = Literal["accepted", "not_football", "filmed_screen", "wrong_minute", "unchecked"]
TimestampStatus = Literal["verified", "unverified", "rejected"]
FRAMES = (25, 50, 75)
POSTER_FRAME = 50


class HashViews(TypedDict, total=False):
    """Perceptual hashes of other views of the same frames: 16 digits per frame, without times.

    `bars`: without letterbox bars, `border`: without a static border, each only where there is one.
    `crop` and `mirror`: of the picture without borders. Clips hashed before `bars` existed have none.
    """

    bars: str
    border: str
    crop: str
    mirror: str


class ChosenPost(TypedDict):
    """Post that a search chose for download; `video_url` is the file itself where the search returned it."""

    url: str
    tweet_id: str
    attempt: int
    video_url: str | None
    duration: float | None


class Manifest(TypedDict):
    """Posts of one download."""

    event_id: str
    download_id: str
    clips: list[ChosenPost]


class FetchedClip(TypedDict):
    """Clip that was fetched, passed the filters and was hashed; `copies` counts its `posts`."""

    md5: str
    source_url: str
    tweet_id: str
    file_size: int
    duration: float
    width: int
    height: int
    bitrate: int
    perceptual_hash: str
    hash_version: str
    hash_views: HashViews
    copies: int
    posts: NotRequired[list[str]]


class ClipJob(TypedDict):
    """Job of one post for the clips workers, then for validation: its task token and its deadline."""

    token: str
    event_id: str
    download_id: str
    clip: ChosenPost
    until: str


# outcome of a clip that waited too long for a worker, or that too many workers received
NOT_FETCHED = "not_fetched"


class ClipResult(TypedDict):
    """Result of one chosen post: the fetched clip, or the reason why there is no clip."""

    tweet_id: str
    clip: FetchedClip | None
    outcome: str


class FrameTexts(TypedDict):
    """Texts read in one frame of football; `at` is its position in percent of the clip."""

    at: int
    clock: str
    added: str
    stoppage: str
    score: str


class Verdict(TypedDict):
    """Verdict of the vision model and the clock about one clip."""

    clip: str
    outcome: Outcome
    verified: bool
    minute: int | None
    status: TimestampStatus
    frames_read: NotRequired[list[FrameTexts]]


class UploadSignal(TypedDict):
    """Upload batch of a download: the verdicts about `posts`; `last` finishes the download."""

    event_id: str
    download_id: str
    verdicts: list[Verdict]
    posts: list[str]
    last: bool
