"""What an attempt may pay for: every post is read once, and a goal that has its clips needs few more."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from footy.goals.model.documents import EventDocument, FoundPost, Video
from footy.goals.search.posts import MOST_POSTS, SMALLEST_PAGE, FoundVideo, Variant, best_variant
from footy.goals.settings import Rules

SPREAD = 3
"""An attempt may spend one in so many of the posts that its goal has left: clips are posted for ten minutes."""


def posts_read(event: EventDocument) -> int:
    """How many posts the attempts of a goal have paid for."""
    return sum(record.get("read", 0) for record in event["_telemetry"].get("attempts", []))


def posts_to_read(event: EventDocument, rules: Rules) -> int:
    """How many posts the next attempt may pay for; fewer than the smallest page are none."""
    enough = has_enough(event, rules)
    if not rules.posts_per_goal:
        return SMALLEST_PAGE if enough else MOST_POSTS
    left = rules.posts_per_goal - posts_read(event)
    share = SMALLEST_PAGE if enough else max(left // SPREAD, SMALLEST_PAGE)
    return share if share <= left else 0


def has_enough(event: EventDocument, rules: Rules) -> bool:
    """Whether so many clips are verified and large that another one would hardly be looked at."""
    good = {video["source_url"] for video in event["_s3_videos"] if _good(video, rules)}
    return len(good) >= rules.enough_clips > 0


def unread_since(event: EventDocument, words: str, now: datetime, rules: Rules) -> datetime:
    """From when on posts with these words have not been read; a search may tell of a post later than it was made.

    Once a scorer is corrected, or more is known of what the team is called, nobody has asked for those of before.
    """
    oldest = now - timedelta(minutes=rules.tweet_age_minutes)
    attempts = event["_telemetry"].get("attempts", [])
    # a query ends with its provider's own words
    searched = [record["at"] for record in attempts if f"{record['query']} ".startswith(f"{words} ")]
    return max([oldest, *(at - timedelta(seconds=rules.index_seconds) for at in searched)])


def known_videos(event: EventDocument) -> list[FoundVideo]:
    """What earlier attempts have read, as if it had been found again."""
    return [_found(post) for post in event.get("_found_videos", [])]


def posts_to_store(videos: Iterable[FoundVideo], posted_after: datetime, rules: Rules) -> list[FoundPost]:
    """What later attempts may still choose; a provider that does not say when something was posted finds it again."""
    return [
        {
            "url": video.url,
            "tweet_id": video.tweet_id,
            "video_url": best.url if (best := best_variant(video.variants, rules.clip_max_height)) else None,
            "duration": video.duration,
            "posted_at": video.posted_at,
        }
        for video in videos
        if video.posted_at and video.posted_at >= posted_after
    ]


def _found(post: FoundPost) -> FoundVideo:
    files = (Variant(post["video_url"]),) if post["video_url"] else ()
    return FoundVideo(
        url=post["url"],
        tweet_id=post["tweet_id"],
        duration=post["duration"],
        posted_at=post["posted_at"],
        variants=files,
    )


def _good(video: Video, rules: Rules) -> bool:
    return video["timestamp_verified"] and min(video["width"], video["height"]) >= rules.enough_height
