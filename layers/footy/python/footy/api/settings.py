"""Settings of the API: those of goals and images together."""

from dataclasses import dataclass, field

from footy.goals.settings import Rules, Settings
from footy.images.settings import ImageRules, ImageSettings


@dataclass(frozen=True, kw_only=True)
class ApiRules(Rules, ImageRules):
    """Every rule of the system."""


@dataclass(frozen=True, kw_only=True)
class ApiSettings(Settings, ImageSettings):
    """Every address of the system."""

    rules: ApiRules = field(default_factory=ApiRules)
