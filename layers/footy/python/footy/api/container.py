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
        from datetime import timedelta

        from footy.api.credentials import Credentials

        return Credentials(self.secrets.read(self.settings.page_secret), timedelta(days=self.rules.session_days))
