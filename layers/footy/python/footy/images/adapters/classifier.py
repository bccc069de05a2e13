"""ImageNet classifier on ONNX Runtime, loaded once per process."""

import os
from pathlib import Path
from typing import Any

import numpy as np

# ONNX Runtime sends telemetry unless this is set before the import
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

from footy.core.errors import ModelUnusable
from footy.images.model import Guess, ModelVersion
from footy.images.rules.model_card import ModelCard, Pixels, best_of, planes_of


class ImageClassifier:
    """ImageNet classifier described by its model card."""

    def __init__(self, card: ModelCard, file: Path) -> None:
        self.card = card
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count() or 1
        options.enable_cpu_mem_arena = False
        # spinning threads would take the time of a function's single processor
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as unreadable:
            raise ModelUnusable(f"the model {card.name} cannot be loaded: {unreadable}") from unreadable
        [self._input] = [one.name for one in self._session.get_inputs()]

    @property
    def version(self) -> ModelVersion:
        """Return the name and digest stored next to the labels (I14)."""
        return {"name": self.card.name, "digest": self.card.digest}

    def best(self, pixels: Pixels, count: int) -> list[Guess]:
        """Return the most probable labels of a model input."""
        planes = planes_of(pixels, self.card)
        return best_of(np.asarray(self._session.run(None, {self._input: planes})[0]), self.card, count)
