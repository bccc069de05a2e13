"""Budget of paid posts: each is read once, and a goal that has enough clips reads few more."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from footy.goals.model.documents import EventDocument, FoundPost, Video
from footy.goals.search.posts import MOST_POSTS, SMALLEST_PAGE, FoundVideo, Variant, best_variant
from footy.goals.settings import Rules

SPREAD = 3
"""An attempt may spend one third of the goal's remaining posts: clips are posted for ten minutes."""


def posts_read(event: EventDocument) -> int:
    """Return how many posts the attempts of a goal have paid for."""
    return sum(record.get("read", 0) for record in event["_telemetry"].get("attempts", []))


def posts_to_read(event: EventDocument, rules: Rules) -> int:
    """Return how many posts the next attempt may pay for; less than the smallest page is none."""
    enough = has_enough(event, rules)
    if not rules.posts_per_goal:
        return SMALLEST_PAGE if enough else MOST_POSTS
    remaining = rules.posts_per_goal - posts_read(event)
    share = SMALLEST_PAGE if enough else max(remaining // SPREAD, SMALLEST_PAGE)
    return share if share <= remaining else 0


def has_enough(event: EventDocument, rules: Rules) -> bool:
    """Tell whether enough verified clips are large enough."""
    good = {video["source_url"] for video in event["_s3_videos"] if _good(video, rules)}
    return len(good) >= rules.enough_clips > 0


def unread_since(event: EventDocument, words: str, now: datetime, rules: Rules) -> datetime:
    """Return from when on posts for these words are unread; providers list posts with a delay.

    A corrected scorer or new aliases change the words, so that earlier posts are unread again.
    """
    oldest = now - timedelta(minutes=rules.tweet_age_minutes)
    attempts = event["_telemetry"].get("attempts", [])
    # a sent query ends with the provider's filter
    searched = [record["at"] for record in attempts if f"{record['query']} ".startswith(f"{words} ")]
    return max([oldest, *(at - timedelta(seconds=rules.index_seconds) for at in searched)])


def known_videos(event: EventDocument) -> list[FoundVideo]:
    """Return what earlier attempts read, as found videos."""
    return [_found_video(post) for post in event.get("_found_videos", [])]


def posts_to_store(videos: Iterable[FoundVideo], posted_after: datetime, rules: Rules) -> list[FoundPost]:
    """Return the posts that later attempts may choose; without a time the provider finds them again."""
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


def _found_video(post: FoundPost) -> FoundVideo:
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
