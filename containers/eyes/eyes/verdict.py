"""Yes or no from weak measures, with the distance from the threshold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eyes.scoreboard import Scoreboard

MAYBE_GRASS, MAYBE_SPORT = 0.25, 0.1
"""From here on a picture may be football: search all of it for a scoreboard, not only the corners."""
MOIRE = 12.0
"""A drawn broadcast reaches 5; real ones are not measured, so the classifier must agree a little."""
WHOLE_BOARD = 1.5
"""Strength of a clock next to two sides and their goals: close-ups show no grass."""


@dataclass(frozen=True, slots=True)
class FrameMeasures:
    """Measures of one picture.

    `sport` and `screen` are summed probabilities of groups of classes, `moire` is the prominence of a slanting wave.
    """

    grass: float
    sport: float
    screen: float
    bezel: bool
    moire: float = 0.0

    @property
    def maybe_football(self) -> bool:
        return self.grass >= MAYBE_GRASS or self.sport >= MAYBE_SPORT


@dataclass(frozen=True, slots=True)
class Judgement:
    """Answer with its confidence: 0.5 at the threshold, always below 1."""

    yes: bool
    confidence: float


def soccer(measures: FrameMeasures, board: Scoreboard, *, is_static: bool = False) -> Judgement:
    """Judge football: sport on grass, much sport on little grass, a match clock over a pitch, or a whole scoreboard.

    A scoreboard over a static background does not count: it is a studio that shows a match's board.
    """
    clock = 1.0 if board.has_clock else 0.0
    return _judge(
        (
            min(measures.grass / 0.25, measures.sport / 0.1),
            min(measures.grass / 0.1, measures.sport / 0.2),
            clock * measures.grass / 0.35,
            WHOLE_BOARD if board.is_whole and not is_static else 0.0,
        )
    )


def screen_strength(measures: FrameMeasures) -> float:
    """Return the strength of a filmed screen: from its class, with a black frame, or with moire."""
    return max(
        measures.screen / 0.5,
        measures.screen / 0.1 if measures.bezel else 0.0,
        min(measures.screen / 0.04, measures.moire / MOIRE),
    )


def screen(strengths: Sequence[float]) -> Judgement:
    """Judge the frames of a clip together: all of it is filmed off a screen, or none."""
    return _judge((sum(strengths) / len(strengths),))


def _judge(rules: Iterable[float]) -> Judgement:
    """Judge by the strongest rule, which holds from 1 on."""
    strength = max(rules)
    confidence = strength / (1 + strength)
    return Judgement(strength >= 1, confidence if strength >= 1 else 1 - confidence)
