"""Finds images that were left alone while they were queued or running, and forgets what was deleted long ago."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from footy.core.errors import FootyError, WriteConflict
from footy.core.telemetry import count, log_info, logger
from footy.images.container import ImagesContainer
from footy.images.model import ImageDocument
from footy.images.rules.transitions import silent_since
from footy.images.steps.accept_image import Outcome, start

Input = Mapping[str, object]
AT_ONCE = 100


class Output(TypedDict):
    """How many had been silent, how many of them were started again or given up, and how many traces were forgotten."""

    silent: int
    mended: int
    failed: int
    forgotten: int


def mend_images(_request: Input, container: ImagesContainer) -> Output:
    """An execution that somebody stopped, or that died before its last act, says so to nobody: it is looked for."""
    now = container.clock.now()
    silent = container.images.silent(silent_since(now, container.rules), AT_ONCE)
    outcomes = Counter(_mended(image, container) for image in silent)
    forgotten = container.images.forget_removed(now - timedelta(days=container.rules.image_removed_days))
    mended, unmended = outcomes["mended"], outcomes["failed"]
    if mended:
        count("ImagesMended", mended)
    log_info("images_mended", silent=len(silent), mended=mended, failed=unmended, forgotten=forgotten)
    return {"silent": len(silent), "mended": mended, "failed": unmended, "forgotten": forgotten}


def _mended(image: ImageDocument, container: ImagesContainer) -> str:
    """One image's failure stays with it, is told and counted, and the next run tries again."""
    try:
        if container.classifications.runs(image["execution"]):
            return "at work"
        outcome: Outcome = start(image, container)
    except WriteConflict:  # somebody else wrote first: it is not silent
        return "written"
    except FootyError:
        logger.exception("image_not_mended", extra={"action": "image_not_mended", "key": image["_id"]})
        count("ImagesUnmended")
        return "failed"
    log_info("image_mended", key=image["_id"], outcome=outcome)
    return "mended"
