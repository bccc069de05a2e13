"""What a vision model sees in one frame."""

from dataclasses import dataclass

from footy.goals.clips.reading.clock import ClockTexts

NOTHING = "NONE"


@dataclass(frozen=True, slots=True)
class VisionResult:
    """The answers to the six questions about one frame."""

    soccer: bool
    screen: bool
    clock: ClockTexts
    score: str = NOTHING
