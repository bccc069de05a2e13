"""Upload batch of a download: clips, verdicts and outcomes (D9, U2, U4)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from footy.goals.clips.reading.validation import unchecked
from footy.goals.model.clips import NOT_FETCHED, ClipResult, FetchedClip, UploadSignal, Verdict
from footy.goals.model.documents import EventDocument
from footy.goals.model.ids import batch_of

# what keeps an accepted clip from being published: its hash cannot be compared, its file is gone or another
Unusable = Literal["unreadable_hash", "file_missing", "file_changed"]
NoResult = Literal["fetch_failed", "malformed_result"]
UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class JudgedBatch:
    """Fetched clips with verdicts, reasons of missing ones, and posts to try again."""

    clips: list[tuple[FetchedClip, Verdict]]
    missing: dict[str, int]
    released: list[str]

    def accepted(self) -> list[tuple[FetchedClip, Verdict]]:
        """Return the clips that may be published, at this goal or at another."""
        return [(clip, verdict) for clip, verdict in self.clips if is_publishable(verdict)]

    def without(self, unusable: Mapping[str, Unusable]) -> "JudgedBatch":
        """Return the batch without unusable clips; their posts are tried again."""
        unusable_clips = [clip for clip, _ in self.clips if clip["md5"] in unusable]
        return JudgedBatch(
            [(clip, verdict) for clip, verdict in self.clips if clip["md5"] not in unusable],
            dict(Counter(self.missing) + Counter[str](unusable[clip["md5"]] for clip in unusable_clips)),
            [*self.released, *(clip["tweet_id"] for clip in unusable_clips)],
        )

    def outcomes(self, placements: Mapping[str, int]) -> dict[str, int]:
        """Count the outcomes of all clips, from fetch to placement."""
        refused = Counter(verdict["outcome"] for _, verdict in self.clips if not is_publishable(verdict))
        return dict(Counter(self.missing) + Counter[str](refused) + Counter(placements))


class LostPosts(NamedTuple):
    """Posts whose clips were never seen, because of our own failures."""

    unfetched: list[str]
    out_of_resources: list[str]
    unchecked: list[str]


def lost_posts(signal: UploadSignal, results: Mapping[str, ClipResult | NoResult]) -> LostPosts:
    """Return the posts that were not fetched, not decoded, or not validated."""
    clips = {verdict["clip"] for verdict in signal["verdicts"] if verdict["outcome"] != UNCHECKED}
    results_by_post = {post: result for post, result in results.items() if not isinstance(result, str)}
    return LostPosts(
        unfetched=[
            post for post in results if post not in results_by_post or results_by_post[post]["outcome"] == NOT_FETCHED
        ],
        out_of_resources=[post for post, result in results_by_post.items() if result["outcome"] == UNCHECKED],
        unchecked=[post for post, result in results_by_post.items() if result["clip"] and post not in clips],
    )


def is_publishable(verdict: Verdict) -> bool:
    """Tell whether the clip may be published somewhere: one of another minute may belong to another goal."""
    return verdict["outcome"] == "accepted" or (
        verdict["outcome"] == "wrong_minute" and bool(verdict.get("frames_read"))
    )


def posts_to_place(signal: UploadSignal, event: EventDocument) -> list[str] | None:
    """Return the posts of the signal that no earlier batch placed_batches, or None when the download is finished."""
    placed_batches, download_id = event.get("_finished_clips", []), signal["download_id"]
    posts = dict.fromkeys([*signal["posts"], *(verdict["clip"] for verdict in signal["verdicts"])])
    remaining = [post for post in posts if batch_of(download_id, post) not in placed_batches]
    return None if download_id in event["_finished_downloads"] or not (remaining or signal["last"]) else remaining


def judged_batch(signal: UploadSignal, results: Mapping[str, ClipResult | NoResult]) -> JudgedBatch:
    """Join clips and verdicts; a clip without a verdict is unchecked, and not published (D7)."""
    verdicts = {verdict["clip"]: verdict for verdict in signal["verdicts"]}
    clips: list[tuple[FetchedClip, Verdict]] = []
    missing, released = Counter[str](), list[str]()
    for post, result in results.items():
        if isinstance(result, str):
            missing[result] += 1
            released.append(post)
        elif result["clip"] is None:
            missing[result["outcome"]] += 1
            released += [post] if result["outcome"] in {UNCHECKED, NOT_FETCHED} else []
        else:
            verdict = verdicts.get(post) or unchecked(post)
            clips.append((result["clip"], verdict))
            released += [post] if verdict["outcome"] == UNCHECKED else []
    return JudgedBatch(clips, dict(missing), released)
