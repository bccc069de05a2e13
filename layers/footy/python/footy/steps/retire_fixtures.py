"""Removes fixtures that have been archived long enough, their clips first."""

from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from footy.telemetry import say
from footy.world import World

RETIRED_AT_ONCE = 25

Input = Mapping[str, object]


class Output(TypedDict):
    """What one round of retention removed, and whether another one is needed."""

    fixtures: int
    objects: int
    more: bool


def retire_fixtures(_request: Input, world: World) -> Output:
    """The oldest of what was archived long ago; S3 first, so that no object outlives its fixture."""
    cutoff = world.clock.now() - timedelta(days=world.rules.retention_days)
    old = world.completed.older_than(cutoff, at_most=RETIRED_AT_ONCE)
    objects = sum(world.media.delete_fixture(fixture["_id"]) for fixture in old)
    removed = world.completed.delete(old)
    world.live.forget([fixture["_id"] for fixture in old])
    say("fixtures_retired", fixtures=removed, objects=objects)
    return {"fixtures": removed, "objects": objects, "more": len(old) == RETIRED_AT_ONCE}
