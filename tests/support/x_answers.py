"""Answers in the shape that X's own page gets, as small as they can be."""

from typing import Any

WHEN = "Sun Dec 18 15:25:15 +0000 2022"
ADDRESS = "https://video.twimg.com/ext_tw_video/16/pu/vid/avc1/{}/c.mp4?tag=12"
FILES: list[dict[str, Any]] = [
    {"content_type": "application/x-mpegURL", "url": "https://video.twimg.com/ext_tw_video/16/pu/pl/c.m3u8"},
    {"content_type": "video/mp4", "bitrate": 832000, "url": ADDRESS.format("640x360")},
    {"content_type": "video/mp4", "bitrate": 2176000, "url": ADDRESS.format("1280x720")},
]


def whole(number: int) -> str:
    """Return an id of real length."""
    return f"16044980000000{number:05}"


def film(kind: str = "video", **info: Any) -> dict[str, Any]:
    files = [dict(file) for file in FILES]
    return {"type": kind, "media_key": "7_16", "video_info": {"duration_millis": 12_500, "variants": files, **info}}


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


def full_tweet(number: int = 1) -> dict[str, Any]:
    """Build a post with a video and all fields of a real answer."""
    post = tweet(number, _full_film())
    post["core"]["user_results"]["result"] |= _FULL_USER
    post["legacy"] |= _FULL_LEGACY | {"conversation_id_str": whole(number), "user_id_str": "1030"}
    post["legacy"]["entities"] = {"hashtags": [], "media": [_full_film()], "symbols": [], "urls": []}
    return post | {
        "edit_control": {"edit_tweet_ids": [whole(number)], "edits_remaining": "5", "is_edit_eligible": False},
        "grok_analysis_button": True,
        "is_translatable": False,
        "source": '<a href="https://x.com" rel="nofollow">Web App</a>',
        "unmention_data": {},
        "views": {"count": "81", "state": "EnabledWithCount"},
    }


def _full_film() -> dict[str, Any]:
    return film(aspect_ratio=[16, 9]) | {
        "additional_media_info": {"monetizable": False},
        "display_url": "pic.x.com/goal",
        "expanded_url": f"https://x.com/fan/status/{whole(1)}/video/1",
        "ext_media_availability": {"status": "Available"},
        "id_str": "16",
        "indices": [5, 28],
        "media_results": {"result": {"media_key": "7_16"}},
        "media_url_https": "https://pbs.twimg.com/ext_tw_video_thumb/16/pu/img/goal.jpg",
        "original_info": {"focus_rects": [], "height": 720, "width": 1280},
        "sizes": {"large": {"h": 720, "resize": "fit", "w": 1280}, "thumb": {"h": 150, "resize": "crop", "w": 150}},
        "url": "https://t.co/goal",
    }


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
