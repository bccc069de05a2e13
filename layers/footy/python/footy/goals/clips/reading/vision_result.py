"""Results of the vision model, and their stored form, which repeats a verdict without the clip (D10, D19)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.model.clips import FrameTexts

NOTHING = "NONE"
# the positions of frames in percent, in the order in which they are asked about
FIRST, SECOND, TIE_BREAK = 25, 75, 50


@dataclass(frozen=True, slots=True)
class VisionResult:
    """Answers of the model about one frame."""

    soccer: bool
    screen: bool
    clock: ClockTexts
    score: str = NOTHING


def frames_read(results: Sequence[VisionResult]) -> list[FrameTexts]:
    """Return the texts of the frames that show football."""
    frames = zip((FIRST, SECOND, TIE_BREAK), results, strict=False)
    return [_texts(at, result) for at, result in frames if result.soccer]


def vision_results(frames: Iterable[FrameTexts]) -> list[VisionResult]:
    """Return the results that these texts came from."""
    return [
        VisionResult(True, False, ClockTexts(frame["clock"], frame["added"], frame["stoppage"]), frame["score"])
        for frame in sorted(frames, key=lambda frame: frame["at"])
    ]


def _texts(at: int, result: VisionResult) -> FrameTexts:
    texts = result.clock
    return {"at": at, "clock": texts.clock, "added": texts.added, "stoppage": texts.stoppage, "score": result.score}
