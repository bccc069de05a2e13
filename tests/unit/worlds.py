"""Worlds of a test's own: the real adapters, but for the ports that it puts in their place."""

from typing import Any

from pymongo.database import Database

from footy.model.documents import FixtureDocument
from footy.settings import Rules, Settings
from footy.world import World


def world_of(database: Database[FixtureDocument] | None = None, rules: Rules | None = None, **ports: Any) -> World:
    """A world on this database; what is not given is made as in production when a step asks for it."""
    world = World(Settings(rules=rules or Rules()))
    if database is not None:
        world.database = database
    for name, port in ports.items():
        setattr(world, name, port)
    return world
