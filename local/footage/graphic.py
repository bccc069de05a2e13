"""The broadcaster's score graphic, drawn once per second and laid over the frames of it."""

import cv2

from local.footage.canvas import DARK, Colour, Picture, colour, words
from local.replay.broadcast import Board, Graphics

LEFT, TOP, TALL = 22, 18, 30
CLOCK, TEAM, SCORE = 92, 78, 62
INK = 0.7
PALE: Colour = (235, 235, 235)


def draw(picture: Picture, board: Board, second: float) -> None:
    """Lays the graphic over a frame; footage without a clock has none."""
    graphics = board.at(second)
    if graphics is None:
        return
    _bar(picture, board, graphics)
    _under(picture, graphics)


def _bar(picture: Picture, board: Board, graphics: Graphics) -> None:
    left = LEFT
    cells = (
        (graphics.clock, CLOCK, DARK, PALE),
        (board.home, TEAM, PALE, DARK),
        (graphics.score.replace("-", " - "), SCORE, DARK, PALE),
        (board.away, TEAM, PALE, DARK),
    )
    for text, width, paper, ink in cells:
        _cell(picture, (left, TOP, width), text, paper, ink)
        left += width
    for x, shirt in ((LEFT + CLOCK, board.shirts[0]), (left - 6, board.shirts[1])):
        cv2.rectangle(picture, (x, TOP), (x + 6, TOP + TALL), colour(shirt), -1)


def _under(picture: Picture, graphics: Graphics) -> None:
    """Added time and its own clock, hung below the clock."""
    if graphics.stoppage:
        _cell(picture, (LEFT, TOP + TALL, CLOCK), graphics.stoppage, PALE, DARK)
    if graphics.added:
        _cell(picture, (LEFT + CLOCK, TOP + TALL, 52), graphics.added, (40, 160, 60), PALE)


def _cell(picture: Picture, place: tuple[int, int, int], text: str, paper: Colour, ink: Colour) -> None:
    left, top, width = place
    cv2.rectangle(picture, (left, top), (left + width, top + TALL), paper, -1)
    size, _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, INK, 2)
    words(picture, text, (left + (width - size[0]) // 2, top + TALL - 8), INK, ink)
