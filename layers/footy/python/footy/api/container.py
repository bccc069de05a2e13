"""Dependency container of the API: goals, images and the credentials of viewers and operators."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from footy.api.settings import ApiRules, ApiSettings
from footy.core.settings import CoreSettings
from footy.goals.container import GoalsContainer
from footy.images.container import ImagesContainer

if TYPE_CHECKING:
    from footy.api.credentials import Operators, Viewers


class ApiContainer(GoalsContainer, ImagesContainer):
    """Adapters of the API."""

    settings: ApiSettings
    settings_type: ClassVar[type[CoreSettings]] = ApiSettings

    @cached_property
    def rules(self) -> ApiRules:
        """The rules of this deployment."""
        return self.settings.rules

    @cached_property
    def viewers(self) -> "Viewers":
        from datetime import timedelta

        from footy.api.credentials import Viewers

        return Viewers(self.secrets.read(self.settings.page_secret), timedelta(days=self.rules.session_days))

    @cached_property
    def operators(self) -> "Operators":
        from footy.api.credentials import Operators

        return Operators(self.secrets.read(self.settings.operators_secret))
