"""Worlds of a test's own: the real adapters, but for the ports that it puts in their place."""

from typing import Any, cast

from pymongo.database import Database

from footy.capacity.ground import Service
from footy.model.documents import FixtureDocument
from footy.settings import Rules, Settings
from footy.world import World


class NoPool:
    """A pool of workers that nobody looks at: as many as are wanted are there."""

    services = ("safe",)

    def standing(self) -> dict[str, Service]:
        return {"safe": Service(0, 0)}

    def hold(self, service: str, workers: int) -> None:
        """They come and go."""


def world_of(database: Database[FixtureDocument] | None = None, rules: Rules | None = None, **ports: Any) -> World:
    """A world on this database; what is not given is made as in production when a step asks for it."""
    world = World(Settings(rules=rules or Rules()))
    world.clips_pool = cast("Any", NoPool())
    if database is not None:
        world.database = database
    for name, port in ports.items():
        setattr(world, name, port)
    return world
