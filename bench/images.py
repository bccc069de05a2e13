"""Uploaded images: cost of a classification as a ratio to its network alone, and exactness of the model input."""

import io
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bench.resnet import resnet_50
from bench.result import Result
from footy.api.settings import ApiRules
from footy.images.adapters.classifier import ImageClassifier
from footy.images.adapters.decoder import cropped_pixels, decode, thumbnail
from footy.images.adapters.models import read_card
from footy.images.model import Guess, ModelInput
from footy.images.rules.model_card import ModelCard, best_of, pixels_of, planes_of
from local import PROJECT
from local.cli.image_client import MODEL_CARD
from local.cli.image_demo import PICTURES, draw_picture
from local.stack.classifier_model import build_lite2, eyes_python
from operations.model import card_with_labels
from tests.support import image_files

ROUNDS = 15
PAGE, CAMERA = (640, 480), (4000, 3000)
GRAIN = 20
MOST_WARM = 1.15
MOST_MEGABYTES = 512
EXACT = 0.99
RULES = ApiRules()


def measure() -> list[Result]:
    """Measure with the network of the local stack."""
    file = build_lite2(eyes_python())
    card_text = card_with_labels(MODEL_CARD, digest="0" * 64)
    card = read_card(card_text)
    classifier = ImageClassifier(card, file)
    return [
        *_warm("the local stack's network", classifier),
        *_warm_as_resnet(),
        _exact(classifier),
        _memory(),
    ]


def _photograph(seed: int, size: tuple[int, int] = PAGE, grain: int = 0) -> bytes:
    """Draw a photograph, with camera grain if asked."""
    chance = np.random.default_rng(seed)
    image = Image.fromarray(chance.integers(0, 256, (12, 16, 3), np.uint8)).resize(size, Image.Resampling.BICUBIC)
    if grain:
        grains = chance.integers(-grain, grain + 1, (size[1], size[0], 1), np.int16)
        image = Image.fromarray((np.asarray(image) + grains).clip(0, 255).astype(np.uint8))
    written = io.BytesIO()
    image.save(written, "JPEG", quality=85)
    return written.getvalue()


def _loaded(content: bytes, card: ModelCard) -> ModelInput:
    """Do the work of load_image, without S3."""
    picture = decode(content, RULES, max(card.resize, RULES.thumbnail_edge))
    square = ModelInput(cropped_pixels(picture, card).tobytes(), card.cut)
    thumbnail(picture, RULES)
    return square


def _classified(square: ModelInput, classifier: ImageClassifier) -> list[Guess]:
    """Do the work of classify_image."""
    return classifier.best(pixels_of(square, classifier.card), RULES.labels_per_image)


def _warm_as_resnet() -> Iterator[Result]:
    """Measure with a network of production size and random weights."""
    with tempfile.TemporaryDirectory() as folder:
        card = read_card(card_with_labels(PROJECT / "models" / "resnet-50.json"))
        yield from _warm("one of ResNet-50's shape", ImageClassifier(card, resnet_50(Path(folder))))


def _warm(network: str, classifier: ImageClassifier) -> Iterator[Result]:
    """Measure one and both functions, for a photograph of a page and for one of a camera."""
    page = [_photograph(seed) for seed in range(8)]
    camera = [_photograph(seed, CAMERA, GRAIN) for seed in range(2)]
    yield _beside(network, classifier, page, "640 x 480", one_step=True)
    yield _beside(network, classifier, page, "640 x 480")
    yield _beside(network, classifier, camera, f"12 megapixels, {len(camera[0]) / 1e6:.1f} MB")


def _beside(
    network: str, classifier: ImageClassifier, uploads: list[bytes], kind: str, *, one_step: bool = False
) -> Result:
    """Alternate between the works, so that a busy machine slows all of them down alike."""
    squares = [_loaded(content, classifier.card) for content in uploads]
    planes = [planes_of(pixels_of(square, classifier.card), classifier.card) for square in squares]
    session, name = classifier._session, classifier._input
    bare, loading, total = _least(
        len(uploads),
        lambda n: session.run(None, {name: planes[n]}),
        lambda n: _loaded(uploads[n], classifier.card),
        lambda n: _classified(squares[n] if one_step else _loaded(uploads[n], classifier.card), classifier),
    )
    ratio, worked = total.clock / bare.clock, total.processor / bare.processor
    loaded = "" if one_step else f", loading {loading.clock * 1e3:.1f}"
    measured = (
        f"{ratio:.2f} x ({total.clock * 1e3:.1f} ms, the network {bare.clock * 1e3:.1f}{loaded}); "
        f"of a processor's time {worked:.2f} x"
    )
    parts = {"total": total, "network": bare, "loading": loading}
    facts = {f"{what}_ms": of.clock * 1e3 for what, of in parts.items()}
    facts |= {f"{what}_processor_ms": of.processor * 1e3 for what, of in parts.items()}
    facts |= {"ratio": ratio, "processor_ratio": worked}
    if one_step:
        work, holds = f"classify_image, warm, against {network}", ratio <= MOST_WARM
        return Result(work, measured, f"<= {MOST_WARM} x", holds, facts)
    return Result(f"load_image and classify_image, {kind}, warm, against {network}", measured, "measured", None, facts)


