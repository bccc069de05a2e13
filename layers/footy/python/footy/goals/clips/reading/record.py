"""What was read in a clip, as it is kept with it, so that it can be judged anew without the clip."""

from collections.abc import Iterable, Sequence

from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.validation import FIRST, SECOND, TIE_BREAK
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.model.clips import FrameTexts

# in the order in which they are looked at
FRAME_PERCENTS = (FIRST, SECOND, TIE_BREAK)


def frames_read(looks: Sequence[VisionResult]) -> list[FrameTexts]:
    """The texts of the frames that show football."""
    return [_texts(at, look) for at, look in zip(FRAME_PERCENTS, looks, strict=False) if look.soccer]


def vision_results(frames: Iterable[FrameTexts]) -> list[VisionResult]:
    """The looks that such texts came from."""
    return [
        VisionResult(soccer=True, screen=False, clock=_clock(frame), score=frame["score"])
        for frame in sorted(frames, key=lambda frame: frame["at"])
    ]


def _texts(at: int, look: VisionResult) -> FrameTexts:
    texts = look.clock
    return {"at": at, "clock": texts.clock, "added": texts.added, "stoppage": texts.stoppage, "score": look.score}


def _clock(frame: FrameTexts) -> ClockTexts:
    return ClockTexts(frame["clock"], frame["added"], frame["stoppage"])
