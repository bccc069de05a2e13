"""The last act of a classification: label or reason written, if the version is still the current one."""

import json
from typing import Literal, TypedDict

from footy.core.errors import ModelUnusable, SquareUnusable
from footy.core.telemetry import count, log_info
from footy.images.container import ImagesContainer
from footy.images.keys import square_key, thumbnail_key
from footy.images.model import Guess, Look, ModelSeal
from footy.images.rules.transitions import Finish, classified, failed


class Input(TypedDict):
    """What came of it: labels, or a reason, or the error that a state ended with."""

    key: str
    event_id: str
    execution: str
    look: Look | None
    top: list[Guess]
    model: ModelSeal | None
    reason: str
    error: str
    cause: str


Output = Literal["classified", "failed", "stale", "open"]


def record_image(request: Input, container: ImagesContainer) -> Output:
    """An old completion changes nothing, and takes with it what it made."""
    outcome = _record(request, container)
    container.squares.delete(square_key(request["key"], request["execution"]))
    return outcome


def _record(request: Input, container: ImagesContainer) -> Output:
    key, event_id, execution = request["key"], request["event_id"], request["execution"]
    finish = _finish(request, container)
    mine = container.images.run(key, event_id, execution, container.clock.now())
    if mine and request["error"] == SquareUnusable.__name__:
        # a deployment came in between: mend_images has it done again by what is deployed by then
        log_info("image_left_open", key=key, execution=execution, cause=request["cause"])
        return "open"
    if mine and container.images.finish(key, event_id, execution, finish):
        return _recorded(request, finish)
    return _leave(request, container)


def _recorded(request: Input, finish: Finish) -> Output:
    label, error = finish["classificationLabel"], finish["error"]
    log_info("image_recorded", key=request["key"], execution=request["execution"], label=label, error=error)
    if request["error"] == ModelUnusable.__name__:
        count("ModelUnusable")
    if error:
        count("ImagesFailed")
        return "failed"
    count("ImagesClassified")
    return "classified"


def _leave(request: Input, container: ImagesContainer) -> Output:
    """Written by an earlier try of this same call, or no longer ours."""
    row = container.images.find(request["key"])
    if row and row.get("execution") == request["execution"]:
        return "classified" if row.get("status") == "classified" else "failed"
    log_info("image_stale", key=request["key"], execution=request["execution"])
    container.thumbnails.delete(thumbnail_key(request["key"].partition("/")[0], request["execution"]))
    return "stale"


def _finish(request: Input, container: ImagesContainer) -> Finish:
    now, model = container.clock.now(), request["model"]
    if request["top"] and model:
        return classified(request["top"], model, request["look"], now)
    reason = request["reason"] or _told(request["error"], request["cause"])
    return failed(reason, request["look"], now)


def _told(error: str, cause: str) -> str:
    """What a person can do something with: the message of the error, whatever Step Functions wrapped it in."""
    try:
        message = json.loads(cause)["errorMessage"]
    except (ValueError, KeyError, TypeError):
        message = cause
    return f"{error}: {message}" if message else error
