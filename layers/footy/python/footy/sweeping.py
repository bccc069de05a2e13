"""Use case of the daily sweep: objects that no document names, working files that nobody will come for."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import groupby
from typing import TypedDict

from footy.media import Media, Work
from footy.settings import Rules
from footy.store.events import Events
from footy.store.named import Named
from footy.telemetry import count, warn


class Swept(TypedDict):
    """How many of what a crash left over were found and removed."""

    orphans: int
    working_files: int


def sweep_objects(*, events: Events, named: Named, media: Media, work: Work, rules: Rules) -> Swept:
    """Only what has been lying there for a while: a batch copies its objects before it names them."""
    age = timedelta(minutes=rules.orphan_minutes)
    orphans = sum(_sweep_page(page, named, media) for page in media.settled(age))
    working_files = sum(_sweep_work(page, events, work) for page in work.settled(age))
    if orphans:
        count("OrphansRemoved", orphans)
    if working_files:
        warn("working_files_removed", files=working_files)
        count("WorkingFilesRemoved", working_files)
    return {"orphans": orphans, "working_files": working_files}


def _sweep_page(keys: Iterable[str], named: Named, media: Media) -> int:
    """The documents are read after the listing: what was named meanwhile counts as named."""
    ours = [key for key in keys if _first(key).isdigit()]
    kept = named.keys({int(_first(key)) for key in ours})
    orphans = [key for key in ours if key not in kept]
    if orphans:
        warn("orphans_removed", objects=orphans)
    return media.delete_keys(orphans)


def _sweep_work(keys: Iterable[str], events: Events, work: Work) -> int:
    by_download = groupby(keys, key=_first)
    return sum(work.delete_keys(files) for download_id, files in by_download if _is_over(download_id, events))


def _is_over(download_id: str, events: Events) -> bool:
    """Whether its batch is through, or its goal is gone; a batch that was set aside still needs its files."""
    event_id = download_id.partition("-")[2]
    if not _first_part_is_fixture(event_id):
        return False
    event = events.find(event_id)
    return event is None or download_id in event["_finished_downloads"]


def _first(key: str) -> str:
    return key.partition("/")[0]


def _first_part_is_fixture(event_id: str) -> bool:
    return event_id.partition("_")[0].isdigit()
