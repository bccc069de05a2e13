"""Everything that is seen in one picture."""

import gc
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np

from eyes.chat import NotAQuestion
from eyes.classifier import SceneClassifier
from eyes.clip import Sight
from eyes.moire import moire
from eyes.pixels import Picture, bezel, grass
from eyes.reader import Reader
from eyes.scoreboard import Scoreboard
from eyes.static_background import backdrop
from eyes.verdict import Signs

LARGEST = 4096


@dataclass(slots=True)
class Eyes:
    """Networks that are loaded at the first picture, and can be let go when nothing is looked at."""

    model: Path
    threads: int
    _networks: tuple[SceneClassifier, Reader] | None = None
    _turn: Lock = field(default_factory=Lock)

    def look(self, jpeg: bytes) -> Sight:
        """Everything that the six answers about one picture need."""
        picture = _decoded(jpeg)
        with self._turn:
            classifier, reader = self._loaded()
            sport, monitor = classifier.groups(picture)
            signs = Signs(grass(picture), sport, monitor, bezel(picture), moire(picture))
            board = reader.scoreboard(picture) if signs.maybe_football else reader.corners(picture) or Scoreboard()
        return Sight(signs, board, backdrop(picture))

    def rest(self) -> None:
        """Gives the memory of the networks back."""
        with self._turn:
            self._networks = None
        gc.collect()

    def _loaded(self) -> tuple[SceneClassifier, Reader]:
        if self._networks is None:
            self._networks = SceneClassifier(self.model, self.threads), Reader(self.threads)
        return self._networks


def _decoded(jpeg: bytes) -> Picture:
    picture: Any = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if picture is None:
        raise NotAQuestion("an image could not be decoded")
    if max(picture.shape) > LARGEST:
        raise NotAQuestion(f"an image is larger than {LARGEST} pixels")
    return np.asarray(picture, np.uint8)
