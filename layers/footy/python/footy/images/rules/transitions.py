"""The course of one version: queued, running, classified or failed; and who starts it again when it was left alone."""

from datetime import datetime, timedelta
from typing import Literal, TypedDict

from footy.images.ids import image_execution_of
from footy.images.model import Guess, ImageDocument, ImageStatus, Look, ModelSeal
from footy.images.settings import ImageRules

OPEN: tuple[ImageStatus, ...] = ("queued", "running")
FINISHED: tuple[ImageStatus, ...] = ("classified", "failed")
REASON_LENGTH = 500


class Finish(TypedDict):
    """What is written of a version when it is finished."""

    status: ImageStatus
    classificationLabel: str | None
    classificationScore: float | None
    classificationTop: list[Guess]
    model: ModelSeal | None
    look: Look | None
    error: str | None
    updatedAt: datetime
    completedAt: datetime


class Restart(TypedDict):
    """What is written of a version that is started again."""

    status: ImageStatus
    execution: str
    restarts: int
    tries: int
    error: str | None
    updatedAt: datetime
    completedAt: datetime | None


Asked = Literal["by_itself", "by_hand"]


def classified(top: list[Guess], model: ModelSeal, look: Look | None, now: datetime) -> Finish:
    """The best label stands for the image."""
    return {
        "status": "classified",
        "classificationLabel": top[0]["label"],
        "classificationScore": top[0]["score"],
        "classificationTop": top,
        "model": model,
        "look": look,
        "error": None,
        "updatedAt": now,
        "completedAt": now,
    }


def failed(reason: str, look: Look | None, now: datetime) -> Finish:
    """Told with its reason, in one line."""
    return {
        "status": "failed",
        "classificationLabel": None,
        "classificationScore": None,
        "classificationTop": [],
        "model": None,
        "look": look,
        "error": " ".join(reason.split())[:REASON_LENGTH] or "no reason given",
        "updatedAt": now,
        "completedAt": now,
    }


def started_again(image: ImageDocument, asked: Asked, now: datetime) -> Restart:
    """Under a name that this key has never used."""
    restarts = image["restarts"] + 1
    return {
        "status": "queued",
        "execution": image_execution_of(image["eventId"], restarts),
        "restarts": restarts,
        "tries": 0 if asked == "by_hand" else image["tries"] + 1,
        "error": None,
        "updatedAt": now,
        "completedAt": None,
    }


def is_finished(image: ImageDocument) -> bool:
    """Whether there is nothing more to be done for it."""
    return image["status"] in FINISHED


def given_up(image: ImageDocument, rules: ImageRules) -> bool:
    """Whether it was started again often enough."""
    return image["tries"] >= rules.image_restarts


def silent_since(now: datetime, rules: ImageRules) -> datetime:
    """Who is open and was not written since then may have been left alone."""
    return now - timedelta(minutes=rules.image_silent_minutes)
