"""Reads the texts of a picture, first where broadcasters put their scoreboards."""

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
    """The reading networks, loaded once."""

    def __init__(self, threads: int) -> None:
        logging.getLogger("RapidOCR").propagate = False
        self._read = RapidOCR(
            params={
                # without these two a thin crop is blown up and takes four times as long
                "Det.limit_type": "max",
                "Det.limit_side_len": CROP_WIDTH,
                "Global.use_cls": False,
                "Global.log_level": "critical",
                "EngineConfig.onnxruntime.intra_op_num_threads": threads,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    def scoreboard(self, picture: Picture) -> Scoreboard:
        """From the corner that shows a clock in company, or any clock, else from the whole picture."""
        return self.corners(picture) or self._board(picture)

    def corners(self, picture: Picture) -> Scoreboard | None:
        """From the corners alone; None when no clock is there."""
        alone = None
        for part in _parts(picture):
            board = self._board(part)
            if board.in_company:
                return board
            alone = alone or (board if board.has_clock else None)
        return alone

    def _board(self, picture: Picture) -> Scoreboard:
        words = self.words(picture)
        return replace(find(words), result=scoreline(words))

    def words(self, picture: Picture) -> list[Word]:
        """The lines of text that the networks are sure of."""
        read: Any = self._read(picture)
        if read.boxes is None:
            return []
        found = zip(read.txts, read.scores, read.boxes, strict=True)
        return [_word(text, float(score), box) for text, score, box in found if score >= SURE]


def _parts(picture: Picture) -> Iterator[Picture]:
    """The upper corners, left one first, at the width the networks like."""
    height, width = picture.shape[:2]
    across, down = round(width * CROP_SHARE[0]), round(height * CROP_SHARE[1])
    for left in (0, width - across):
        corner = picture[:down, left : left + across]
        size = (CROP_WIDTH, max(1, round(down * CROP_WIDTH / across)))
        yield np.asarray(cv2.resize(corner, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _word(text: str, score: float, box: Any) -> Word:
    (left, top), (right, bottom) = np.min(box, axis=0), np.max(box, axis=0)
    return Word(text, score, float(left), float(top), float(right), float(bottom))
