"""Finds images that were left alone while they were queued or running, and forgets what was deleted long ago."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from footy.errors import FootyError, WriteConflict
from footy.images.course import silent_since
from footy.model.images import ImageDocument
from footy.steps.accept_image import Outcome, start
from footy.telemetry import count, logger, say
from footy.world import World

Input = Mapping[str, object]
AT_ONCE = 100


class Output(TypedDict):
    """How many had been silent, how many of them were started again or given up, and how many traces were forgotten."""

    silent: int
    mended: int
    failed: int
    forgotten: int


def mend_images(_request: Input, world: World) -> Output:
    """An execution that somebody stopped, or that died before its last act, says so to nobody: it is looked for."""
    now = world.clock.now()
    silent = world.images.silent(silent_since(now, world.rules), AT_ONCE)
    outcomes = Counter(_mended(image, world) for image in silent)
    forgotten = world.images.forget_removed(now - timedelta(days=world.rules.image_removed_days))
    mended, unmended = outcomes["mended"], outcomes["failed"]
    if mended:
        count("ImagesMended", mended)
    say("images_mended", silent=len(silent), mended=mended, failed=unmended, forgotten=forgotten)
    return {"silent": len(silent), "mended": mended, "failed": unmended, "forgotten": forgotten}


def _mended(image: ImageDocument, world: World) -> str:
    """One image's failure stays with it, is told and counted, and the next run tries again."""
    try:
        if world.classifications.runs(image["execution"]):
            return "at work"
        outcome: Outcome = start(image, world)
    except WriteConflict:  # somebody else wrote first: it is not silent
        return "written"
    except FootyError:
        logger.exception("image_not_mended", extra={"action": "image_not_mended", "key": image["_id"]})
        count("ImagesUnmended")
        return "failed"
    say("image_mended", key=image["_id"], outcome=outcome)
    return "mended"
