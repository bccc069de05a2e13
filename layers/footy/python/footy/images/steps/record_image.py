"""Record the result of a classification, if its version is still the current one."""

import json
from typing import Literal, TypedDict

from footy.core.errors import ModelInputUnusable, ModelUnusable
from footy.core.telemetry import count, log_info
from footy.images.container import ImagesContainer
from footy.images.keys import model_input_key, thumbnail_key
from footy.images.model import Guess, ModelVersion, PictureInfo
from footy.images.rules.transitions import Finish, classified, failed


class Input(TypedDict):
    """Labels, or the reason of a refusal, or the error of a failed state."""

    key: str
    event_id: str
    execution: str
    look: PictureInfo | None
    top: list[Guess]
    model: ModelVersion | None
    reason: str
    error: str
    cause: str


Output = Literal["classified", "failed", "stale", "open"]


def record_image(request: Input, container: ImagesContainer) -> Output:
    """Write the result; an old completion changes nothing and deletes its own files (I5)."""
    outcome = _record(request, container)
    container.model_inputs.delete(model_input_key(request["key"], request["execution"]))
    return outcome


def _record(request: Input, container: ImagesContainer) -> Output:
    key, event_id, execution = request["key"], request["event_id"], request["execution"]
    finish = _finish(request, container)
    is_current = container.images.run(key, event_id, execution, container.clock.now())
    if is_current and request["error"] == ModelInputUnusable.__name__:
        # a deployment came in between: mend_images restarts it with what is deployed by then
        log_info("image_left_open", key=key, execution=execution, cause=request["cause"])
        return "open"
    if is_current and container.images.finish(key, event_id, execution, finish):
        return _recorded(request, finish)
    return _discard(request, container)


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


def _discard(request: Input, container: ImagesContainer) -> Output:
    """Answer for a row that an earlier try of this call has written; else delete the thumbnail of a stale result."""
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
    reason = request["reason"] or _error_text(request["error"], request["cause"])
    return failed(reason, request["look"], now)


def _error_text(error: str, cause: str) -> str:
    """Unwrap the message of an error from the JSON that Step Functions puts around it."""
    try:
        message = json.loads(cause)["errorMessage"]
    except (ValueError, KeyError, TypeError):
        message = cause
    return f"{error}: {message}" if message else error
