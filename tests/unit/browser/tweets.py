"""Answers in the shape that X's own page gets, as small as they can be."""

from typing import Any

WHEN = "Sun Dec 18 15:25:15 +0000 2022"
ADDRESS = "https://video.twimg.com/ext_tw_video/16/pu/vid/avc1/{}/c.mp4?tag=12"
FILES = [
    {"content_type": "application/x-mpegURL", "url": "https://video.twimg.com/ext_tw_video/16/pu/pl/c.m3u8"},
    {"content_type": "video/mp4", "bitrate": 832000, "url": ADDRESS.format("640x360")},
    {"content_type": "video/mp4", "bitrate": 2176000, "url": ADDRESS.format("1280x720")},
]


def whole(number: int) -> str:
    """An id of the length that ids have."""
    return f"16044980000000{number:05}"


def film(kind: str = "video", **info: Any) -> dict[str, Any]:
    return {"type": kind, "media_key": "7_16", "video_info": {"duration_millis": 12_500, "variants": FILES, **info}}


def tweet(number: int = 1, *media: dict[str, Any], at: str = WHEN, by: str = "fan", **legacy: Any) -> dict[str, Any]:
    facts = {"created_at": at, "full_text": "GOAL", "id_str": whole(number), **legacy}
    if media:
        facts["extended_entities"] = {"media": list(media)}
    return {
        "__typename": "Tweet",
        "rest_id": whole(number),
        "core": {"user_results": {"result": {"__typename": "User", "core": {"screen_name": by}}}},
        "legacy": facts,
    }


def entry(result: Any, **item: Any) -> dict[str, Any]:
    content = {"itemContent": {"__typename": "TimelineTweet", "tweet_results": {"result": result}, **item}}
    return {"entryId": "tweet-1", "content": {"entryType": "TimelineTimelineItem", **content}}


def bottom(value: str) -> dict[str, Any]:
    content = {"entryType": "TimelineTimelineCursor", "cursorType": "Bottom", "value": value}
    return {"entryId": "cursor-bottom-0", "content": content}


def page(*entries: dict[str, Any], cursor: str = "next", beside: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    added = {"type": "TimelineAddEntries", "entries": [*entries, bottom(cursor)]}
    timeline = {"timeline": {"instructions": [added, *beside]}}
    return {"data": {"search_by_raw_query": {"search_timeline": timeline}}}
