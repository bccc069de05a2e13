"""The answers that X's own page gets to a search: posts with a video of their own, and where the next page begins.

What is not known is passed by; what is needed and missing is a MalformedAnswer, never an empty page.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BeforeValidator, Field, ValidationError

from footy.core.errors import MalformedAnswer
from footy.core.http.lenient import Address, FreeText, LenientModel, NonNegative, PostId, ReadableItems
from footy.goals.search.posts import FoundVideo, is_complete_id, parse_variant, post_url

DAY_MS = 86_400_000
ID_DIGITS = 18
SCREEN_NAME = r"^[A-Za-z0-9_]{1,15}$"
WRITTEN = "%a %b %d %H:%M:%S %z %Y"
PATH = ("data", "search_by_raw_query", "search_timeline", "timeline", "instructions")

Skip = Literal["truncated_id", "no_video", "several_videos", "repost"]


def _as_x_writes_it(value: Any) -> datetime:
    if not isinstance(value, str):
        raise ValueError("no text")  # noqa: TRY004 - pydantic wants it so
    return datetime.strptime(value, WRITTEN)  # noqa: DTZ007 - its zone is read from it


Moment = Annotated[AwareDatetime, BeforeValidator(_as_x_writes_it)]


class _Variant(LenientModel):
    """One file; only an mp4 can be taken over as it is."""

    content_type: Literal["video/mp4"]
    url: Address
    bitrate: NonNegative = 0


class _Film(LenientModel):
    duration_millis: float | None = Field(default=None, gt=0, lt=DAY_MS)
    variants: ReadableItems[_Variant] = ()


class _Media(LenientModel):
    type: str = ""
    video_info: _Film = _Film()


class _Entities(LenientModel):
    media: ReadableItems[_Media] = ()


class _Legacy(LenientModel):
    created_at: Moment
    full_text: FreeText = ""
    extended_entities: _Entities = _Entities()
    retweeted_status_result: dict[str, Any] | None = None


class _Name(LenientModel):
    screen_name: str = Field(default="", pattern=SCREEN_NAME)


class _User(LenientModel):
    """Where the name stands has changed once: both places are looked at."""

    core: _Name = _Name()
    legacy: _Name = _Name()


class _UserResult(LenientModel):
    result: _User = _User()


class _Core(LenientModel):
    user_results: _UserResult = _UserResult()


class _Post(LenientModel):
    rest_id: PostId
    legacy: _Legacy
    core: _Core = _Core()


class _Cursor(LenientModel):
    cursorType: str  # noqa: N815 - X's word
    value: Address


@dataclass(frozen=True, slots=True)
class Page:
    """One answer: every video, how many posts were passed over for which reason, the oldest post, the next page."""

    videos: tuple[FoundVideo, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    posts: int = 0
    oldest: datetime | None = None
    cursor: str = ""


def has_timeline(body: Any) -> bool:
    """Whether there is anything to read, whatever is complained about beside it."""
    return isinstance(_at(body), list)


def read_page(body: Any) -> Page:
    """The page that an answer holds."""
    videos: list[FoundVideo] = []
    skipped, moments = Counter[str](), list[datetime]()
    tweets, cursor = _contents(_instructions(body))
    for tweet in tweets:
        post = _post(tweet)
        if post is None:
            continue
        moments.append(post.legacy.created_at)
        video = _video(post)
        if isinstance(video, FoundVideo):
            videos.append(video)
        else:
            skipped[video] += 1
    if any(map(_is_post, tweets)) and not moments:
        raise MalformedAnswer("X answered with posts of which none can be read")
    return Page(tuple(videos), dict(skipped), len(moments), min(moments, default=None), cursor)


def _at(body: Any) -> Any:
    place = body
    for step in PATH:
        place = place.get(step) if isinstance(place, dict) else None
    return place


def _instructions(body: Any) -> list[Any]:
    place = _at(body)
    if not isinstance(place, list):
        raise MalformedAnswer("X answered a search without its timeline")
    if not any(_is(one, "TimelineAddEntries") for one in place):
        raise MalformedAnswer("X answered a search without entries")
    return place


def _contents(instructions: list[Any]) -> tuple[list[Any], str]:
    """The `result` of each post, and the bottom cursor: pages after the first replace it by an entry of its own."""
    tweets, cursor = [], ""
    for instruction in instructions:
        for entry in _entries(instruction):
            content = _dict(entry, "content")
            if bottom := _bottom(content):
                cursor = bottom
            tweets += [_dict(item, "tweet_results").get("result") for item in _items(content)]
    return tweets, cursor


def _entries(instruction: Any) -> list[Any]:
    if _is(instruction, "TimelineReplaceEntry"):
        return [instruction.get("entry")]
    entries = _dict({"": instruction}, "").get("entries")
    return entries if isinstance(entries, list) else []


def _items(content: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What stands alone, and what stands in a module; paid posts are nobody's goals."""
    listed = content.get("items")
    items = [_dict(_dict(one, "item"), "itemContent") for one in listed] if isinstance(listed, list) else []
    for item in [_dict(content, "itemContent"), *items]:
        if "tweet_results" in item and "promotedMetadata" not in item:
            yield item


def _bottom(content: dict[str, Any]) -> str:
    try:
        cursor = _Cursor.model_validate(content)
    except ValidationError:
        return ""
    return cursor.value if cursor.cursorType == "Bottom" else ""


def _is_post(result: Any) -> bool:
    """Whether it says that it is a post; what stands in place of one that is gone or hidden says something else."""
    return isinstance(result, dict) and result.get("__typename") in ("Tweet", "TweetWithVisibilityResults")


def _post(result: Any) -> _Post | None:
    if isinstance(result, dict) and isinstance(result.get("tweet"), dict):
        result = result["tweet"]  # some may only be answered by few, and are wrapped to say so
    try:
        return _Post.model_validate(result)
    except ValidationError:
        return None


def _video(post: _Post) -> FoundVideo | Skip:
    """Only what the post itself carries: a quoted post has its media in itself, and they are not looked at."""
    if not is_complete_id(post.rest_id, ID_DIGITS):
        return "truncated_id"
    if post.legacy.retweeted_status_result is not None:
        return "repost"
    films = [media.video_info for media in post.legacy.extended_entities.media if media.type == "video"]
    if len(films) != 1:
        return "several_videos" if films else "no_video"
    [film], author = films, _author(post)
    return FoundVideo(
        url=f"https://x.com/{author}/status/{post.rest_id}" if author else post_url(post.rest_id),
        tweet_id=post.rest_id,
        duration=film.duration_millis / 1000 if film.duration_millis else None,
        posted_at=post.legacy.created_at,
        variants=tuple(parse_variant(file.url, file.bitrate) for file in film.variants),
        author=author,
        text=post.legacy.full_text,
    )


def _author(post: _Post) -> str:
    user = post.core.user_results.result
    return user.core.screen_name or user.legacy.screen_name


def _is(instruction: Any, kind: str) -> bool:
    return isinstance(instruction, dict) and instruction.get("type") == kind


def _dict(holder: Any, name: str) -> dict[str, Any]:
    held = holder.get(name) if isinstance(holder, dict) else None
    return held if isinstance(held, dict) else {}
