"""What is seen in the pictures of one clip, and the answers that follow from all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from eyes.chat import Answer
from eyes.scoreboard import Scoreboard
from eyes.static_background import Gray, stands
from eyes.verdict import Judgement, Signs, looks_filmed, screen, soccer


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen in one picture, before the pictures of its clip are judged together."""

    signs: Signs
    board: Scoreboard
    backdrop: Gray


def agreed(sights: Sequence[Sight]) -> list[Answer]:
    """The answers about pictures of one clip: a screen from its beginning to its end or not, in a studio or not."""
    looks = [looks_filmed(sight.signs) for sight in sights]
    still = len(sights) > 1 and all(stands(one.backdrop, other.backdrop) for one, other in pairwise(sights))
    filmed = screen(looks)
    return [_answer(sight, filmed, look, still=still) for sight, look in zip(sights, looks, strict=True)]


def _answer(sight: Sight, filmed: Judgement, looks: float, *, still: bool) -> Answer:
    signs, board = sight.signs, sight.board
    football = soccer(signs, board, stands=still)
    sure = {"SOCCER": football.confidence, "SCREEN": filmed.confidence, "CLOCK": board.score}
    seen = {"grass": signs.grass, "sport": signs.sport, "screen": signs.screen, "bezel": float(signs.bezel)}
    seen |= {"moire": signs.moire, "filmed": looks, "stands": float(still)}
    return Answer(
        soccer=football.yes,
        screen=filmed.yes,
        clock=board.clock,
        added=board.added,
        stoppage=board.stoppage,
        score=board.result,
        confidence={name: round(value, 3) for name, value in (sure | seen).items()},
    )
