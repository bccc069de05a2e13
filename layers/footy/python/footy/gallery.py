"""The part of a world in which images of organisations are uploaded, looked at and kept."""

from functools import cached_property
from typing import TYPE_CHECKING

from footy.stores import Stores, patience

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

    from footy.adapters.classifications import Classifications
    from footy.adapters.classifier import Classifier
    from footy.adapters.models import Models
    from footy.adapters.mongo.images import Images
    from footy.adapters.mongo.organizations import Organizations
    from footy.adapters.squares import Squares
    from footy.adapters.thumbnails import Thumbnails
    from footy.adapters.uploaded import Uploaded
    from footy.images.card import ModelCard


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
    def squares(self) -> "Squares":
        """What the model is to look at."""
        from footy.adapters.squares import Squares

        return Squares(self._s3, self.settings.squares_bucket)

    @cached_property
    def models(self) -> "Models":
        """What can classify."""
        from footy.adapters.models import Models

        return Models(self._s3, self.settings.models_bucket)

    @cached_property
    def model_card(self) -> "ModelCard":
        """How to feed the model that this deployment classifies with."""
        return self.models.card(self.settings.image_model)

    @cached_property
    def classifier(self) -> "Classifier":
        """That model itself."""
        from footy.adapters.classifier import Classifier

        return Classifier(self.model_card, self.models.file(self.model_card))

    def forget_model(self) -> None:
        """Has it read again by whoever needs it next: another one may have been brought under its name."""
        for known in ("model_card", "classifier"):
            self.__dict__.pop(known, None)

    @cached_property
    def classifications(self) -> "Classifications":
        """The executions that classify."""
        from footy.adapters.classifications import Classifications

        return Classifications(self.client("stepfunctions"), self.settings.classify_machine)

    @cached_property
    def _s3(self) -> "S3Client":
        """The client of every bucket."""
        from botocore.config import Config

        styled = Config(
            # links and forms name their region, us-east-1 too: S3 would answer others with a redirection that no form
            # survives, and the policy of the page lets a browser go nowhere else
            signature_version="s3v4",
            s3={"addressing_style": "virtual", "us_east_1_regional_endpoint": "regional"},
            # a film is copied within a second or two, and who waits for longer counts as hung
            read_timeout=10,
            retries={"mode": "standard", "total_max_attempts": 2},
        )
        client: S3Client = self.client("s3", patience().merge(styled))
        return client