class Spent(NamedTuple):
    """Wall and CPU seconds."""

    clock: float
    processor: float


def _least(count: int, *works: Callable[[int], object]) -> list[Spent]:
    """Return the minimum of many runs of each work."""
    least = [Spent(math.inf, math.inf)] * len(works)
    for n in range(ROUNDS * count):
        for place, work in enumerate(works):
            began = Spent(time.perf_counter(), time.process_time())
            work(n % count)
            parts = Spent(time.perf_counter() - began.clock, time.process_time() - began.processor)
            least[place] = Spent(*map(min, least[place], parts))
    return least


def _exact(classifier: ImageClassifier) -> Result:
    """Compare with an independent implementation of the same filter, with and without rounding."""
    contents = [*map(_photograph, range(100, 140)), *map(draw_picture, PICTURES)]
    contents += [
        build()
        for name, (build, size) in image_files.READABLE.items()
        if not name.startswith("a large") and size != (1, 1)
    ]
    pictures = [decode(content, RULES) for content in contents]
    ours = [_classified(_loaded(content, classifier.card), classifier)[0]["label"] for content in contents]
    share, unrounded = (
        statistics.fmean(
            label == _reference(classifier, np.asarray(picture.image, np.float64), rounds=rounds)
            for label, picture in zip(ours, pictures, strict=True)
        )
        for rounds in (True, False)
    )
    measured = f"{share:.1%} of {len(ours)} ({unrounded:.1%} with one that never rounds)"
    return Result(
        "first label as with the reference preparation",
        measured,
        f">= {EXACT:.0%}",
        share >= EXACT,
        {"share": share, "unrounded": unrounded},
    )


def _reference(classifier: ImageClassifier, picture: NDArray[np.float64], *, rounds: bool) -> str:
    """Prepare a picture as in training: 8 bits, resized in width and then in height."""
    card = classifier.card
    height, width = picture.shape[:2]
    shorter = min(height, width)
    small = picture
    for axis, edge in ((1, width), (0, height)):
        small = _resized(small, card.resize * edge // shorter, card, axis).clip(0, 255)
        small = small.round() if rounds else small
    y, x = (round((edge - card.side) / 2) for edge in small.shape[:2])
    square = small[y : y + card.side, x : x + card.side]
    planes = ((square - np.array(card.mean)) / np.array(card.deviation)).transpose(2, 0, 1)[np.newaxis]
    answer = classifier._session.run(None, {classifier._input: planes.astype(np.float32)})[0]
    return best_of(np.asarray(answer), card, 1)[0]["label"]


def _resized(picture: NDArray[np.float64], size: int, card: ModelCard, axis: int) -> NDArray[np.float64]:
    """Resize one axis: each new pixel is a weighted mean of the old ones."""
    scale = picture.shape[axis] / size
    wide = max(scale, 1.0)
    middles = (np.arange(size) + 0.5) * scale
    distance = np.abs((np.arange(picture.shape[axis])[np.newaxis] + 0.5 - middles[:, np.newaxis]) / wide)
    weights = _triangle(distance) if card.filter == "bilinear" else _cubic(distance)
    weights /= weights.sum(axis=1, keepdims=True)
    return np.moveaxis(np.tensordot(weights, picture, axes=(1, axis)), 0, axis)


def _triangle(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    return (1 - distance).clip(0)


def _cubic(distance: NDArray[np.float64], sharp: float = -0.5) -> NDArray[np.float64]:
    near = (sharp + 2) * distance**3 - (sharp + 3) * distance**2 + 1
    far = sharp * (distance**3 - 5 * distance**2 + 8 * distance - 4)
    return np.where(distance < 1, near, np.where(distance < 2, far, 0.0))


def _memory() -> Result:
    with tempfile.TemporaryDirectory() as folder:
        image_files.write(Path(folder))
        path = os.pathsep.join(sys.path)
        command = [sys.executable, "-m", "tests.support.image_files", folder]
        done = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True
        )
    most = int(done.stdout.splitlines()[-1].rpartition('"megabytes": ')[2].rstrip("}"))
    measured, target = f"{most} MB", f"<= {MOST_MEGABYTES} MB"
    return Result("memory for the worst uploads", measured, target, most <= MOST_MEGABYTES, {"megabytes": float(most)})
