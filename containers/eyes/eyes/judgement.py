"""From weak signs to yes or no, with how far the signs are from the fence."""

from collections.abc import Iterable
from dataclasses import dataclass

from eyes.scoreboard import Scoreboard

MAYBE_GRASS, MAYBE_SPORT = 0.25, 0.1
"""From here on a picture may be football: its scoreboard is worth reading."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What was measured in one picture; `sport` and `screen` are summed probabilities of groups of classes."""

    grass: float
    sport: float
    screen: float
    bezel: bool

    @property
    def maybe_football(self) -> bool:
        return self.grass >= MAYBE_GRASS or self.sport >= MAYBE_SPORT


@dataclass(frozen=True, slots=True)
class Judgement:
    """An answer, and how sure of it: 0.5 is on the fence, 1 never reached."""

    yes: bool
    confidence: float


def soccer(signs: Signs, board: Scoreboard) -> Judgement:
    """Sport on grass, much sport on little grass, or a match clock over a pitch."""
    clock = 1.0 if board.has_clock else 0.0
    return _judge(
        (
            min(signs.grass / 0.25, signs.sport / 0.1),
            min(signs.grass / 0.1, signs.sport / 0.2),
            clock * signs.grass / 0.35,
        )
    )


def screen(signs: Signs) -> Judgement:
    """Much that looks like a screen, or a little of it inside a black frame."""
    return _judge((signs.screen / 0.5, signs.screen / 0.1 if signs.bezel else 0.0))


def _judge(rules: Iterable[float]) -> Judgement:
    """A rule holds from 1 on."""
    strength = max(rules)
    sure = strength / (1 + strength)
    return Judgement(strength >= 1, sure if strength >= 1 else 1 - sure)
