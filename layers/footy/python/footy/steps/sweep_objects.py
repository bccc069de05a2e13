"""Removes what crashes left in both buckets: objects that no document names, files that nobody will come for."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from itertools import groupby
from typing import TypedDict

from footy.model.ids import goal_of
from footy.model.keys import download_in, fixture_in
from footy.telemetry import count, warn
from footy.world import World

Input = Mapping[str, object]


class Output(TypedDict):
    """How many of what a crash left over were found and removed."""

    orphans: int
    working_files: int


def sweep_objects(_request: Input, world: World) -> Output:
    """Only what has been lying there for a while: a batch copies its objects before it names them."""
    age = timedelta(minutes=world.rules.orphan_minutes)
    orphans = sum(_sweep_clips(page, world) for page in world.media.settled(age))
    working_files = sum(_sweep_work(page, world) for page in world.work.settled(age))
    if orphans:
        count("OrphansRemoved", orphans)
    if working_files:
        warn("working_files_removed", files=working_files)
        count("WorkingFilesRemoved", working_files)
    return {"orphans": orphans, "working_files": working_files}


def _sweep_clips(keys: Iterable[str], world: World) -> int:
    """The documents are read after the listing: what was named meanwhile counts as named."""
    ours = {key: fixture_id for key in keys if (fixture_id := fixture_in(key)) is not None}
    named = world.references.keys(set(ours.values()))
    orphans = [key for key in ours if key not in named]
    if orphans:
        warn("orphans_removed", objects=orphans)
    return world.media.delete_keys(orphans)


def _sweep_work(keys: Iterable[str], world: World) -> int:
    by_download = groupby(keys, key=download_in)
    return sum(world.work.delete_keys(files) for download_id, files in by_download if _is_over(download_id, world))


def _is_over(download_id: str, world: World) -> bool:
    """Whether its batch is through, or its goal is gone; a batch that was set aside still needs its files."""
    event_id = goal_of(download_id)
    if event_id is None:
        return False
    event = world.events.find(event_id)
    return event is None or download_id in event["_finished_downloads"]
