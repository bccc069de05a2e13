"""Score graphic of the broadcaster, drawn over every frame."""

import cv2

from local.footage.canvas import DARK, Colour, Picture, colour, words
from local.replay.broadcast import GraphicTexts, ScoreGraphic

X, TOP, HEIGHT = 22, 18, 30
CLOCK, TEAM, SCORE = 92, 78, 62
INK = 0.7
PALE: Colour = (235, 235, 235)


def draw(picture: Picture, graphic: ScoreGraphic, second: float) -> None:
    """Draw the graphic over a frame, where the footage has a clock."""
    texts = graphic.at(second)
    if texts is None:
        return
    _draw_bar(picture, graphic, texts)
    _draw_added_time(picture, texts)


def _draw_bar(picture: Picture, graphic: ScoreGraphic, texts: GraphicTexts) -> None:
    x = X
    cells = (
        (texts.clock, CLOCK, DARK, PALE),
        (graphic.home, TEAM, PALE, DARK),
        (texts.score.replace("-", " - "), SCORE, DARK, PALE),
        (graphic.away, TEAM, PALE, DARK),
    )
    for text, width, paper, ink in cells:
        _draw_cell(picture, (x, TOP, width), text, paper, ink)
        x += width
    for edge, shirt in ((X + CLOCK, graphic.shirts[0]), (x - 6, graphic.shirts[1])):
        cv2.rectangle(picture, (edge, TOP), (edge + 6, TOP + HEIGHT), colour(shirt), -1)


def _draw_added_time(picture: Picture, texts: GraphicTexts) -> None:
    """Draw added time and its clock below the match clock."""
    if texts.stoppage:
        _draw_cell(picture, (X, TOP + HEIGHT, CLOCK), texts.stoppage, PALE, DARK)
    if texts.added:
        _draw_cell(picture, (X + CLOCK, TOP + HEIGHT, 52), texts.added, (40, 160, 60), PALE)


def _draw_cell(picture: Picture, cell: tuple[int, int, int], text: str, paper: Colour, ink: Colour) -> None:
    x, top, width = cell
    cv2.rectangle(picture, (x, top), (x + width, top + HEIGHT), paper, -1)
    size, _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, INK, 2)
    words(picture, text, (x + (width - size[0]) // 2, top + HEIGHT - 8), INK, ink)
