"""How often a clip was posted: a post that the searches of two goals found counts once."""

from collections.abc import Sequence
from typing import TypedDict

from footy.goals.model.documents import Video


class Posted(TypedDict, total=False):
    """The count, and the posts by the goal whose search found them."""

    popularity: int
    posts: dict[str, str]


def popularity_of(group: Sequence[Video]) -> Posted:
    """Of several clips that become one; earlier documents do not name their posts."""
    posts: dict[str, str] = {}
    counted = 0
    for video in group:
        own = video.get("posts", {})
        twice = sum(post in posts and posts[post] != goal for post, goal in own.items())
        counted += max(0, video["popularity"] - twice)
        posts = {**own, **posts}
    told: Posted = {"popularity": counted}
    if posts:
        told["posts"] = posts
    return told
