"""What a vision model sees in one frame, and who can be asked."""

from collections.abc import Sequence
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
    """Looks at some JPEG frames of one clip, and answers in their order."""

    def look(self, jpegs: Sequence[bytes]) -> list[Look]: ...
