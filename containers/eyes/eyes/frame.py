"""Vision model for one picture: classifier, reader and pixel measures."""

import gc
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np

from eyes.chat import InvalidQuestion
from eyes.classifier import SceneClassifier
from eyes.clip import FrameFindings
from eyes.moire import moire
from eyes.pixels import Picture, bezel, grass
from eyes.reader import Reader
from eyes.scoreboard import Scoreboard
from eyes.static_background import background
from eyes.verdict import FrameMeasures

LARGEST = 4096


@dataclass(slots=True)
class FrameAnalyzer:
    """Networks that are loaded at the first picture and can be unloaded."""

    model: Path
    threads: int
    _networks: tuple[SceneClassifier, Reader] | None = None
    _turn: Lock = field(default_factory=Lock)

    def look(self, jpeg: bytes) -> FrameFindings:
        """Return the findings that the six answers need."""
        picture = _decoded(jpeg)
        with self._turn:
            classifier, reader = self._loaded()
            sport, monitor = classifier.groups(picture)
            measures = FrameMeasures(grass(picture), sport, monitor, bezel(picture), moire(picture))
            board = reader.scoreboard(picture) if measures.maybe_football else reader.corners(picture) or Scoreboard()
        return FrameFindings(measures, board, background(picture))

    def unload(self) -> None:
        """Release the memory of the networks."""
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
        raise InvalidQuestion("an image could not be decoded")
    if max(picture.shape) > LARGEST:
        raise InvalidQuestion(f"an image is larger than {LARGEST} pixels")
    return np.asarray(picture, np.uint8)
