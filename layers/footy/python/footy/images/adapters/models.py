"""Bucket of models: a folder for each model, with its card."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from botocore.exceptions import ClientError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from footy.core.aws.s3 import translate_s3_errors
from footy.core.errors import ModelUnusable
from footy.images.rules.model_card import ModelCard

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

CARD = "model.json"
PIECE = 1024 * 1024

Colours = tuple[float, float, float]
Spread = tuple[Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)]]


class _Card(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]{0,63}$")]
    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")]
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    licence: str
    source: str
    resize: Annotated[int, Field(gt=0, le=1024)]
    side: Annotated[int, Field(gt=0, le=1024)]
    filter: Literal["bilinear", "bicubic"]
    mean: Colours
    deviation: Spread
    output: Literal["scores", "probabilities"]
    labels: Annotated[list[str], Field(min_length=1)]


def read_card(text: str | bytes) -> ModelCard:
    """Parse and check a `model.json`."""
    try:
        card = _Card.model_validate_json(text)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        raise ModelUnusable(f"{CARD}: {'.'.join(map(str, first['loc']))} {first['msg']}") from invalid
    if card.side > card.resize:
        raise ModelUnusable(f"{CARD}: side {card.side} is larger than resize {card.resize}")
    return ModelCard(**{**dict(card), "labels": tuple(card.labels)})


class Models:
    """Models that an operator has uploaded."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def card(self, name: str) -> ModelCard:
        """Return the card of a model."""
        card = read_card(self._read(name, CARD))
        if card.name != name:
            raise ModelUnusable(f"the card of {name} is that of {card.name}")
        return card

    def file(self, card: ModelCard) -> Path:
        """Download the model once, check its digest, and return its path."""
        target = Path(tempfile.gettempdir()) / f"footy-model-{os.getuid()}-{card.digest}.onnx"
        if not (target.is_file() and _digest(target) == card.digest):
            self._fetch(card, target)
        return target

    def put(self, card_text: bytes, file: Path) -> ModelCard:
        """Upload a model: its file before its card, so that a card always has its file."""
        card = read_card(card_text)
        if (digest := _digest(file)) != card.digest:
            raise ModelUnusable(f"{file.name} is not the file of {card.name}: its digest is {digest}")
        with translate_s3_errors():
            self._s3.upload_file(str(file), self._bucket, f"{card.name}/{card.file}")
            self._s3.put_object(Bucket=self._bucket, Key=f"{card.name}/{CARD}", Body=card_text)
        return card

    def _fetch(self, card: ModelCard, target: Path) -> None:
        """Download to a draft and rename it: other processes may read the file meanwhile."""
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            draft = Path(folder) / card.file
            self._copy(card, draft)
            if (digest := _digest(draft)) != card.digest:
                raise ModelUnusable(f"the file of the model {card.name} is damaged: its digest is {digest}")
            draft.replace(target)

    def _copy(self, card: ModelCard, target: Path) -> None:
        try:
            with translate_s3_errors(), target.open("wb") as copy:
                body = self._s3.get_object(Bucket=self._bucket, Key=f"{card.name}/{card.file}")["Body"]
                for piece in body.iter_chunks(PIECE):
                    copy.write(piece)
        except ClientError as absent:
            raise self._missing(card.name, card.file) from absent

    def _read(self, name: str, file: str) -> bytes:
        try:
            with translate_s3_errors():
                return self._s3.get_object(Bucket=self._bucket, Key=f"{name}/{file}")["Body"].read()
        except ClientError as absent:
            raise self._missing(name, file) from absent

    def _missing(self, name: str, file: str) -> ModelUnusable:
        return ModelUnusable(f"the model {name} has not been uploaded: {file} is not in its bucket: upload it")


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
