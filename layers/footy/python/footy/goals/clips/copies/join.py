"""Join of several copies into one clip: file, readings, popularity, links and hiding (U5, U6, U8, U11)."""

from collections.abc import Sequence
from typing import TypedDict

from footy.goals.clips.copies.goal_fit import best_reading
from footy.goals.model.documents import Hiding, Video


class Popularity(TypedDict, total=False):
    """Count of posts, and the posts with the goal whose search found them."""

    popularity: int
    posts: dict[str, str]


class Hidden(TypedDict, total=False):
    """Field of hidden clips only."""

    hidden: Hiding


def join(group: Sequence[Video], same_duration_share: float) -> Video:
    """Return one clip for a group of copies; the links of all lead to it."""
    best = best_of(group, same_duration_share)
    superseded = [video for video in group if video is not best]
    return {
        **best,
        **best_reading([best, *superseded]),
        **popularity_of(group),
        **hidden_among(group),
        "previous_share_ids": _previous_links(best, superseded),
    }


def absorb(video: Video, other: Video) -> Video:
    """Return the clip with the posts and links of another; its file and readings stay."""
    return {
        **video,
        **popularity_of([video, other]),
        **hidden_among([other, video]),
        "previous_share_ids": _previous_links(video, [other]),
    }


def best_of(videos: Sequence[Video], same_duration_share: float) -> Video:
    """Return the largest file among those about as long as the longest; the first of equals (U6)."""
    longest = max(video["duration"] for video in videos)
    long_enough = [video for video in videos if longest - video["duration"] <= same_duration_share * longest]
    return max(long_enough, key=lambda video: video["file_size"])


def popularity_of(group: Sequence[Video]) -> Popularity:
    """Add up the posts of a group; a post that the searches of two goals found counts once."""
    posts: dict[str, str] = {}
    popularity = 0
    for video in group:
        video_posts = video.get("posts", {})
        repeated = sum(post in posts and posts[post] != goal for post, goal in video_posts.items())
        popularity += max(0, video["popularity"] - repeated)
        posts = {**video_posts, **posts}
    return {"popularity": popularity, "posts": posts} if posts else {"popularity": popularity}


def hidden_among(group: Sequence[Video]) -> Hidden:
    """Return the first hiding in a group of copies: the joined clip stays hidden (U11)."""
    for video in group:
        if "hidden" in video:
            return {"hidden": video["hidden"]}
    return {}


def _previous_links(video: Video, superseded: Sequence[Video]) -> list[str]:
    links = [link for other in superseded for link in (other["share_id"], *other["previous_share_ids"]) if link]
    return list(dict.fromkeys([*video["previous_share_ids"], *links]))
