"""What a vision model sees in one frame, and who can be asked."""

from dataclasses import dataclass
from typing import Protocol

from footy.clips.clock import ClockTexts


@dataclass(frozen=True, slots=True)
class Look:
    """The answers to the five questions about one frame."""

    soccer: bool
    screen: bool
    clock: ClockTexts


class Vision(Protocol):
    """Looks at one JPEG frame."""

    def look(self, jpeg: bytes) -> Look: ...
