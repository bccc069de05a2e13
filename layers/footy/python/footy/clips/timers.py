"""Clocks that count the clip instead of the match: a player's, or a screen recorder's."""

from collections.abc import Sequence
from dataclasses import replace

from footy.clips.clock import NO_TEXTS, read
from footy.clips.look import Look

SLACK_SECONDS = 2
PLACES = (25, 75, 50)  # in percent of a clip, in the order in which it is looked at


def without_timer(looks: Sequence[Look], seconds: float) -> list[Look]:
    """The looks at a clip that lasts so long; without their clocks when every one shows where its frame stands."""
    frames = list(zip(PLACES, looks, strict=False))
    clocks = [counts_the_clip(look, seconds * percent / 100) for percent, look in frames if _has_clock(look)]
    if clocks and all(clocks):
        return [replace(look, clock=NO_TEXTS) if _has_clock(look) else look for look in looks]
    return list(looks)


def counts_the_clip(look: Look, second: float) -> bool:
    """Whether the clock shows the second of the clip in which it stands."""
    reading = read(look.clock)
    return reading is not None and reading.shown is not None and abs(reading.shown - second) <= SLACK_SECONDS


def _has_clock(look: Look) -> bool:
    return look.soccer and read(look.clock) is not None
