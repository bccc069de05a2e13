"""Result of the vision model for one frame (D10)."""

from dataclasses import dataclass

from footy.goals.clips.reading.clock import ClockTexts

NOTHING = "NONE"


@dataclass(frozen=True, slots=True)
class VisionResult:
    """Answers of the model about one frame."""

    soccer: bool
    screen: bool
    clock: ClockTexts
    score: str = NOTHING
