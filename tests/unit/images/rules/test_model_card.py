"""Preparation of a network's input, and its labels (I14)."""

import numpy as np
import pytest

from footy.core.errors import ModelUnusable
from footy.images.rules.model_card import ModelCard, best_of, planes_of

CARD = ModelCard(
    name="tiny",
    file="tiny.onnx",
    digest="0" * 64,
    licence="MIT",
    source="",
    resize=256,
    side=224,
    filter="bilinear",
    mean=(123.675, 116.28, 103.53),
    deviation=(58.395, 57.12, 57.375),
    output="scores",
    labels=("cat", "dog", "goal"),
)


def test_colours_become_planes_around_zero() -> None:
    pixels = np.full((4, 4, 3), (124, 0, 255), np.uint8)
    planes = planes_of(pixels, CARD)
    assert planes.shape == (1, 3, 4, 4)
    assert planes.dtype == np.float32
    assert planes.flags["C_CONTIGUOUS"]
    expected = [(124 - 123.675) / 58.395, -116.28 / 57.12, (255 - 103.53) / 57.375]
    assert np.allclose(planes[0, :, 2, 3], expected, atol=1e-6)


def test_scores_become_probabilities_best_first() -> None:
    best = best_of(np.array([[1.0, 3.0, 2.0]], np.float32), CARD, 2)
    assert [guess["label"] for guess in best] == ["dog", "goal"]
    assert best[0]["score"] == pytest.approx(np.exp(3) / sum(np.exp([1, 2, 3])), abs=1e-6)


def test_large_scores_do_no_harm() -> None:
    assert best_of(np.array([[1e5, -1e5, 0]], np.float32), CARD, 1) == [{"label": "cat", "score": 1.0}]


@pytest.mark.parametrize("scores", [[[1.0, 2.0]], [[1.0, 2.0, np.nan]]])
def test_an_answer_that_makes_no_sense_is_no_label(scores: list[list[float]]) -> None:
    with pytest.raises(ModelUnusable, match="tiny"):
        best_of(np.array(scores, np.float32), CARD, 1)
