"""Dependency container of the image pipeline."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from footy.core.container import CoreContainer
from footy.core.settings import CoreSettings
from footy.images.settings import ImageRules, ImageSettings

if TYPE_CHECKING:
    from footy.images.adapters.classifier import Classifier
    from footy.images.adapters.executions import Classifications
    from footy.images.adapters.model_inputs import Squares
    from footy.images.adapters.models import Models
    from footy.images.adapters.mongo.images import Images
    from footy.images.adapters.mongo.organizations import Organizations
    from footy.images.adapters.thumbnails import Thumbnails
    from footy.images.adapters.uploads import Uploaded
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
    def images(self) -> "Images":
        """The rows of images."""
        from footy.images.adapters.mongo.images import Images

        return Images(self.database)

    @cached_property
    def organizations(self) -> "Organizations":
        """Who may upload."""
        from footy.images.adapters.mongo.organizations import Organizations

        return Organizations(self.database)

    @cached_property
    def uploaded(self) -> "Uploaded":
        """The images as they were uploaded."""
        from footy.images.adapters.uploads import Uploaded

        return Uploaded(self._s3, self.settings.uploads_bucket, self.rules)

    @cached_property
    def thumbnails(self) -> "Thumbnails":
        """Small pictures for lists."""
        from footy.images.adapters.thumbnails import Thumbnails

        return Thumbnails(self._s3, self.settings.thumbnails_bucket, self.rules.link_seconds)

    @cached_property
    def squares(self) -> "Squares":
        """What the model is to look at."""
        from footy.images.adapters.model_inputs import Squares

        return Squares(self._s3, self.settings.squares_bucket)

    @cached_property
    def models(self) -> "Models":
        """What can classify."""
        from footy.images.adapters.models import Models

        return Models(self._s3, self.settings.models_bucket)

    @cached_property
    def model_card(self) -> "ModelCard":
        """How to feed the model that this deployment classifies with."""
        return self.models.card(self.settings.image_model)

    @cached_property
    def classifier(self) -> "Classifier":
        """That model itself."""
        from footy.images.adapters.classifier import Classifier

        return Classifier(self.model_card, self.models.file(self.model_card))

    def forget_model(self) -> None:
        """Has it read again by whoever needs it next: another one may have been brought under its name."""
        for known in ("model_card", "classifier"):
            self.__dict__.pop(known, None)

    @cached_property
    def classifications(self) -> "Classifications":
        """The executions that classify."""
        from footy.images.adapters.executions import Classifications

        return Classifications(self.client("stepfunctions"), self.settings.classify_machine)
