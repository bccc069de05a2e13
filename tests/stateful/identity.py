"""Identity of a goal that VAR removes and that returns (G12)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from footy.goals.model.documents import EventDocument, Video
from tests.stateful.pitch import Answer, Look

Clip = tuple[str, str]


def clip(n: int) -> Video:
    """Build a published clip, with the hash that ticks do not read."""
    return cast(
        "Video", {"_s3_key": f"{n}.mp4", "share_id": f"s{n}", "perceptual_hash": f"h{n}", "previous_share_ids": []}
    )


@dataclass
class Identity:
    """Check of returned goals: an equal goal keeps its clips and first sight, a different one does not."""

    looks: defaultdict[str, set[Look]] = field(default_factory=lambda: defaultdict(set))
    perhaps_gone: set[str] = field(default_factory=set)
    back: set[str] = field(default_factory=set)
    strange: set[str] = field(default_factory=set)
    clips: defaultdict[str, set[Clip]] = field(default_factory=lambda: defaultdict(set))
    first_seen: dict[str, datetime] = field(default_factory=dict)

    def attempt(self, answer: Answer, perhaps_gone: set[str]) -> None:
        """Note an answer by which goals may have been dropped."""
        self.perhaps_gone |= perhaps_gone
        for tag in self.perhaps_gone & set(answer.tags):
            self.back.add(tag)
            if self.looks[tag] != {answer.looks.get(tag)}:
                self.strange.add(tag)
        for tag, look in answer.looks.items():
            self.looks[tag].add(look)

    def begins_anew(self, tag: str) -> bool:
        """Return whether the goal may have been dropped and listed again since the last complete tick."""
        return tag in self.back

    def publish(self, tag: str, video: Video) -> None:
        self.clips[tag].add(_essence(video))

    def check(self, answer: Answer, events: Iterable[EventDocument]) -> None:
        """Check the goals after a complete tick."""
        for event in events:
            tag = event["comments"] or ""
            if tag not in answer.tags:
                continue
            has, began = {_essence(video) for video in event["_s3_videos"]}, event["_first_seen"]
            if tag in self.strange:
                self.clips[tag], self.first_seen[tag] = has, began
            assert has >= self.clips[tag], f"{tag} lost {self.clips[tag] - has}"
            if event["_s3_videos"]:
                assert self.first_seen.setdefault(tag, began) == began, f"{tag} forgot when it was first seen"
        for tag, look in answer.looks.items():
            self.looks[tag] = {look}
        tags = set(answer.tags)
        self.perhaps_gone -= tags
        self.back -= tags
        self.strange -= tags


def _essence(video: Video) -> Clip:
    assert "perceptual_hash" in video, f"the clip {video['share_id']} has lost its hash"
    return video["share_id"], video["perceptual_hash"]
