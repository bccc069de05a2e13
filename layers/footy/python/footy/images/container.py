"""Dependency container of the image pipeline."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from footy.core.container import CoreContainer
from footy.core.settings import CoreSettings
from footy.images.settings import ImageRules, ImageSettings

if TYPE_CHECKING:
    from footy.images.adapters.classifier import ImageClassifier
    from footy.images.adapters.decoder_client import ImageDecoder
    from footy.images.adapters.executions import Classifications
    from footy.images.adapters.model_inputs import ModelInputs
    from footy.images.adapters.models import Models
    from footy.images.adapters.mongo.images import ImageRows
    from footy.images.adapters.mongo.organizations import Organizations
    from footy.images.adapters.thumbnails import Thumbnails
    from footy.images.adapters.uploads import UploadsBucket
    from footy.images.rules.model_card import ModelCard


class ImagesContainer(CoreContainer):
    """Adapters of the image pipeline."""

    settings: ImageSettings
    settings_type: ClassVar[type[CoreSettings]] = ImageSettings

    @cached_property
    def rules(self) -> ImageRules:
        """The rules of this deployment."""
        return self.settings.rules

    @cached_property
    def images(self) -> "ImageRows":
        from footy.images.adapters.mongo.images import ImageRows

        return ImageRows(self.database)

    @cached_property
    def organizations(self) -> "Organizations":
        from footy.images.adapters.mongo.organizations import Organizations

        return Organizations(self.database)

    @cached_property
    def uploaded_images(self) -> "UploadsBucket":
        from footy.images.adapters.uploads import UploadsBucket

        return UploadsBucket(self._s3, self.settings.uploads_bucket, self.rules)

    @cached_property
    def decoder(self) -> "ImageDecoder":
        from footy.images.adapters.decoder_client import ImageDecoder

        return ImageDecoder(self.rules)

    @cached_property
    def thumbnails(self) -> "Thumbnails":
        from footy.images.adapters.thumbnails import Thumbnails

        return Thumbnails(self._s3, self.settings.thumbnails_bucket, self.rules.link_seconds)

    @cached_property
    def model_inputs(self) -> "ModelInputs":
        from footy.images.adapters.model_inputs import ModelInputs

        return ModelInputs(self._s3, self.settings.squares_bucket)

    @cached_property
    def models(self) -> "Models":
        from footy.images.adapters.models import Models

        return Models(self._s3, self.settings.models_bucket)

    @cached_property
    def model_card(self) -> "ModelCard":
        """Return the card of the model that this deployment classifies with."""
        return self.models.card(self.settings.image_model)

    @cached_property
    def classifier(self) -> "ImageClassifier":
        from footy.images.adapters.classifier import ImageClassifier

        return ImageClassifier(self.model_card, self.models.file(self.model_card))

    def forget_model(self) -> None:
        """Load model and card again on next use: an operator may have replaced them."""
        for attribute in ("model_card", "classifier"):
            self.__dict__.pop(attribute, None)

    @cached_property
    def classifications(self) -> "Classifications":
        from footy.images.adapters.executions import Classifications

        return Classifications(self.client("stepfunctions"), self.settings.classify_machine)
