"""One download as its goal gets it: every clip with its verdict, and a word on every other one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from footy.clips.validation import unchecked
from footy.model.clips import FetchedClip, Result, UploadSignal, Verdict

# what keeps an accepted clip from being published: its hash cannot be compared, its file is gone or another
Unusable = Literal["unreadable_hash", "file_missing", "file_changed"]
NoResult = Literal["fetch_failed", "malformed_result"]


@dataclass(frozen=True, slots=True)
class JudgedBatch:
    """The fetched clips with their verdicts, why others were not fetched, and the posts that deserve another try."""

    judged: list[tuple[FetchedClip, Verdict]]
    missing: dict[str, int]
    released: list[str]

    def accepted(self) -> list[tuple[FetchedClip, Verdict]]:
        """The clips that may be published: at this goal, or where their minute is right."""
        return [(clip, verdict) for clip, verdict in self.judged if _is_accepted(verdict)]

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
        refused = Counter(verdict["outcome"] for _, verdict in self.judged if not _is_accepted(verdict))
        return dict(Counter(self.missing) + Counter[str](refused) + Counter(placements))


def _is_accepted(verdict: Verdict) -> bool:
    """One of another minute may be another goal's, if it is known what was read in it."""
    return verdict["outcome"] == "accepted" or (
        verdict["outcome"] == "wrong_minute" and bool(verdict.get("frames_read"))
    )


def judged_batch(signal: UploadSignal, result: Result) -> JudgedBatch:
    """Puts clips and verdicts together; a clip without a verdict was not checked, and is not published."""
    verdicts = {verdict["clip"]: verdict for verdict in signal["verdicts"]}
    judged = [(clip, verdicts.get(clip["tweet_id"]) or unchecked(clip["tweet_id"])) for clip in result["clips"]]
    released = [clip["tweet_id"] for clip, verdict in judged if verdict["outcome"] == "unchecked"]
    return JudgedBatch(judged, dict(result["outcomes"]), [*released, *result.get("unchecked", [])])


def empty_batch(posts: Sequence[str], why: NoResult) -> JudgedBatch:
    """A download without a usable result: every post that it was to fetch may be tried again."""
    return JudgedBatch([], {why: len(posts)} if posts else {}, list(posts))
