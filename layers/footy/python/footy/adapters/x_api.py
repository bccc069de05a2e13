"""The official X API v2, recent search: posts with a native video, with its length and its files."""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal, NoReturn

import httpx

from footy.adapters.http import JsonObject, Reply, address, ask, length, moment, objects, text, whole
from footy.errors import AccessDenied, MalformedAnswer, QuotaExhausted, RateLimited, RequestRefused, UpstreamUnavailable
from footy.model.text import iso
from footy.search.posts import FoundVideo, PostBudget, SearchAnswer, SearchQuery, Variant, is_whole_id, post_url

PAGE_SIZE = 100
MOST_PAGES = 2
WINDOW_SECONDS = 15 * 60
_FIELDS = {
    "tweet.fields": "attachments,created_at",
    "expansions": "attachments.media_keys",
    "media.fields": "duration_ms,media_key,type,variants",
}
_SIZE_IN_URL = re.compile(r"/(\d{2,5})x(\d{2,5})/")

Skip = Literal["truncated_id", "no_video", "several_videos"]


class XApi:
    """Searches with an app's bearer token, and stays away for as long as it is told to."""

    def __init__(self, http: httpx.Client, *, url: str, bearer_token: str, id_digits: int, budget: PostBudget) -> None:
        self._http = http
        self._budget = budget
        self._url = f"{url.rstrip('/')}/tweets/search/recent"
        self._headers = {"Authorization": f"Bearer {bearer_token}"}
        self._id_digits = id_digits
        self._closed_until: datetime | None = None

    @property
    def video_filter(self) -> str:
        return "has:videos -is:retweet"

    def search(self, query: SearchQuery) -> SearchAnswer:
        """All posts of the asked minutes, the newest first, as far as the bounded pages reach."""
        videos: list[FoundVideo] = []
        skipped = Counter[str]()
        token = ""
        for _ in range(MOST_PAGES):
            self._budget.require(query.asked_at)
            page = self._page(query, token)
            self._budget.spend(_posts_in(page), query.asked_at)
            _read_page(page, self._id_digits, videos, skipped)
            token = address(_meta(page).get("next_token"))
            if not token:
                break
        return SearchAnswer(tuple(videos), dict(skipped))

    def _page(self, query: SearchQuery, token: str) -> JsonObject:
        self._stay_away(query.asked_at)
        asked = {"query": query.text, "start_time": iso(query.posted_after), "max_results": str(PAGE_SIZE), **_FIELDS}
        parameters = {**asked, "next_token": token} if token else asked
        answer = ask(
            self._http, self._http.build_request("GET", self._url, params=parameters, headers=self._headers), "X"
        )
        if answer.status != httpx.codes.OK:
            self._refused(answer, query.asked_at)
        return answer.json()

    def _stay_away(self, now: datetime) -> None:
        """Other goals of this process need not ask to hear the same refusal."""
        if self._closed_until and now < self._closed_until:
            left = (self._closed_until - now).total_seconds()
            raise RateLimited(f"X is still closed, retry after {left:.0f} s", retry_after=left)

    def _refused(self, answer: Reply, now: datetime) -> NoReturn:
        match answer.status:
            case 401 | 403:
                raise AccessDenied(f"X refuses the token with {answer.status}{_reason(answer)}")
            case 402:
                raise QuotaExhausted(f"X wants to be paid{_reason(answer)}")
            case 429:
                self._too_many(answer, now)
            case status if status == httpx.codes.REQUEST_TIMEOUT or not httpx.codes.is_client_error(status):
                raise UpstreamUnavailable(f"X answered {status}")
            case status:
                raise RequestRefused(f"X calls the search wrong with {status}{_reason(answer)}")

    def _too_many(self, answer: Reply, now: datetime) -> NoReturn:
        if "UsageCapExceeded" in _reason(answer):
            raise QuotaExhausted("the plan's posts are used up at X")
        wait = _seconds_until_reset(answer.headers, now)
        self._closed_until = now + timedelta(seconds=wait)
        raise RateLimited(f"X wants patience, retry after {wait:.0f} s", retry_after=wait)


def _seconds_until_reset(headers: httpx.Headers, now: datetime) -> float:
    """A reset without its header, in the past or absurdly far away is taken for one within the usual window."""
    reset = headers.get("x-rate-limit-reset", "")
    seconds = float(reset) - now.timestamp() if reset.isdigit() else 60.0
    return min(max(seconds, 1.0), float(WINDOW_SECONDS))


def _reason(answer: Reply) -> str:
    """What X says of a refusal, as far as it says it in JSON."""
    try:
        body = answer.json()
    except (UpstreamUnavailable, MalformedAnswer):
        return ""
    first = next(iter(objects(body.get("errors"))), {})
    said = [text(body.get("title")), text(body.get("detail")) or text(first.get("message"))]
    return "".join(f": {part}" for part in said if part)[:300]


def _meta(body: JsonObject) -> JsonObject:
    meta = body.get("meta")
    if not isinstance(meta, dict):
        raise MalformedAnswer("X answered a search without its `meta`")
    return meta


def _posts_in(body: JsonObject) -> list[str]:
    """Every post that was given is paid for, whether it can be used or not."""
    return [identity for post in objects(body.get("data")) if (identity := address(post.get("id")))]


def _read_page(body: JsonObject, digits: int, videos: list[FoundVideo], skipped: Counter[str]) -> None:
    posts = body.get("data", [])
    if not isinstance(posts, list) or (not posts and _meta(body).get("result_count")):
        raise MalformedAnswer("X announced posts and left them out")
    includes = body.get("includes")
    listed = objects(includes.get("media")) if isinstance(includes, dict) else []
    media = {text(item.get("media_key")): item for item in listed}
    for post in objects(posts):
        read = _video_of(post, media, digits)
        if isinstance(read, FoundVideo):
            videos.append(read)
        else:
            skipped[read] += 1


def _video_of(post: JsonObject, media: Mapping[str, JsonObject], digits: int) -> FoundVideo | Skip:
    tweet_id = text(post.get("id"))
    if not is_whole_id(tweet_id, digits):
        return "truncated_id"
    attachments = post.get("attachments")
    keys = attachments.get("media_keys") if isinstance(attachments, dict) else None
    attached = [media[key] for key in keys if isinstance(key, str) and key in media] if isinstance(keys, list) else []
    films = [item for item in attached if item.get("type") == "video"]
    if len(films) != 1:
        return "several_videos" if films else "no_video"
    return FoundVideo(
        url=post_url(tweet_id),
        tweet_id=tweet_id,
        duration=length(films[0].get("duration_ms"), per_second=1000),
        posted_at=moment(post.get("created_at")),
        variants=tuple(_variant(item) for item in objects(films[0].get("variants")) if _is_mp4(item)),
    )


def _is_mp4(variant: JsonObject) -> bool:
    return variant.get("content_type") == "video/mp4" and bool(address(variant.get("url")))


def _variant(variant: JsonObject) -> Variant:
    """X does not say a file's size but writes it into its address."""
    url = address(variant.get("url"))
    size = _SIZE_IN_URL.search(url)
    width, height = (int(size[1]), int(size[2])) if size else (None, None)
    return Variant(url, whole(variant.get("bit_rate")) or 0, width, height)
