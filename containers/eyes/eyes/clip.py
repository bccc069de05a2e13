"""Answers about the pictures of one clip, from the findings in each."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from eyes.chat import Answer
from eyes.scoreboard import Scoreboard
from eyes.static_background import Gray, is_static
from eyes.verdict import FrameMeasures, Judgement, screen, screen_strength, soccer


@dataclass(frozen=True, slots=True)
class FrameFindings:
    """Measures, scoreboard and background of one picture."""

    measures: FrameMeasures
    board: Scoreboard
    background: Gray


def answers_for_clip(findings: Sequence[FrameFindings]) -> list[Answer]:
    """Answer about all pictures of a clip; filmed screen and static background hold for the clip as a whole."""
    strengths = [screen_strength(finding.measures) for finding in findings]
    static = len(findings) > 1 and all(is_static(one.background, other.background) for one, other in pairwise(findings))
    filmed, pairs = screen(strengths), zip(findings, strengths, strict=True)
    return [_answer(finding, filmed, strength, static=static) for finding, strength in pairs]


def _answer(finding: FrameFindings, filmed: Judgement, strength: float, *, static: bool) -> Answer:
    measures, board = finding.measures, finding.board
    football = soccer(measures, board, is_static=static)
    confidence = {"SOCCER": football.confidence, "SCREEN": filmed.confidence, "CLOCK": board.score}
    raw = {"grass": measures.grass, "sport": measures.sport, "screen": measures.screen, "bezel": float(measures.bezel)}
    raw |= {"moire": measures.moire, "filmed": strength, "static": float(static)}
    return Answer(
        soccer=football.yes,
        screen=filmed.yes,
        clock=board.clock,
        added=board.added,
        stoppage=board.stoppage,
        score=board.result,
        confidence={name: round(value, 3) for name, value in (confidence | raw).items()},
    )
