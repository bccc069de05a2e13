"""Restart images whose execution died silently, and delete the traces of images deleted long ago."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from footy.core.errors import FootyError, WriteConflict
from footy.core.telemetry import count, log_info, logger
from footy.images.container import ImagesContainer
from footy.images.model import ImageDocument
from footy.images.rules.transitions import silent_since
from footy.images.services import start_classification

Input = Mapping[str, object]
BATCH = 100


class Output(TypedDict):
    """Numbers of silent images, of those restarted or given up, of failures, and of deleted traces."""

    silent: int
    mended: int
    failed: int
    forgotten: int


def mend_images(_request: Input, container: ImagesContainer) -> Output:
    """Find images that no execution works on: one that was stopped or that crashed reports nothing."""
    now = container.clock.now()
    silent = container.images.silent(silent_since(now, container.rules), BATCH)
    outcomes = Counter(_mended(image, container) for image in silent)
    forgotten = container.images.forget_removed(now - timedelta(days=container.rules.image_removed_days))
    mended, unmended = outcomes["mended"], outcomes["failed"]
    if mended:
        count("ImagesRestarted", mended)
    log_info("images_mended", silent=len(silent), mended=mended, failed=unmended, forgotten=forgotten)
    return {"silent": len(silent), "mended": mended, "failed": unmended, "forgotten": forgotten}


def _mended(image: ImageDocument, container: ImagesContainer) -> str:
    """Log and count one image's failure; the next run tries again."""
    try:
        if container.classifications.runs(image["execution"]):
            return "running"
        outcome = start_classification(image, container)
    except WriteConflict:  # another process wrote first: it is not silent
        return "written"
    except FootyError:
        logger.exception("image_not_mended", extra={"action": "image_not_mended", "key": image["_id"]})
        count("ImagesNotRestarted")
        return "failed"
    log_info("image_mended", key=image["_id"], outcome=outcome)
    return "mended"
