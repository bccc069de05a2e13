"""One uploaded image as it is stored: the current version of a name within its organisation.

Names of fields are those that people read in the database; what stands below the line is ours.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

ImageStatus = Literal["queued", "running", "classified", "failed"]


class Guess(TypedDict):
    """A label, and how sure the model is of it."""

    label: str
    score: float


class ModelSeal(TypedDict):
    """Which model it was, to the byte."""

    name: str
    digest: str


class Look(TypedDict):
    """What is known of a picture once it was opened, and where its thumbnail lies."""

    width: int
    height: int
    format: str
    thumbnail: str


@dataclass(frozen=True, slots=True)
class Square:
    """The part of a picture that a model looks at: red, green and blue of each pixel, and how it was cut out."""

    pixels: bytes
    cut: str


class ImageDocument(TypedDict):
    """The current version of an image. `_id` is its key in the bucket of uploads."""

    _id: str
    name: str
    eventId: str
    workflowId: str
    status: ImageStatus
    classificationLabel: str | None
    classificationScore: float | None
    error: str | None
    createdAt: datetime
    updatedAt: datetime
    completedAt: datetime | None
    # ------
    organizationId: str
    eTag: str
    versionId: str | None
    sequencer: str
    uploadedAt: datetime
    # the execution that classifies this version: workflowId, or with -r{n} when it was started again
    execution: str
    # how many names with -r{n} this key has used; they stay used for 90 days
    restarts: int
    # how often this very version was started again by itself
    tries: int
    classificationTop: list[Guess]
    model: ModelSeal | None
    look: Look | None
    # thumbnails of what this row took the place of, until they are deleted
    discards: NotRequired[list[str]]


class RemovedImage(TypedDict):
    """What a deleted image leaves: events that are older than its deletion change nothing."""

    _id: str
    organizationId: str
    name: str
    sequencer: str
    restarts: int
    removedAt: datetime
    discards: NotRequired[list[str]]


class Token(TypedDict):
    """A token of an organisation; only its hash is kept."""

    id: str
    hash: str
    createdAt: datetime


class OrganizationDocument(TypedDict):
    """An organisation and who may speak for it."""

    _id: str
    tokens: list[Token]


@dataclass(frozen=True, slots=True)
class Label:
    """What an image may show, and how sure the model is of it."""

    label: str
    score: float


@dataclass(frozen=True, slots=True)
class ImageLine:
    """An image as its organisation sees it; `thumbnail` and `original` are links for some minutes."""

    name: str
    status: ImageStatus
    label: str | None
    score: float | None
    top: list[Label]
    model: str | None
    error: str | None
    width: int | None
    height: int | None
    uploaded_at: datetime
    updated_at: datetime
    completed_at: datetime | None
    thumbnail: str | None
    original: str
