"""A real network, small, behind the library that runs the large ones."""

import io
import time
from pathlib import Path

from PIL import Image

from footy.images.adapters.classifier import ImageClassifier
from footy.images.adapters.decoder import cropped_pixels, decode
from footy.images.adapters.models import read_card
from footy.images.settings import ImageRules
from tests.support.tiny_model import tiny_card, tiny_model

RULES = ImageRules()
REST_SECONDS = 0.05
# of the processor: whatever else this process does meanwhile
NOTHING = 0.002


def test_a_network_at_rest_leaves_the_processor_to_others(tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    classifier = ImageClassifier(read_card(tiny_card(file)), file)
    written = io.BytesIO()
    Image.new("RGB", (300, 200), "blue").save(written, "PNG")
    pixels = cropped_pixels(decode(written.getvalue(), RULES), classifier.card)

    def rest() -> float:
        classifier.best(pixels, 1)
        began = time.process_time()
        time.sleep(REST_SECONDS)
        return time.process_time() - began

    assert min(rest() for _ in range(3)) <= NOTHING
