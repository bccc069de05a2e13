"""Dependency container of the API: goals, images and the credentials of viewers and operators."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from footy.api.settings import ApiRules, ApiSettings
from footy.core.settings import CoreSettings
from footy.goals.container import GoalsContainer
from footy.images.container import ImagesContainer

if TYPE_CHECKING:
    from footy.api.credentials import Credentials


class ApiContainer(GoalsContainer, ImagesContainer):
    """Adapters of the API."""

    settings: ApiSettings
    settings_type: ClassVar[type[CoreSettings]] = ApiSettings

    @cached_property
    def rules(self) -> ApiRules:
        """The rules of this deployment."""
        return self.settings.rules

    @cached_property
    def credentials(self) -> "Credentials":
        """Who may look, and who may act."""
        from datetime import timedelta

        from footy.api.credentials import Credentials

        words = self.secrets.read(self.settings.page_secret)
        lasting = timedelta(days=self.rules.session_days)
        return Credentials(words, lasting)
