"""Nightly sweep: objects of removed goals, clips that waited too long, orphans and working files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from typing import TypedDict

from footy.core.telemetry import count, log_warning
from footy.goals.container import GoalsContainer
from footy.goals.model.ids import fixture_of, goal_of
from footy.goals.model.keys import download_in, fixture_in

Input = Mapping[str, object]


class Output(TypedDict):
    """Numbers of deleted objects of removed goals, deleted orphans, orphans left alone, and deleted working files."""

    removed: int
    orphans: int
    refused: int
    working_files: int


@dataclass(slots=True)
class _Survey:
    """Objects of the bucket: all, those that no document names, and those of unknown fixtures."""

    total: int = 0
    orphans: list[str] = field(default_factory=list)
    unknown: int = 0


def sweep_objects(_request: Input, container: GoalsContainer) -> Output:
    """Sweep objects of a minimum age: a batch copies its objects before a document names them."""
    age = timedelta(minutes=container.rules.orphan_minutes)
    removed = _delete_removed(container)
    deadline = container.clock.now() - timedelta(minutes=container.rules.deadline_minutes)
    container.waiting_clips.give_up(container.waiting_clips.overdue(deadline))
    survey = _survey(container.media.old_keys(age), container)
    orphans = _delete_orphans(survey, container)
    working_files = sum(_sweep_work(page, container) for page in container.work.old_keys(age))
    if working_files:
        log_warning("working_files_removed", files=working_files)
        count("WorkingFilesRemoved", working_files)
    refused = len(survey.orphans) - orphans + survey.unknown
    return {"removed": removed, "orphans": orphans, "refused": refused, "working_files": working_files}


def _delete_removed(container: GoalsContainer) -> int:
    """Delete the objects of removed goals, then the list of them, so that a crash in between loses none (G11)."""
    retained = container.removed_goals.kept_since(
        container.clock.now() - timedelta(hours=container.rules.removed_hours)
    )
    if not retained:
        return 0
    removed = container.media.delete_keys([key for keys in retained.values() for key in keys])
    container.removed_goals.forget(retained)
    return removed


def _survey(pages: Iterable[list[str]], container: GoalsContainer) -> _Survey:
    """Compare the objects with the documents, which are read after each page of the listing."""
    survey = _Survey()
    for page in pages:
        fixtures = {key: fixture_id for key in page if (fixture_id := fixture_in(key)) is not None}
        named = container.references.of(set(fixtures.values()))
        survey.total += len(fixtures)
        survey.unknown += sum(fixture_id not in named.fixtures for fixture_id in fixtures.values())
        survey.orphans += [
            key for key, fixture_id in fixtures.items() if fixture_id in named.fixtures and key not in named.keys
        ]
    return survey


def _delete_orphans(survey: _Survey, container: GoalsContainer) -> int:
    """Delete orphans, unless there are too many: an empty or restored database must not cost the clips."""
    if survey.unknown:
        log_warning("objects_without_fixture", objects=survey.unknown)
        count("ObjectsWithoutFixture", survey.unknown)
    if len(survey.orphans) > max(container.rules.sweep_objects, container.rules.sweep_share * survey.total):
        log_warning("sweep_refused", orphans=len(survey.orphans), objects=survey.total)
        count("SweepsRefused")
        return 0
    if survey.orphans:
        log_warning("orphans_removed", objects=survey.orphans)
        count("OrphansRemoved", len(survey.orphans))
    return container.media.delete_keys(survey.orphans)


def _sweep_work(keys: Iterable[str], container: GoalsContainer) -> int:
    downloads = groupby(keys, key=download_in)
    return sum(
        container.work.delete_keys(files) for download_id, files in downloads if _is_over(download_id, container)
    )


def _is_over(download_id: str, container: GoalsContainer) -> bool:
    """Check whether a download is finished or its goal was removed; a dead-lettered batch still needs its files.

    Files of unknown fixtures are left to the lifecycle rule of the bucket.
    """
    event_id = goal_of(download_id)
    if event_id is None:
        return False
    event = container.events.find(event_id)
    if event is None:
        return bool(container.references.of([fixture_of(event_id)]).fixtures)
    return download_id in event["_finished_downloads"]
