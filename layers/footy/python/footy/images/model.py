"""Stored documents of images and organisations, and an image as its organisation sees it.

Field names above the line are specified (I3); those below it are ours.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

ImageStatus = Literal["queued", "running", "classified", "failed"]


class Guess(TypedDict):
    """A label with the model's confidence."""

    label: str
    score: float


class ModelVersion(TypedDict):
    """Name and digest of a model."""

    name: str
    digest: str


class PictureInfo(TypedDict):
    """Size and format of a decoded picture, and the key of its thumbnail."""

    width: int
    height: int
    format: str
    thumbnail: str


@dataclass(frozen=True, slots=True)
class ModelInput:
    """RGB pixels that a model classifies, and the name of the crop."""

    pixels: bytes
    cut: str


class ImageDocument(TypedDict):
    """Current version of an image. `_id` is its key in the uploads bucket."""

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
    # workflowId, or with -r{n} after a restart
    execution: str
    # names with -r{n} that this key has used; a name cannot be used again for 90 days
    restarts: int
    # automatic restarts of this version
    tries: int
    classificationTop: list[Guess]
    model: ModelVersion | None
    look: PictureInfo | None
    # thumbnails of replaced versions, until they are deleted
    discards: NotRequired[list[str]]


class RemovedImage(TypedDict):
    """Trace of a deleted image: events older than its deletion change nothing (I11)."""

    _id: str
    organizationId: str
    name: str
    sequencer: str
    restarts: int
    removedAt: datetime
    discards: NotRequired[list[str]]


class Token(TypedDict):
    """A token of an organisation, stored as a hash."""

    id: str
    hash: str
    createdAt: datetime


class DayOfUploads(TypedDict):
    """Number of upload forms of one day, in UTC."""

    day: str
    forms: int


class OrganizationDocument(TypedDict):
    """An organisation, its tokens, and its uploads of the latest day."""

    _id: str
    tokens: list[Token]
    uploads: NotRequired[DayOfUploads]


@dataclass(frozen=True, slots=True)
class Label:
    """A label with the model's confidence, for the API."""

    label: str
    score: float


@dataclass(frozen=True, slots=True)
class ImageLine:
    """An image as its organisation sees it; `thumbnail` and `original` are presigned links."""

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
