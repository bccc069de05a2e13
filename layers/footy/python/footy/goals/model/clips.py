"""The shapes in which a clip travels: wanted, fetched, judged; what the parts of one download tell each other."""

from typing import Literal, NotRequired, TypedDict

Outcome = Literal["accepted", "not_football", "filmed_screen", "wrong_minute", "unchecked"]
TimestampStatus = Literal["verified", "unverified", "rejected"]
FRAMES = (25, 50, 75)
POSTER_FRAME = 50


class HashViews(TypedDict, total=False):
    """The same frames seen otherwise: 16 digits for each frame of the hash, its times left out.

    `bars`: between bars of one colour, `border`: without still borders, each only where there are any.
    `crop` and `mirror`: of the picture without borders. Clips hashed before there were `bars` have none.
    """

    bars: str
    border: str
    crop: str
    mirror: str


class ChosenPost(TypedDict):
    """A post that a search chose for download; `video_url` is the file itself where the search knew it."""

    url: str
    tweet_id: str
    attempt: int
    video_url: str | None
    duration: float | None


class Manifest(TypedDict):
    """What one download is to fetch."""

    event_id: str
    download_id: str
    clips: list[ChosenPost]


class FetchedClip(TypedDict):
    """A clip that was fetched, fits the filters and is hashed; `copies` counts its posts, and `posts` names them."""

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
    """One clip handed over to the clips workers: who waits for it by which token, and until when it is wanted."""

    token: str
    event_id: str
    download_id: str
    clip: ChosenPost
    until: str


class ValidationJob(TypedDict):
    """The same clip handed on: what became of it is with the working files."""

    token: str
    event_id: str
    download_id: str
    tweet_id: str
    until: str


# of a clip that waited too long for a worker, or was in the hands of too many
NOT_FETCHED = "not_fetched"


class ClipResult(TypedDict):
    """What became of one wanted clip: what is in it, or why it was left out."""

    tweet_id: str
    clip: FetchedClip | None
    outcome: str


class FrameTexts(TypedDict):
    """What was read in one frame of football, as it is written; `at` is the frame's place in percent of the clip."""

    at: int
    clock: str
    added: str
    stoppage: str
    score: str


class Verdict(TypedDict):
    """What the vision model and the clock say about one clip; earlier verdicts do not tell what was read."""

    clip: str
    outcome: Outcome
    verified: bool
    minute: int | None
    status: TimestampStatus
    frames_read: NotRequired[list[FrameTexts]]


class UploadSignal(TypedDict):
    """One batch of a download; `posts` are those that it is about, and `last` ends the download with all of them."""

    event_id: str
    download_id: str
    verdicts: list[Verdict]
    posts: list[str]
    last: bool
