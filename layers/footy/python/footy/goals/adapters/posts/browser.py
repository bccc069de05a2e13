"""Client of the browser service, which searches with a logged-in session: `POST {url}/search`.

Request:  {"query": text, "max_age_minutes": n, "seen": [post ids]}
Answer:   {"videos": [{"tweet_id", "url"?, "duration"?, "posted_at"?, "author"?, "text"?, "variants"?: [{"url",
          "bitrate"?, "width"?, "height"?}]}], "skipped"?: {reason: posts}}; 401 when the session has expired,
          403 when it is blocked, 422 when X rejects the query, 429 with Retry-After, 502 when X's answer
          cannot be parsed.
Health:   `GET {url}/health` answers {"authenticated": true or false}.
"""

import re
from collections import Counter
from math import ceil
from typing import Annotated, Literal

import httpx
from pydantic import Field, ValidationError

from footy.core.errors import MalformedAnswer, SessionExpired, UpstreamUnavailable
from footy.core.http.client import HttpClient, Reply, refusal
from footy.core.http.lenient import Address, FreeText, LenientModel, Moment, NonNegative, PostId, ReadableItems
from footy.goals.search.posts import FoundVideo, SearchAnswer, SearchQuery, Variant, is_complete_id, post_url

DAY = 86_400
_POST = re.compile(r"https://(?:x|twitter)\.com/[A-Za-z0-9_]{1,15}/status/([0-9]+)")

Health = Literal["ready", "logged out", "down"]


class _Variant(LenientModel):
    url: Address
    bitrate: NonNegative = 0
    width: NonNegative | None = None
    height: NonNegative | None = None


class _Video(LenientModel):
    tweet_id: PostId = ""
    url: Address = ""
    duration: float | None = Field(default=None, gt=0, lt=DAY)
    posted_at: Moment | None = None
    variants: ReadableItems[_Variant] = ()
    author: FreeText = ""
    text: FreeText = ""


class _Videos(LenientModel):
    videos: ReadableItems[_Video]
    skipped: dict[Annotated[str, Field(pattern=r"^[a-z_]{1,30}$")], NonNegative] = Field(default_factory=dict)


class _State(LenientModel):
    authenticated: bool | None = None


class BrowserSession:
    """Search through the browser service of this deployment."""

    def __init__(self, http: HttpClient, *, url: str, id_digits: int) -> None:
        self._http = http
        self._url = url.rstrip("/")
        self._id_digits = id_digits

    @property
    def video_filter(self) -> str:
        return "filter:videos"

    @property
    def pays(self) -> bool:
        return False

    def search(self, query: SearchQuery) -> SearchAnswer:
        """Return the posts that the session sees for the query, newest first."""
        minutes = ceil(query.max_age.total_seconds() / 60)
        payload = {"query": query.text, "max_age_minutes": minutes, "seen": sorted(query.seen_ids)}
        reply = self._http.request("POST", f"{self._url}/search", json=payload)
        if httpx.codes.is_server_error(reply.status) and self.health() == "logged out":
            raise SessionExpired("the browser session failed because it is logged out")
        if not reply.good:
            raise refusal(reply, but={401: SessionExpired, 502: MalformedAnswer})
        return self._answer(_read(reply))

    def health(self) -> Health:
        """Return the state of the service and its session; it explains a failed search."""
        try:
            reply = self._http.request("GET", f"{self._url}/health")
            state = _State.model_validate(reply.json()) if reply.good else _State()
        except (UpstreamUnavailable, MalformedAnswer):
            return "down"
        match state.authenticated:
            case True:
                return "ready"
            case False:
                return "logged out"
            case _:
                return "down"

    def _answer(self, page: _Videos) -> SearchAnswer:
        videos = tuple(_video(video) for video in page.videos if is_complete_id(video.tweet_id, self._id_digits))
        skipped = Counter(page.skipped) + Counter(truncated_id=len(page.videos) - len(videos))
        return SearchAnswer(videos, dict(skipped))


def _read(reply: Reply) -> _Videos:
    body = reply.json()
    try:
        return _Videos.model_validate(body)
    except ValidationError as invalid:
        raise MalformedAnswer("the browser session answered without its `videos`") from invalid


def _video(video: _Video) -> FoundVideo:
    return FoundVideo(
        url=_own_address(video),
        tweet_id=video.tweet_id,
        duration=video.duration,
        posted_at=video.posted_at,
        variants=tuple(Variant(file.url, file.bitrate, file.width, file.height) for file in video.variants),
        author=video.author,
        text=video.text,
    )


def _own_address(video: _Video) -> str:
    """Return the post's URL; people follow it, so only an address of this very post is accepted."""
    post = _POST.fullmatch(video.url)
    return video.url if post and post[1] == video.tweet_id else post_url(video.tweet_id)
