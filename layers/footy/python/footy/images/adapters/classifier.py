"""A network that names what is in a picture, loaded once per process."""

import os
from pathlib import Path
from typing import Any

import numpy as np

# it reports to its maker about every model, unless it is told before it is loaded
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

from footy.core.errors import ModelUnusable
from footy.images.model import Guess, ModelSeal
from footy.images.rules.model_card import ModelCard, Pixels, best_of, planes_of


class Classifier:
    """Any ImageNet classifier that its card describes."""

    def __init__(self, card: ModelCard, file: Path) -> None:
        self.card = card
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count() or 1
        options.enable_cpu_mem_arena = False
        # waiting threads would run in a circle, and take the time of the one processor that a function has
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as unreadable:
            raise ModelUnusable(f"the model {card.name} cannot be loaded: {unreadable}") from unreadable
        [self._input] = [one.name for one in self._session.get_inputs()]

    @property
    def seal(self) -> ModelSeal:
        """What is kept beside its labels."""
        return {"name": self.card.name, "digest": self.card.digest}

    def best(self, square: Pixels, count: int) -> list[Guess]:
        """What it takes the picture for out of which the square was cut."""
        planes = planes_of(square, self.card)
        return best_of(np.asarray(self._session.run(None, {self._input: planes})[0]), self.card, count)
