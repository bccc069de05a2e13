"""Dependency containers for tests: real adapters, except those that a test replaces."""

from typing import Any, cast

from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.api.settings import ApiRules, ApiSettings
from footy.core.aws.sqs import FifoMessage
from footy.goals.capacity.capacity_type import WorkerService
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Rules
from footy.images.settings import ImageRules
from tests.support.clips import NAMING_SECRET


class NoPool:
    """Worker pool that always has as many workers as requested."""

    services = ("safe",)

    def standing(self) -> dict[str, WorkerService]:
        return {"safe": WorkerService(0, 0)}

    def hold(self, service: str, workers: int) -> None:
        """Accept any size."""


class Unread:
    """Queue whose messages nothing reads."""

    def __init__(self) -> None:
        self.messages: list[FifoMessage] = []

    def send(self, message: FifoMessage) -> None:
        self.messages.append(message)


def container_of(
    database: Database[FixtureDocument] | None = None, rules: Rules | ImageRules | None = None, **ports: Any
) -> ApiContainer:
    """Return a container on this database; adapters that are not given are created as in production."""
    container = ApiContainer(ApiSettings(rules=_all_rules(rules)))
    container.clips_pool, container.naming_secret = cast("Any", NoPool()), NAMING_SECRET
    container.takedowns = cast("Any", Unread())
    if database is not None:
        container.database = database
    for name, port in ports.items():
        setattr(container, name, port)
    return container


def _all_rules(rules: Rules | ImageRules | None) -> ApiRules:
    return rules if isinstance(rules, ApiRules) else ApiRules(**vars(rules or ApiRules()))
