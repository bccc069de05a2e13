"""The part of a world in which images of organisations are uploaded, looked at and kept."""

from functools import cached_property
from typing import TYPE_CHECKING

from footy.stores import Stores

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from footy.adapters.classifications import Classifications
    from footy.adapters.classifier import Classifier
    from footy.adapters.models import Models
    from footy.adapters.mongo.images import Images
    from footy.adapters.mongo.organizations import Organizations
    from footy.adapters.thumbnails import Thumbnails
    from footy.adapters.uploaded import Uploaded


class Gallery(Stores):
    """The ports of the image pipeline."""

    @cached_property
    def images(self) -> "Images":
        """The rows of images."""
        from footy.adapters.mongo.images import Images

        return Images(self.database)

    @cached_property
    def organizations(self) -> "Organizations":
        """Who may upload."""
        from footy.adapters.mongo.organizations import Organizations

        return Organizations(self.database)

    @cached_property
    def uploaded(self) -> "Uploaded":
        """The images as they were uploaded."""
        from footy.adapters.uploaded import Uploaded

        return Uploaded(self._s3, self.settings.uploads_bucket, self.rules)

    @cached_property
    def thumbnails(self) -> "Thumbnails":
        """Small pictures for lists."""
        from footy.adapters.thumbnails import Thumbnails

        return Thumbnails(self._s3, self.settings.thumbnails_bucket, self.rules.link_seconds)

    @cached_property
    def models(self) -> "Models":
        """What can classify."""
        from footy.adapters.models import Models

        return Models(self._s3, self.settings.models_bucket)

    @cached_property
    def classifier(self) -> "Classifier":
        """The model that this deployment classifies with."""
        from footy.adapters.classifier import Classifier

        card = self.models.card(self.settings.image_model)
        return Classifier(card, self.models.file(card))

    @cached_property
    def classifications(self) -> "Classifications":
        """The executions that classify."""
        from footy.adapters.classifications import Classifications

        return Classifications(self.client("stepfunctions"), self.settings.classify_machine)

    @cached_property
    def _s3(self) -> "S3Client":
        """The client of every bucket."""
        from botocore.config import Config

        # links and forms name their region: S3 would answer others with a redirection that no form survives
        styled = Config(signature_version="s3v4", s3={"addressing_style": "virtual"})
        client: S3Client = self.client("s3", styled)
        return client
