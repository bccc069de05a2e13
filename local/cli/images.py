"""The image pipeline of a running local stack, as an organisation uses it: a token, a form, and looks at the list."""

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
from footy.images.steps.mend_images import mend_images
from footy.images.steps.remove_image import remove_image
from footy.images.steps.retry_image import retry_image
from footy.images.steps.upload_image import upload_image
from local.aws.server import client_at
from local.process.errors import LocalError
from local.process.timeouts import START_SECONDS, eventually
from local.stack.classifier_model import LITE2, eyes_python, lite2
from local.stack.deploy import TARGET
from local.stack.home import PROJECT, Home
from operations.model import bring, written_out
from operations.tokens import issue

if TYPE_CHECKING:
    from mypy_boto3_cloudformation import CloudFormationClient
    from mypy_boto3_s3 import S3Client

MODEL_CARD = PROJECT / "models" / f"{LITE2}.json"
OPEN = ("queued", "running")
REFUSED = 400
TYPE_OF = {kind: content_type for content_type, kind in CONTENT_TYPES.items()}


@dataclass(slots=True, kw_only=True)
class Place:
    """Where a stack runs."""

    endpoint: str
    mongodb: str
    database: str

    @classmethod
    def of(cls, home: Home) -> "Place":
        """The stack that runs from this folder."""
        facts = home.recall()
        if facts is None:
            raise LocalError(f"nothing runs from {home.root}: start it with `make up`")
        return cls(endpoint=facts.endpoint, mongodb=facts.mongodb, database=facts.database)

    def client(self, service: Any, config: Config | None = None) -> Any:
        """A client of its AWS, whatever the user's own is."""
        return client_at(self.endpoint, service, config)


class Near(ImagesContainer):
    """A container whose AWS is a local stack's."""

    def __init__(self, settings: ImageSettings, place: Place) -> None:
        super().__init__(settings)
        self._place = place

    def client(self, service: Any, config: Config | None = None) -> Any:
        """A client of that stack."""
        return self._place.client(service, config)


@dataclass
class Studio:
    """One organisation before the doors of a stack."""

    place: Place
    organization: str = "my-club"
    _tokens: dict[str, str] = field(default_factory=dict)
    _said_from: int = logging.INFO

    @cached_property
    def container(self) -> ImagesContainer:
        """The use cases, on the stack's own buckets, machine and database."""
        told = {**self._outputs("data"), **self._outputs("images")}
        container = Near(
            ImageSettings(
                uploads_bucket=told["UploadsBucket"],
                thumbnails_bucket=told["ThumbnailsBucket"],
                models_bucket=told["ModelsBucket"],
                classify_machine=told["ClassifyMachine"],
                image_model=LITE2,
            ),
            self.place,
        )
        container.database = connect(self.place.mongodb, self.place.database)
        # its lines are for the log of a function; here somebody reads the table
        self._said_from = logger.log_level
        logger.setLevel(logging.WARNING)
        return container

    @property
    def s3(self) -> "S3Client":
        """The buckets themselves, as an operator reaches them."""
        client: S3Client = self.place.client("s3")
        return client

    @property
    def token(self) -> str:
        """What speaks for the organisation, for as long as this process lasts."""
        if self.organization not in self._tokens:
            token = issue(self.container.organizations, self.organization, datetime.now(UTC))
            self._tokens[self.organization] = token
        return self._tokens[self.organization]

    def close(self) -> None:
        """Takes back what speaks for the organisation, and lets the database go."""
        if "container" in vars(self):
            for organization, token in self._tokens.items():
                self.container.organizations.revoke(organization, claim_of(token).token_id)
            self.container.database.client.close()
            logger.setLevel(self._said_from)

    def bring_model(self) -> None:
        """The embedded default, when nobody has brought it yet."""
        bucket = self.container.settings.models_bucket
        try:
            Models(self.s3, bucket).card(LITE2)
        except ModelUnusable:
            file = lite2(eyes_python())
            card = written_out(MODEL_CARD, digest=_digest(file))
            bring(self.s3, bucket, card, file)

    def add(self, name: str, content: bytes) -> None:
        """Asks for leave, and sends the form as a browser does."""
        kind = TYPE_OF[format_of(content)]
        form = upload_image({"token": self.token, "name": name, "content_type": kind}, self.container)
        answer = httpx.post(form.url, data=form.fields, files={"file": (name, content, kind)}, trust_env=False)
        if answer.status_code >= REFUSED:
            raise LocalError(f"S3 does not take {name}: {answer.status_code} {answer.text[:200]}")

    def listed(self) -> list[ImageLine]:
        """All images of the organisation."""
        found: list[ImageLine] = []
        cursor: str | None = None
        while True:
            page = list_images({"token": self.token, "cursor": cursor}, self.container)
            found += page.images
            cursor = page.cursor
            if cursor is None:
                return found

    def settled(self, names: Iterable[str]) -> list[ImageLine]:
        """These images, once the version of each that is in the bucket now is classified or failed."""
        wanted = set(names)
        late = set(wanted)

        def finished() -> list[ImageLine]:
            # first whether the rows are the newest: what was listed before that may be about an older upload
            late.difference_update([name for name in late if self._is_newest(name)])
            if late:
                return []
            found = [line for line in self.listed() if line.name in wanted and line.status not in OPEN]
            return found if len(found) == len(wanted) else []

        if settled := eventually(finished, START_SECONDS):
            return settled
        raise LocalError("some images are still not classified: `make logs` tells why")

    def shown(self, name: str) -> bytes:
        """The very bytes that its row is about."""
        return self.container.uploaded_images.read(self._key(name), self._version(name))

    def retry(self, name: str) -> ImageLine:
        return retry_image({"token": self.token, "name": name}, self.container)

    def remove(self, name: str) -> None:
        """Gone when its row is."""
        remove_image({"token": self.token, "name": name}, self.container)
        if not eventually(lambda: all(line.name != name for line in self.listed()), START_SECONDS):
            raise LocalError(f"{name} is still listed: `make logs` tells why")

    def mend(self) -> dict[str, Any]:
        """What the schedule does every five minutes."""
        return dict(mend_images({}, self.container))

    def _is_newest(self, name: str) -> bool:
        newest = self.s3.head_object(Bucket=self.container.settings.uploads_bucket, Key=self._key(name))
        return self._version(name) == newest["VersionId"]

    def _version(self, name: str) -> str | None:
        row = current(self.container.images.find(self._key(name)))
        return row["versionId"] if row else None

    def _key(self, name: str) -> str:
        return image_key(self.organization, name)

    def _outputs(self, stack: str) -> dict[str, str]:
        client: CloudFormationClient = self.place.client("cloudformation")
        told = client.describe_stacks(StackName=f"footy-{TARGET}-{stack}")["Stacks"][0]["Outputs"]
        return {output["OutputKey"]: output["OutputValue"] for output in told}


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
