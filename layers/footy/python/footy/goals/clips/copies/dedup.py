"""Deduplication of a batch against the clips of a goal (U4 to U6)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from footy.goals.clips.copies.goal_fit import best_reading
from footy.goals.clips.copies.join import absorb, hidden_among, join
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
    """Clips of the goal after a batch, and counts for telemetry."""

    videos: list[Video]
    outcomes: dict[str, int]
    similarities: dict[str, int]


def merge(
    stored: Sequence[Video], arrivals: Iterable[Video], *, match: Matcher, mint: Callable[[], str], rules: Rules
) -> Merge:
    """Place the arrivals, longest first, so that their order does not matter."""
    videos = list(stored)
    outcomes, similarities = Counter[str](), Counter[str]()
    for arrival in sorted(arrivals, key=_longest_first):
        videos, placement, similar = _place(videos, arrival, match=match, mint=mint, rules=rules)
        outcomes[placement] += 1
        similarities.update(one.verdict for one in similar)
    return Merge(
        videos=ranked(videos),
        outcomes=dict(outcomes),
        similarities=dict(similarities),
    )


def new_video(
    clip: FetchedClip, verdict: Verdict, *, found_at: str, key: str, url: str, poster_key: str | None = None
) -> Video:
    """Return a fetched clip as it would be published, without rank and link."""
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


def _place(
    videos: list[Video], arrival: Video, *, match: Matcher, mint: Callable[[], str], rules: Rules
) -> "tuple[list[Video], Placement, list[Similarity]]":
    twin = next((video for video in videos if video["md5"] == arrival["md5"]), None)
    if twin and (twin["timestamp_verified"] or not arrival["timestamp_verified"]):
        return [*_without(videos, [twin]), absorb(twin, arrival)], "duplicate", []
    candidate = _with_reading(absorb(twin, arrival), arrival) if twin else arrival
    others = _without(videos, [twin]) if twin else videos
    pool = [video for video in others if video["timestamp_verified"] == candidate["timestamp_verified"]]
    similar = match(candidate, pool) if pool else []
    same = [pool[one.index] for one in similar if one.same]
    joined = join([*same, candidate], rules.same_duration_share)
    joined["share_id"] = joined["share_id"] or mint()
    if not same:
        newcomer = joined if candidate["share_id"] else _as_hidden(joined, others, match)
        return [*others, newcomer], "duplicate" if twin else "new", similar
    won = joined["md5"] == candidate["md5"]
    return [*_without(others, same), joined], "better" if won else "duplicate", similar


def _as_hidden(newcomer: Video, others: Sequence[Video], match: Matcher) -> Video:
    """Hide a newcomer when a hidden clip of the other verification has the same footage (U11)."""
    hidden = [video for video in others if "hidden" in video]
    same = [hidden[one.index] for one in (match(newcomer, hidden) if hidden else []) if one.same]
    return {**newcomer, **hidden_among([newcomer, *same])}


def _with_reading(video: Video, arrival: Video) -> Video:
    """Return the same file with the timestamp of an arrival whose clock was readable."""
    return {
        **video,
        "timestamp_verified": arrival["timestamp_verified"],
        "extracted_minute": arrival["extracted_minute"],
        "timestamp_status": arrival["timestamp_status"],
        **best_reading([arrival, video]),
    }


def _without(videos: Sequence[Video], removed: Sequence[Video]) -> list[Video]:
    return [video for video in videos if all(video is not other for other in removed)]


def _longest_first(arrival: Video) -> tuple[float, int, str]:
    return -arrival["duration"], -arrival["file_size"], arrival["md5"]
