"""Everything that is seen in one picture."""

import gc
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np

from eyes.chat import Answer, NotAQuestion
from eyes.classifier import Classifier
from eyes.glass import moire
from eyes.judgement import Judgement, Signs, looks_filmed, screen, soccer
from eyes.pixels import Picture, bezel, grass
from eyes.reader import Reader
from eyes.scoreboard import Scoreboard

LARGEST = 4096


@dataclass(slots=True)
class Eyes:
    """Networks that are loaded at the first picture, and can be let go when nothing is looked at."""

    model: Path
    threads: int
    _networks: tuple[Classifier, Reader] | None = None
    _turn: Lock = field(default_factory=Lock)

    def look(self, jpeg: bytes) -> Answer:
        """The six answers about one picture, and how sure they are."""
        picture = _decoded(jpeg)
        with self._turn:
            classifier, reader = self._loaded()
            sport, monitor = classifier.groups(picture)
            signs = Signs(grass(picture), sport, monitor, bezel(picture), moire(picture))
            board = reader.scoreboard(picture) if signs.maybe_football else reader.corners(picture) or Scoreboard()
        return _answer(soccer(signs, board), board, signs)

    def rest(self) -> None:
        """Gives the memory of the networks back."""
        with self._turn:
            self._networks = None
        gc.collect()

    def _loaded(self) -> tuple[Classifier, Reader]:
        if self._networks is None:
            self._networks = Classifier(self.model, self.threads), Reader(self.threads)
        return self._networks


def agreed(answers: Sequence[Answer]) -> list[Answer]:
    """The answers about pictures of one clip, of one mind on whether it is filmed off a screen."""
    filmed = screen([answer.confidence["filmed"] for answer in answers])
    sure = {"SCREEN": round(filmed.confidence, 3)}
    return [replace(answer, screen=filmed.yes, confidence=answer.confidence | sure) for answer in answers]


def _answer(football: Judgement, board: Scoreboard, signs: Signs) -> Answer:
    looks = looks_filmed(signs)
    filmed = screen([looks])
    sure = {"SOCCER": football.confidence, "SCREEN": filmed.confidence, "CLOCK": board.score}
    seen = {"grass": signs.grass, "sport": signs.sport, "screen": signs.screen, "bezel": float(signs.bezel)}
    seen |= {"moire": signs.moire, "filmed": looks}
    return Answer(
        soccer=football.yes,
        screen=filmed.yes,
        clock=board.clock,
        added=board.added,
        stoppage=board.stoppage,
        score=board.result,
        confidence={name: round(value, 3) for name, value in (sure | seen).items()},
    )


def _decoded(jpeg: bytes) -> Picture:
    picture: Any = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if picture is None:
        raise NotAQuestion("an image could not be decoded")
    if max(picture.shape) > LARGEST:
        raise NotAQuestion(f"an image is larger than {LARGEST} pixels")
    return np.asarray(picture, np.uint8)
