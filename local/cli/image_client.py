"""Client of the image pipeline of a running local stack, with the rights of one organisation."""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from botocore.config import Config
from botocore.exceptions import ClientError

from footy.core.errors import ModelUnusable
from footy.core.mongo.database import connect
from footy.core.telemetry import logger
from footy.images.adapters.models import Models
from footy.images.container import ImagesContainer
from footy.images.keys import image_key
from footy.images.model import ImageLine
from footy.images.rules.acceptance import CONTENT_TYPES, format_of
from footy.images.rules.arrival import current
from footy.images.rules.tokens import claim_of
from footy.images.settings import ImageSettings
from footy.images.steps.list_images import list_images
from footy.images.steps.remove_image import remove_image
from footy.images.steps.retry_image import retry_image
from footy.images.steps.upload_image import upload_image
from local import PROJECT
from local.aws.client import client_at
from local.process.errors import LocalError
from local.process.timeouts import START_SECONDS, wait_until
from local.stack.classifier_model import LITE2, build_lite2, eyes_python
from local.stack.deploy import outputs
from local.stack.home import Home
from local.stack.sign_in import ORGANIZATION
from operations.model import card_with_labels
from operations.tokens import issue

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

MODEL_CARD = PROJECT / "models" / f"{LITE2}.json"
OPEN = ("queued", "running")
CONTENT_TYPE_OF = {kind: content_type for content_type, kind in CONTENT_TYPES.items()}


@dataclass(slots=True, kw_only=True)
class StackAddress:
    """Addresses of a running stack."""

    endpoint: str
    mongodb: str
    database: str

    @classmethod
    def of(cls, home: Home) -> "StackAddress":
        """Return the addresses of the stack that runs from this home."""
        stack = home.read_running()
        if stack is None:
            raise LocalError(f"no stack is ready in {home.root}: start it with `make up`")
        return cls(endpoint=stack.endpoint, mongodb=stack.mongodb, database=stack.database)

    def client(self, service: Any, config: Config | None = None) -> Any:
        """Return a client of its AWS."""
        return client_at(self.endpoint, service, config)


class LocalImagesContainer(ImagesContainer):
    """Dependencies whose AWS is that of a local stack."""

    def __init__(self, settings: ImageSettings, address: StackAddress) -> None:
        super().__init__(settings)
        self._address = address

    def client(self, service: Any, config: Config | None = None) -> Any:
        """Return a client of that stack."""
        return self._address.client(service, config)


@dataclass
class ImageClient:
    """One organisation as a client of a stack."""

    address: StackAddress
    organization: str = ORGANIZATION
    _tokens: dict[str, str] = field(default_factory=dict)
    _log_level: int = logging.INFO

    @cached_property
    def container(self) -> ImagesContainer:
        """Dependencies of the use cases, with the stack's buckets, machine and database."""
        try:
            names = {**outputs(self.address, "data"), **outputs(self.address, "images")}
        except (ClientError, KeyError) as missing:
            raise LocalError("the stack is still being deployed: try again in a minute") from missing
        container = LocalImagesContainer(
            ImageSettings(
                uploads_bucket=names["UploadsBucket"],
                thumbnails_bucket=names["ThumbnailsBucket"],
                models_bucket=names["ModelsBucket"],
                classify_machine=names["ClassifyMachine"],
                image_model=LITE2,
            ),
            self.address,
        )
        container.database = connect(self.address.mongodb, self.address.database)
        # log lines are for functions; a terminal gets the table
        self._log_level = logger.log_level
        logger.setLevel(logging.WARNING)
        return container

    @property
    def s3(self) -> "S3Client":
        """S3 with the rights of an operator."""
        client: S3Client = self.address.client("s3")
        return client

    @property
    def token(self) -> str:
        """Token of the organisation, valid until `close`."""
        if self.organization not in self._tokens:
            token = issue(self.container.organizations, self.organization, datetime.now(UTC))
            self._tokens[self.organization] = token
        return self._tokens[self.organization]

    def close(self) -> None:
        """Revoke the tokens and close the database."""
        if "container" in vars(self):
            for organization, token in self._tokens.items():
                self.container.organizations.revoke(organization, claim_of(token).token_id)
            self.container.database.client.close()
            logger.setLevel(self._log_level)

    def upload_model(self) -> None:
        """Upload the default model where the stack has none yet."""
        bucket = self.container.settings.models_bucket
        try:
            Models(self.s3, bucket).card(LITE2)
        except ModelUnusable:
            file = build_lite2(eyes_python())
            card = card_with_labels(MODEL_CARD, digest=_digest(file))
            Models(self.s3, bucket).put(card, file)

    def add(self, name: str, content: bytes) -> None:
        """Request a signed form, and send it as a browser does."""
        kind = CONTENT_TYPE_OF[format_of(content)]
        form = upload_image({"token": self.token, "name": name, "content_type": kind}, self.container)
        answer = httpx.post(form.url, data=form.fields, files={"file": (name, content, kind)}, trust_env=False)
        if answer.is_error:
            raise LocalError(f"S3 refuses {name}: {answer.status_code} {answer.text[:200]}")

    def images(self) -> list[ImageLine]:
        """Return all images of the organisation."""
        lines: list[ImageLine] = []
        cursor: str | None = None
        while True:
            page = list_images({"token": self.token, "cursor": cursor}, self.container)
            lines += page.images
            cursor = page.cursor
            if cursor is None:
                return lines

    def wait_for(self, names: Iterable[str]) -> list[ImageLine]:
        """Return these images once their newest versions are classified or failed."""
        requested = set(names)
        outdated = set(requested)

        def finished() -> list[ImageLine]:
            # first check the versions: a line that was read earlier may be about an older upload
            outdated.difference_update([name for name in outdated if self._is_newest(name)])
            if outdated:
                return []
            lines = [line for line in self.images() if line.name in requested and line.status not in OPEN]
            return lines if len(lines) == len(requested) else []

        if lines := wait_until(finished, START_SECONDS):
            return lines
        raise LocalError("some images are still not classified: see `make logs`")

    def content(self, name: str) -> bytes:
        """Return the version of the image that its row describes."""
        return self.container.uploaded_images.read(self._key(name), self._version(name))

    def retry(self, name: str) -> ImageLine:
        return retry_image({"token": self.token, "name": name}, self.container)

    def remove(self, name: str) -> None:
        """Remove an image and wait until its row is gone."""
        remove_image({"token": self.token, "name": name}, self.container)
        if not wait_until(lambda: all(line.name != name for line in self.images()), START_SECONDS):
            raise LocalError(f"{name} is still listed: see `make logs`")

    def _is_newest(self, name: str) -> bool:
        newest = self.s3.head_object(Bucket=self.container.settings.uploads_bucket, Key=self._key(name))
        return self._version(name) == newest["VersionId"]

    def _version(self, name: str) -> str | None:
        row = current(self.container.images.find(self._key(name)))
        return row["versionId"] if row else None

    def _key(self, name: str) -> str:
        return image_key(self.organization, name)


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
