"""Transitions of one version: queued, running, classified or failed (I4), and its restarts."""

from datetime import datetime, timedelta
from typing import Literal, TypedDict

from footy.images.keys import image_execution_of
from footy.images.model import Guess, ImageDocument, ImageStatus, ModelVersion, PictureInfo
from footy.images.settings import ImageRules

OPEN: tuple[ImageStatus, ...] = ("queued", "running")
FINISHED: tuple[ImageStatus, ...] = ("classified", "failed")
REASON_LENGTH = 500


class Finish(TypedDict):
    """Fields written when a version is finished."""

    status: ImageStatus
    classificationLabel: str | None
    classificationScore: float | None
    classificationTop: list[Guess]
    model: ModelVersion | None
    look: PictureInfo | None
    error: str | None
    updatedAt: datetime
    completedAt: datetime


class Restart(TypedDict):
    """Fields written when a version is started again."""

    status: ImageStatus
    execution: str
    restarts: int
    tries: int
    error: str | None
    updatedAt: datetime
    completedAt: datetime | None


RestartCause = Literal["automatic", "manual"]


def classified(top: list[Guess], model: ModelVersion, info: PictureInfo | None, now: datetime) -> Finish:
    """Return the fields of a classified version."""
    return {
        "status": "classified",
        "classificationLabel": top[0]["label"],
        "classificationScore": top[0]["score"],
        "classificationTop": top,
        "model": model,
        "look": info,
        "error": None,
        "updatedAt": now,
        "completedAt": now,
    }


def failed(reason: str, info: PictureInfo | None, now: datetime) -> Finish:
    """Return the fields of a failed version, with the reason in one line (I12)."""
    return {
        "status": "failed",
        "classificationLabel": None,
        "classificationScore": None,
        "classificationTop": [],
        "model": None,
        "look": info,
        "error": " ".join(reason.split())[:REASON_LENGTH] or "no reason given",
        "updatedAt": now,
        "completedAt": now,
    }


def started_again(image: ImageDocument, cause: RestartCause, now: datetime) -> Restart:
    """Return the fields of a restart under an unused execution name; a manual one resets the tries."""
    restarts = image["restarts"] + 1
    return {
        "status": "queued",
        "execution": image_execution_of(image["eventId"], restarts),
        "restarts": restarts,
        "tries": 0 if cause == "manual" else image["tries"] + 1,
        "error": None,
        "updatedAt": now,
        "completedAt": None,
    }


def is_finished(image: ImageDocument) -> bool:
    """Return whether the version is classified or failed."""
    return image["status"] in FINISHED


def given_up(image: ImageDocument, rules: ImageRules) -> bool:
    """Return whether the automatic restarts are used up."""
    return image["tries"] >= rules.image_restarts


def silent_since(now: datetime, rules: ImageRules) -> datetime:
    """Return the time before which an open row without a write counts as abandoned."""
    return now - timedelta(minutes=rules.image_silent_minutes)
