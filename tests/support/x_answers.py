"""Answers in the shape that X's own page gets, as small as they can be."""

from typing import Any

WHEN = "Sun Dec 18 15:25:15 +0000 2022"
ADDRESS = "https://video.twimg.com/ext_tw_video/16/pu/vid/avc1/{}/c.mp4?tag=12"
FILES: list[dict[str, Any]] = [
    {"content_type": "application/x-mpegURL", "url": "https://video.twimg.com/ext_tw_video/16/pu/pl/c.m3u8"},
    {"content_type": "video/mp4", "bitrate": 832000, "url": ADDRESS.format("640x360")},
    {"content_type": "video/mp4", "bitrate": 2176000, "url": ADDRESS.format("1280x720")},
]


def full_id(number: int) -> str:
    """Return an id of real length."""
    return f"16044980000000{number:05}"


def film(kind: str = "video", **info: Any) -> dict[str, Any]:
    files = [dict(file) for file in FILES]
    return {"type": kind, "media_key": "7_16", "video_info": {"duration_millis": 12_500, "variants": files, **info}}


def tweet(number: int = 1, *media: dict[str, Any], at: str = WHEN, by: str = "fan", **legacy: Any) -> dict[str, Any]:
    facts = {"created_at": at, "full_text": "GOAL", "id_str": full_id(number), **legacy}
    if media:
        facts["extended_entities"] = {"media": list(media)}
    return {
        "__typename": "Tweet",
        "rest_id": full_id(number),
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


_FULL_USER: dict[str, Any] = {
    "avatar": {"image_url": "https://pbs.twimg.com/profile_images/1/fan.jpg"},
    "has_graduated_access": True,
    "id": "VXNlcjoxMDMw",
    "is_blue_verified": False,
    "legacy": {"default_profile": False, "description": "A fan", "followers_count": 12, "want_retweets": False},
    "location": {"location": "Town"},
    "privacy": {"protected": False},
    "rest_id": "1030",
    "verification": {"verified": False},
}
_FULL_LEGACY: dict[str, Any] = {
    "bookmark_count": 4,
    "bookmarked": False,
    "display_text_range": [0, 4],
    "favorite_count": 21,
    "is_quote_status": False,
    "lang": "en",
    "possibly_sensitive": False,
    "reply_count": 3,
    "retweet_count": 10,
}
