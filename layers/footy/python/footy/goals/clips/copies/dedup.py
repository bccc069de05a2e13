"""One batch of clips merged into what a goal already has."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from footy.goals.clips.copies.goal_fit import best_reading
from footy.goals.clips.hiding import hidden_among
from footy.goals.clips.popularity import popularity_of
from footy.goals.clips.ranking import ranked
from footy.goals.model.clips import FetchedClip, Verdict
from footy.goals.model.documents import Video
from footy.goals.settings import Rules

if TYPE_CHECKING:  # comparing loads numpy, and most batches have nothing to compare
    from footy.goals.clips.copies.comparison import Similarity

Placement = Literal["new", "better", "duplicate"]
Matcher = Callable[[Video, Sequence[Video]], "list[Similarity]"]


@dataclass(frozen=True, slots=True)
class Merge:
    """The goal's clips after a batch, what that asks of the media bucket, and how evidence and match agreed."""

    videos: list[Video]
    published: list[Video]
    removed_keys: list[str]
    outcomes: dict[str, int]
    likenesses: dict[str, int]


def merge(
    stored: Sequence[Video], arrivals: Iterable[Video], *, match: Matcher, mint: Callable[[], str], rules: Rules
) -> Merge:
    """Places every arrival, longest first, so that the outcome does not depend on the order of arrival."""
    videos = list(stored)
    outcomes, likenesses = Counter[str](), Counter[str]()
    for arrival in sorted(arrivals, key=_longest_first):
        videos, placement, likes = _place(videos, arrival, match=match, mint=mint, rules=rules)
        outcomes[placement] += 1
        likenesses.update(like.verdict for like in likes)
    before, after = {video["_s3_key"] for video in stored}, {video["_s3_key"] for video in videos}
    return Merge(
        videos=ranked(videos),
        published=[video for video in videos if video["_s3_key"] not in before],
        removed_keys=sorted(before - after),
        outcomes=dict(outcomes),
        likenesses=dict(likenesses),
    )


def new_video(
    clip: FetchedClip, verdict: Verdict, *, found_at: str, key: str, url: str, poster_key: str | None = None
) -> Video:
    """A clip as it would be published; it has neither rank nor link yet."""
    video: Video = {
        "s3_url": url,
        "_s3_key": key,
        "perceptual_hash": clip["perceptual_hash"],
        "hash_version": clip["hash_version"],
        "hash_views": clip["hash_views"],
        "width": clip["width"],
        "height": clip["height"],
        "file_size": clip["file_size"],
        "duration": clip["duration"],
        "bitrate": clip["bitrate"],
        "aspect_ratio": round(clip["width"] / clip["height"], 3),
        "resolution_score": clip["width"] * clip["height"],
        "popularity": clip["copies"],
        "rank": 0,
        "source_url": clip["source_url"],
        "timestamp_verified": verdict["verified"],
        "extracted_minute": verdict["minute"],
        "timestamp_status": verdict["status"],
        "md5": clip["md5"],
        "share_id": "",
        "previous_share_ids": [],
        "frames_read": verdict.get("frames_read", []),
        "posts": dict.fromkeys(clip.get("posts") or [clip["tweet_id"]], found_at),
        "goal_decision": {"found_at": [found_at], "why": "nothing_read", "compilation": False, "distance": 0.0},
    }
    return {**video, "poster_key": poster_key} if poster_key else video


def best_of(videos: Sequence[Video], same_duration_share: float) -> Video:
    """Among those about as long as the longest the largest file; of equals the first."""
    longest = max(video["duration"] for video in videos)
    long_enough = [video for video in videos if longest - video["duration"] <= same_duration_share * longest]
    return max(long_enough, key=lambda video: video["file_size"])


def _place(
    videos: list[Video], arrival: Video, *, match: Matcher, mint: Callable[[], str], rules: Rules
) -> "tuple[list[Video], Placement, list[Similarity]]":
    twin = next((video for video in videos if video["md5"] == arrival["md5"]), None)
    if twin and (twin["timestamp_verified"] or not arrival["timestamp_verified"]):
        return [*_without(videos, [twin]), absorb(twin, arrival)], "duplicate", []
    candidate = _judged_anew(absorb(twin, arrival), arrival) if twin else arrival
    others = _without(videos, [twin]) if twin else videos
    pool = [video for video in others if video["timestamp_verified"] == candidate["timestamp_verified"]]
    likes = match(candidate, pool) if pool else []
    same = [pool[like.index] for like in likes if like.same]
    joined = join([*same, candidate], rules.same_duration_share)
    joined["share_id"] = joined["share_id"] or mint()
    if not same:
        placed = joined if candidate["share_id"] else _as_hidden(joined, others, match)
        return [*others, placed], "duplicate" if twin else "new", likes
    won = joined["md5"] == candidate["md5"]
    return [*_without(others, same), joined], "better" if won else "duplicate", likes


def join(group: Sequence[Video], same_duration_share: float) -> Video:
    """One clip in the place of several; every link to one of them goes on to it (a newcomer has none yet)."""
    best = best_of(group, same_duration_share)
    superseded = [video for video in group if video is not best]
    links = [link for video in superseded for link in (video["share_id"], *video["previous_share_ids"]) if link]
    return {
        **best,
        **best_reading([best, *superseded]),
        **popularity_of(group),
        **hidden_among(group),
        "previous_share_ids": list(dict.fromkeys([*best["previous_share_ids"], *links])),
    }


def absorb(video: Video, other: Video) -> Video:
    """The clip in the place of another whose links lead to it from now on; of its file and clock nothing changes."""
    links = [link for link in (other["share_id"], *other["previous_share_ids"]) if link]
    previous = list(dict.fromkeys([*video["previous_share_ids"], *links]))
    return {**video, **popularity_of([video, other]), **hidden_among([other, video]), "previous_share_ids": previous}


def _as_hidden(newcomer: Video, others: Sequence[Video], match: Matcher) -> Video:
    """Hidden where the same footage is, though what is verified and what is not stay two clips."""
    hidden = [video for video in others if "hidden" in video]
    same = [hidden[like.index] for like in (match(newcomer, hidden) if hidden else []) if like.same]
    return {**newcomer, **hidden_among([newcomer, *same])}


def _judged_anew(video: Video, arrival: Video) -> Video:
    """The same file, this time with a clock that could be read."""
    return {
        **video,
        "timestamp_verified": arrival["timestamp_verified"],
        "extracted_minute": arrival["extracted_minute"],
        "timestamp_status": arrival["timestamp_status"],
        **best_reading([arrival, video]),
    }


def _without(videos: Sequence[Video], gone: Sequence[Video]) -> list[Video]:
    return [video for video in videos if all(video is not other for other in gone)]


def _longest_first(arrival: Video) -> tuple[float, int, str]:
    return -arrival["duration"], -arrival["file_size"], arrival["md5"]
