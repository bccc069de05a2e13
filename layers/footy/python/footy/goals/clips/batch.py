"""One download as its goal gets it: every clip with its verdict, and a word on every other one."""

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
    """The fetched clips with their verdicts, why others were not fetched, and the posts that deserve another try."""

    judged: list[tuple[FetchedClip, Verdict]]
    missing: dict[str, int]
    released: list[str]

    def accepted(self) -> list[tuple[FetchedClip, Verdict]]:
        """The clips that may be published: at this goal, or where their minute is right."""
        return [(clip, verdict) for clip, verdict in self.judged if is_publishable(verdict)]

    def without(self, unusable: Mapping[str, Unusable]) -> "JudgedBatch":
        """The same less these clips, by MD5 and why; their posts deserve another try too."""
        lost = [clip for clip, _ in self.judged if clip["md5"] in unusable]
        return JudgedBatch(
            [(clip, verdict) for clip, verdict in self.judged if clip["md5"] not in unusable],
            dict(Counter(self.missing) + Counter[str](unusable[clip["md5"]] for clip in lost)),
            [*self.released, *(clip["tweet_id"] for clip in lost)],
        )

    def outcomes(self, placements: Mapping[str, int]) -> dict[str, int]:
        """How many clips ended how, from the fetch to the last placement."""
        refused = Counter(verdict["outcome"] for _, verdict in self.judged if not is_publishable(verdict))
        return dict(Counter(self.missing) + Counter[str](refused) + Counter(placements))


class LostPosts(NamedTuple):
    """The posts whose clips nobody saw for want of something of ours, and not for what they are."""

    unfetched: list[str]
    starved: list[str]
    unchecked: list[str]


def lost_posts(signal: UploadSignal, results: Mapping[str, ClipResult | NoResult]) -> LostPosts:
    """What a batch lost: not fetched in time, not decoded, not looked at."""
    judged = {verdict["clip"] for verdict in signal["verdicts"] if verdict["outcome"] != UNCHECKED}
    found = {post: result for post, result in results.items() if not isinstance(result, str)}
    return LostPosts(
        unfetched=[post for post in results if post not in found or found[post]["outcome"] == NOT_FETCHED],
        starved=[post for post, result in found.items() if result["outcome"] == UNCHECKED],
        unchecked=[post for post, result in found.items() if result["clip"] and post not in judged],
    )


def is_publishable(verdict: Verdict) -> bool:
    """Somewhere: one of another minute may be another goal's, if it is known what was read in it."""
    return verdict["outcome"] == "accepted" or (
        verdict["outcome"] == "wrong_minute" and bool(verdict.get("frames_read"))
    )


def posts_to_place(signal: UploadSignal, event: EventDocument) -> list[str] | None:
    """The posts of the signal less those whose clips came in batches of their own; None when all was done before."""
    placed, download_id = event.get("_finished_clips", []), signal["download_id"]
    posts = dict.fromkeys([*signal["posts"], *(verdict["clip"] for verdict in signal["verdicts"])])
    left = [post for post in posts if batch_of(download_id, post) not in placed]
    return None if download_id in event["_finished_downloads"] or not (left or signal["last"]) else left


def judged_batch(signal: UploadSignal, results: Mapping[str, ClipResult | NoResult]) -> JudgedBatch:
    """Puts clips and verdicts together; a clip without a verdict was not checked, and is not published."""
    verdicts = {verdict["clip"]: verdict for verdict in signal["verdicts"]}
    judged: list[tuple[FetchedClip, Verdict]] = []
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
            judged.append((result["clip"], verdict))
            released += [post] if verdict["outcome"] == UNCHECKED else []
    return JudgedBatch(judged, dict(missing), released)
