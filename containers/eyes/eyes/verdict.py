"""From weak signs to yes or no, with how far the signs are from the fence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eyes.scoreboard import Scoreboard

MAYBE_GRASS, MAYBE_SPORT = 0.25, 0.1
"""From here on a picture may be football: its scoreboard is worth looking for everywhere, not in the corners alone."""
MOIRE = 12.0
"""A drawn broadcast reaches 5; what real ones reach is not known, so the classifier has to agree a little."""
WHOLE_BOARD = 1.5
"""How strongly a clock beside two sides and their goals speaks: close-ups show no grass."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What was measured in one picture.

    `sport` and `screen` are summed probabilities of groups of classes, `moire` is how far a slanting wave stands out.
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
    """An answer, and how sure of it: 0.5 is on the fence, 1 never reached."""

    yes: bool
    confidence: float


def soccer(signs: Signs, board: Scoreboard, *, stands: bool = False) -> Judgement:
    """Sport on grass, much sport on little grass, a match clock over a pitch, or the whole scoreboard over anything.

    Not over what `stands` from frame to frame: a camera follows whom a match shows close up, and in a studio people
    sit before the same picture beside the board of a match that they talk about.
    """
    clock = 1.0 if board.has_clock else 0.0
    return _judge(
        (
            min(signs.grass / 0.25, signs.sport / 0.1),
            min(signs.grass / 0.1, signs.sport / 0.2),
            clock * signs.grass / 0.35,
            WHOLE_BOARD if board.is_whole and not stands else 0.0,
        )
    )


def looks_filmed(signs: Signs) -> float:
    """Much that looks like a screen, a little of it inside a black frame, or less of it behind the pixels of glass."""
    return max(
        signs.screen / 0.5,
        signs.screen / 0.1 if signs.bezel else 0.0,
        min(signs.screen / 0.04, signs.moire / MOIRE),
    )


def screen(looks: Sequence[float]) -> Judgement:
    """The frames of one clip together: it is filmed off a screen from its beginning to its end, or not at all."""
    return _judge((sum(looks) / len(looks),))


def _judge(rules: Iterable[float]) -> Judgement:
    """A rule holds from 1 on."""
    strength = max(rules)
    sure = strength / (1 + strength)
    return Judgement(strength >= 1, sure if strength >= 1 else 1 - sure)
