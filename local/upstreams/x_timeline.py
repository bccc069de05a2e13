"""Timeline format of X's own pages."""

from dataclasses import replace
from typing import Any

from local.replay.posts import Post
from local.upstreams.context import UpstreamContext

TOP = 9223372036854775807
CUT_DIGITS = 12


def timeline(posts: list[Post], context: UpstreamContext, *, first: bool) -> dict[str, Any]:
    """Return one page of posts; pages after the first replace the cursors of the first."""
    entries = [_entry(_tweet(post, context)) for post in posts]
    bottom = f"DAACCgACbottom-{posts[-1].tweet_id}" if posts else "DAACCgACbottom-0"
    instructions: list[dict[str, Any]] = [{"type": "TimelineAddEntries", "entries": entries}]
    if first:
        entries.insert(0, _people())
        entries += [_entry(tweet) for tweet in (_other_entries(posts[0], context) if posts else [])]
        entries += [_cursor("Top", f"cursor-top-{TOP}", "DAACCgACtop"), _cursor("Bottom", "cursor-bottom-0", bottom)]
    else:
        instructions.append(
            {
                "type": "TimelineReplaceEntry",
                "entry_id_to_replace": "cursor-bottom-0",
                "entry": _cursor("Bottom", "cursor-bottom-0", bottom),
            }
        )
    body = {"timeline": {"instructions": instructions, "responseObjects": {"feedbackActions": []}}}
    return {"data": {"search_by_raw_query": {"search_timeline": body}}}


def _other_entries(post: Post, context: UpstreamContext) -> list[dict[str, Any]]:
    """Return other entries of a search: a quoted video, a repost, a photo, and a truncated id."""
    quoted, quoting, repost, photo, cut = (
        _tweet(replace(post, by=by, text=f"{by}: {post.text}"), context)
        for by in ("quoted", "quoting", "reposting", "photographer", "cut")
    )
    quoting["legacy"] |= {"is_quote_status": True, "extended_entities": {"media": []}}
    quoting["quoted_status_result"] = {"result": quoted}
    repost["legacy"]["retweeted_status_result"] = {"result": quoted}
    [picture] = photo["legacy"]["extended_entities"]["media"]
    picture["type"] = "photo"
    del picture["video_info"]
    cut["rest_id"] = cut["rest_id"][:CUT_DIGITS]
    return [quoting, repost, photo, cut]


def _entry(tweet: dict[str, Any]) -> dict[str, Any]:
    item = {
        "__typename": "TimelineTweet",
        "itemType": "TimelineTweet",
        "tweetDisplayType": "Tweet",
        "tweet_results": {"result": tweet},
    }
    content = {"__typename": "TimelineTimelineItem", "entryType": "TimelineTimelineItem", "itemContent": item}
    return {"entryId": f"tweet-{tweet['rest_id']}", "sortIndex": tweet["rest_id"], "content": content}


def _tweet(post: Post, context: UpstreamContext) -> dict[str, Any]:
    return {
        "__typename": "Tweet",
        "rest_id": post.tweet_id,
        "core": {"user_results": {"result": _user(post)}},
        "source": '<a href="https://x.com" rel="nofollow">Twitter Web App</a>',
        "views": {"count": "12", "state": "EnabledWithCount"},
        "legacy": {
            "id_str": post.tweet_id,
            "conversation_id_str": post.tweet_id,
            "created_at": f"{post.at:%a %b %d %H:%M:%S +0000 %Y}",
            "full_text": f"{post.text} https://t.co/{post.media_id[-10:]}",
            "is_quote_status": False,
            "lang": post.language,
            "user_id_str": post.author_id,
            "entities": {"hashtags": [], "media": [_media(post, context)], "urls": [], "user_mentions": []},
            "extended_entities": {"media": [_media(post, context)]},
        },
    }


def _user(post: Post) -> dict[str, Any]:
    return {
        "__typename": "User",
        "rest_id": post.author_id,
        "core": {"created_at": "Fri Nov 16 16:51:34 +0000 2007", "name": post.by, "screen_name": post.by},
        "is_blue_verified": False,
        "legacy": {"followers_count": 12},
    }


def _media(post: Post, context: UpstreamContext) -> dict[str, Any]:
    width, height = post.size
    files = [{"bitrate": rate, "content_type": "video/mp4", "url": url} for url, rate in context.mp4s(post)]
    return {
        "display_url": f"pic.x.com/{post.media_id[-10:]}",
        "expanded_url": f"{post.url}/video/1",
        "ext_media_availability": {"status": "Available"},
        "id_str": post.media_id,
        "media_key": f"7_{post.media_id}",
        "media_url_https": f"https://pbs.twimg.com/ext_tw_video_thumb/{post.media_id}/pu/img/preview.jpg",
        "original_info": {"height": height, "width": width, "focus_rects": []},
        "type": "video",
        "video_info": {
            "aspect_ratio": [width, height],
            "duration_millis": round(post.seconds * 1000),
            "variants": [{"content_type": "application/x-mpegURL", "url": context.playlist(post)}, *reversed(files)],
        },
    }


def _people() -> dict[str, Any]:
    """Return the accounts that a search shows above its posts."""
    content = {"__typename": "TimelineTimelineModule", "entryType": "TimelineTimelineModule", "items": []}
    return {"entryId": f"toptabsrpusermodule-{TOP}", "sortIndex": str(TOP), "content": content}


def _cursor(kind: str, entry_id: str, value: str) -> dict[str, Any]:
    content = {
        "__typename": "TimelineTimelineCursor",
        "entryType": "TimelineTimelineCursor",
        "cursorType": kind,
        "value": value,
    }
    return {"entryId": entry_id, "sortIndex": "0", "content": content}
