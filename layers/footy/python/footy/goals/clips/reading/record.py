"""Stored readings of a clip, to repeat its verdict without the clip (D19)."""

from collections.abc import Iterable, Sequence

from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.validation import FIRST, SECOND, TIE_BREAK
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.model.clips import FrameTexts

# in the order in which they are looked at
FRAME_PERCENTS = (FIRST, SECOND, TIE_BREAK)


def frames_read(results: Sequence[VisionResult]) -> list[FrameTexts]:
    """Return the texts of the frames that show football."""
    return [_texts(at, result) for at, result in zip(FRAME_PERCENTS, results, strict=False) if result.soccer]


def vision_results(frames: Iterable[FrameTexts]) -> list[VisionResult]:
    """Return the results that these texts came from."""
    return [
        VisionResult(soccer=True, screen=False, clock=_clock(frame), score=frame["score"])
        for frame in sorted(frames, key=lambda frame: frame["at"])
    ]


def _texts(at: int, result: VisionResult) -> FrameTexts:
    texts = result.clock
    return {"at": at, "clock": texts.clock, "added": texts.added, "stoppage": texts.stoppage, "score": result.score}


def _clock(frame: FrameTexts) -> ClockTexts:
    return ClockTexts(frame["clock"], frame["added"], frame["stoppage"])
