"""Parser of X's search answers: posts with their own video, and the cursor of the next page.

Unknown entries are ignored; a missing required part is a MalformedAnswer, never an empty page.
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
        raise ValueError("not a text")  # noqa: TRY004 - pydantic expects ValueError
    return datetime.strptime(value, WRITTEN)  # noqa: DTZ007 - the format includes the zone


Moment = Annotated[AwareDatetime, BeforeValidator(_as_x_writes_it)]


class _Variant(LenientModel):
    """One mp4 file."""

    content_type: Literal["video/mp4"]
    url: Address
    bitrate: NonNegative = 0


class _VideoInfo(LenientModel):
    duration_millis: float | None = Field(default=None, gt=0, lt=DAY_MS)
    variants: ReadableItems[_Variant] = ()


class _Media(LenientModel):
    type: str = ""
    video_info: _VideoInfo = _VideoInfo()


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
    """User, with the screen name at its old and new path."""

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
class TimelinePage:
    """One answer: videos, numbers of skipped posts by reason, the oldest post, the next page's cursor."""

    videos: tuple[FoundVideo, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    posts: int = 0
    oldest: datetime | None = None
    cursor: str = ""


def has_timeline(body: Any) -> bool:
    """Return whether the answer has a timeline, in spite of any errors next to it."""
    return isinstance(_at(body), list)


def read_page(body: Any) -> TimelinePage:
    """Parse an answer."""
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
    return TimelinePage(tuple(videos), dict(skipped), len(moments), min(moments, default=None), cursor)


def _at(body: Any) -> Any:
    node = body
    for step in PATH:
        node = node.get(step) if isinstance(node, dict) else None
    return node


def _instructions(body: Any) -> list[Any]:
    instructions = _at(body)
    if not isinstance(instructions, list):
        raise MalformedAnswer("X answered a search without its timeline")
    if not any(_is(one, "TimelineAddEntries") for one in instructions):
        raise MalformedAnswer("X answered a search without entries")
    return instructions


def _contents(instructions: list[Any]) -> tuple[list[Any], str]:
    """Return the `result` of each post and the bottom cursor, which later pages replace with a separate entry."""
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
    """Yield single items and items of modules, without promoted posts."""
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
    """Return whether the result is a post, not the placeholder of a removed or hidden one."""
    return isinstance(result, dict) and result.get("__typename") in ("Tweet", "TweetWithVisibilityResults")


def _post(result: Any) -> _Post | None:
    if isinstance(result, dict) and isinstance(result.get("tweet"), dict):
        result = result["tweet"]  # posts with limited replies are wrapped
    try:
        return _Post.model_validate(result)
    except ValidationError:
        return None


def _video(post: _Post) -> FoundVideo | Skip:
    """Return the post's own video; the media of a quoted post are not its own."""
    if not is_complete_id(post.rest_id, ID_DIGITS):
        return "truncated_id"
    if post.legacy.retweeted_status_result is not None:
        return "repost"
    videos_info = [media.video_info for media in post.legacy.extended_entities.media if media.type == "video"]
    if len(videos_info) != 1:
        return "several_videos" if videos_info else "no_video"
    [film], author = videos_info, _author(post)
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
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, dict) else {}
