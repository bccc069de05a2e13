"""ImageNet classifier, reduced to two groups of classes: sport and screens."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from eyes.pixels import Picture

SIDE = 260
MIDDLE, HALF_RANGE = 127.0, 128.0
SPORT: Mapping[str, int] = {
    "balance beam": 416,
    "baseball": 429,
    "croquet ball": 522,
    "football helmet": 560,
    "golf ball": 574,
    "horizontal bar": 602,
    "jersey": 610,
    "parallel bars": 702,
    "racket": 752,
    "rugby ball": 768,
    "scoreboard": 781,
    "soccer ball": 805,
    "tennis ball": 852,
    "volleyball": 890,
    "ballplayer": 981,
}
SCREEN: Mapping[str, int] = {
    "desktop computer": 527,
    "entertainment center": 548,
    "home theater": 598,
    "laptop": 620,
    "monitor": 664,
    "notebook": 681,
    "screen": 782,
    "television": 851,
}


class SceneClassifier:
    """EfficientNet-Lite2 on ONNX Runtime."""

    def __init__(self, model: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.enable_cpu_mem_arena = False
        self._session: Any = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    def groups(self, picture: Picture) -> tuple[float, float]:
        """Return the summed probabilities of sport and of screens."""
        probabilities = self.probabilities(picture)
        sport, screen = (float(probabilities[list(group.values())].sum()) for group in (SPORT, SCREEN))
        return sport, screen

    def probabilities(self, picture: Picture) -> NDArray[np.float32]:
        """Return one probability for each of the thousand classes."""
        planes = cv2.dnn.blobFromImage(
            _resized(picture), 1 / HALF_RANGE, (SIDE, SIDE), (MIDDLE, MIDDLE, MIDDLE), swapRB=True
        )
        return np.asarray(self._session.run(None, {"pictures": planes})[0][0], np.float32)


def _resized(picture: Picture) -> Picture:
    """Resize bicubically, as in the training; large pictures by area, which avoids aliasing."""
    interpolation = cv2.INTER_AREA if min(picture.shape[:2]) > SIDE else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=interpolation), np.uint8)
