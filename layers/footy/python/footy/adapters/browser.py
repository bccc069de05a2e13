"""A service that searches with a logged-in browser session: `POST {url}/search`.

Asked:    {"query": text, "max_age_minutes": n, "seen": [post ids]}
Answered: {"videos": [{"tweet_id", "url"?, "duration"?, "posted_at"?, "variants"?: [{"url", "bitrate"?, "width"?,
          "height"?}]}]}; 401 when the session has to be renewed, 403 when it is blocked, 429 with Retry-After.
Health:   `GET {url}/health` answers {"authenticated": whether the session is logged in}.
"""

import re
from collections import Counter
from math import ceil
from typing import Literal, NoReturn

import httpx

from footy.adapters.http import JsonObject, Reply, address, ask, length, moment, objects, retry_after, text, whole
from footy.errors import AccessDenied, MalformedAnswer, RateLimited, RequestRefused, SessionExpired, UpstreamUnavailable
from footy.search.posts import FoundVideo, SearchAnswer, SearchQuery, Variant, is_whole_id, post_url

_POST = re.compile(r"https://(?:x|twitter)\.com/[A-Za-z0-9_]{1,15}/status/([0-9]+)")

Health = Literal["ready", "logged out", "down"]


class BrowserSession:
    """Searches through the browser service of this deployment."""

    def __init__(self, http: httpx.Client, *, url: str, id_digits: int) -> None:
        self._http = http
        self._url = url.rstrip("/")
        self._id_digits = id_digits

    @property
    def video_filter(self) -> str:
        return "filter:videos"

    def search(self, query: SearchQuery) -> SearchAnswer:
        """What the session sees for the query, the newest first."""
        minutes = ceil(query.max_age.total_seconds() / 60)
        asked = {"query": query.text, "max_age_minutes": minutes, "seen": sorted(query.seen)}
        answer = ask(
            self._http, self._http.build_request("POST", f"{self._url}/search", json=asked), "the browser session"
        )
        if httpx.codes.is_server_error(answer.status) and self.health() == "logged out":
            raise SessionExpired("the browser session failed because it is logged out")
        if answer.status != httpx.codes.OK:
            _refused(answer)
        return self._read(answer.json())

    def health(self) -> Health:
        """Whether the service is there and its session logged in; a search that failed is told apart by it."""
        try:
            answer = ask(self._http, self._http.build_request("GET", f"{self._url}/health"), "the browser session")
            authenticated = answer.json().get("authenticated") if answer.status == httpx.codes.OK else None
        except (UpstreamUnavailable, MalformedAnswer):
            return "down"
        match authenticated:
            case True:
                return "ready"
            case False:
                return "logged out"
            case _:
                return "down"

    def _read(self, body: JsonObject) -> SearchAnswer:
        listed = body.get("videos")
        if not isinstance(listed, list):
            raise MalformedAnswer("the browser session answered without its `videos`")
        videos = [_video(item) for item in objects(listed)]
        whole_ones = tuple(video for video in videos if is_whole_id(video.tweet_id, self._id_digits))
        skipped = Counter(truncated_id=len(videos) - len(whole_ones))
        return SearchAnswer(whole_ones, dict(+skipped))


def _refused(answer: Reply) -> NoReturn:
    match answer.status:
        case 401:
            raise SessionExpired("the browser session has to log in again")
        case 403:
            raise AccessDenied("the browser session is blocked")
        case 429:
            wait = retry_after(answer.headers, otherwise=60.0)
            raise RateLimited(f"the browser session wants patience, retry after {wait:.0f} s", retry_after=wait)
        case status if not httpx.codes.is_client_error(status):
            raise UpstreamUnavailable(f"the browser session answered {status}")
        case status:
            raise RequestRefused(f"the browser session calls the search wrong with {status}")


def _video(item: JsonObject) -> FoundVideo:
    tweet_id = text(item.get("tweet_id"))
    return FoundVideo(
        url=_own_address(text(item.get("url")), tweet_id),
        tweet_id=tweet_id,
        duration=length(item.get("duration"), per_second=1),
        posted_at=moment(item.get("posted_at")),
        variants=tuple(_variant(entry) for entry in objects(item.get("variants")) if address(entry.get("url"))),
    )


def _own_address(told: str, tweet_id: str) -> str:
    """Where the post stands; people follow this link, so anything but the address of this post is not taken over."""
    found = _POST.fullmatch(told)
    return told if found and found[1] == tweet_id else post_url(tweet_id)


def _variant(entry: JsonObject) -> Variant:
    return Variant(
        address(entry.get("url")),
        whole(entry.get("bitrate")) or 0,
        whole(entry.get("width")),
        whole(entry.get("height")),
    )
