"""Worlds of a test's own: the real adapters, but for the ports that it puts in their place."""

from typing import Any, cast

from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.core.settings import Rules, Settings
from footy.goals.capacity.capacity_type import WorkerService
from footy.goals.model.documents import FixtureDocument


class NoPool:
    """A pool of workers that nobody looks at: as many as are wanted are there."""

    services = ("safe",)

    def standing(self) -> dict[str, WorkerService]:
        return {"safe": WorkerService(0, 0)}

    def hold(self, service: str, workers: int) -> None:
        """They come and go."""


def container_of(
    database: Database[FixtureDocument] | None = None, rules: Rules | None = None, **ports: Any
) -> ApiContainer:
    """A container on this database; what is not given is made as in production when a step asks for it."""
    container = ApiContainer(Settings(rules=rules or Rules()))
    container.clips_pool = cast("Any", NoPool())
    if database is not None:
        container.database = database
    for name, port in ports.items():
        setattr(container, name, port)
    return container
