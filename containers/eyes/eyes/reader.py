"""Text recognition in a picture, first where broadcasters put their scoreboards."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from rapidocr import RapidOCR

from eyes.pixels import Picture
from eyes.scoreboard import Scoreboard, Word, find
from eyes.scoreline import scoreline

CROP_WIDTH = 640
CROP_SHARE = (1 / 2, 1 / 4)
SURE = 0.6


class Reader:
    """RapidOCR's networks."""

    def __init__(self, threads: int) -> None:
        logging.getLogger("RapidOCR").propagate = False
        self._read = RapidOCR(
            params={
                # without these two a thin crop is enlarged and takes four times as long
                "Det.limit_type": "max",
                "Det.limit_side_len": CROP_WIDTH,
                "Global.use_cls": False,
                "Global.log_level": "critical",
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    def scoreboard(self, picture: Picture) -> Scoreboard:
        """Read the corner with a clock next to sides, or any clock, else the whole picture."""
        return self.corners(picture) or self._board(picture)

    def corners(self, picture: Picture) -> Scoreboard | None:
        """Read the upper corners only; None without a clock."""
        first = None
        for part in _parts(picture):
            board = self._board(part)
            if board.in_company:
                return board
            first = first or (board if board.has_clock else None)
        return first

    def _board(self, picture: Picture) -> Scoreboard:
        words = self.words(picture)
        return replace(find(words), result=scoreline(words))

    def words(self, picture: Picture) -> list[Word]:
        """Return the lines of text above the confidence threshold."""
        read: Any = self._read(picture)
        if read.boxes is None:
            return []
        lines = zip(read.txts, read.scores, read.boxes, strict=True)
        return [_word(text, float(score), box) for text, score, box in lines if score >= SURE]


def _parts(picture: Picture) -> Iterator[Picture]:
    """Yield the upper corners, left one first, at the networks' width."""
    height, width = picture.shape[:2]
    across, down = round(width * CROP_SHARE[0]), round(height * CROP_SHARE[1])
    for start in (0, width - across):
        corner = picture[:down, start : start + across]
        size = (CROP_WIDTH, max(1, round(down * CROP_WIDTH / across)))
        yield np.asarray(cv2.resize(corner, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _word(text: str, score: float, box: Any) -> Word:
    (x_min, y_min), (x_max, y_max) = np.min(box, axis=0), np.max(box, axis=0)
    return Word(text, score, float(x_min), float(y_min), float(x_max), float(y_max))
