"""The night's clearing: what removed goals kept, clips that waited in vain, objects and files that nobody names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from typing import TypedDict

from footy.core.telemetry import count, log_warning
from footy.goals.container import GoalsContainer
from footy.goals.model.ids import fixture_of, goal_of
from footy.goals.model.keys import download_in, fixture_in
from footy.goals.settings import Rules

Input = Mapping[str, object]


class Output(TypedDict):
    """How many objects of removed goals, of crashes and of nobody there were, and working files."""

    removed: int
    orphans: int
    refused: int
    working_files: int


@dataclass(slots=True)
class _Survey:
    """The objects of the bucket, those that no document names, and those of fixtures that no document knows."""

    total: int = 0
    orphans: list[str] = field(default_factory=list)
    strangers: int = 0


def sweep_objects(_request: Input, container: GoalsContainer) -> Output:
    """Only what has been lying there for a while: a batch copies its objects before it names them."""
    age = timedelta(minutes=container.rules.orphan_minutes)
    removed = _forget_removed(container)
    container.waiting_clips.give_up(
        container.waiting_clips.overdue(container.clock.now() - timedelta(minutes=container.rules.deadline_minutes))
    )
    survey = _survey(container.media.old_keys(age), container)
    orphans = _remove_orphans(survey, container)
    working_files = sum(_sweep_work(page, container) for page in container.work.old_keys(age))
    if working_files:
        log_warning("working_files_removed", files=working_files)
        count("WorkingFilesRemoved", working_files)
    refused = len(survey.orphans) - orphans + survey.strangers
    return {"removed": removed, "orphans": orphans, "refused": refused, "working_files": working_files}


def _forget_removed(container: GoalsContainer) -> int:
    """Objects first, then the note of them: a crash in between repeats a deletion that changes nothing."""
    kept = container.removed_goals.kept_since(container.clock.now() - timedelta(hours=container.rules.removed_hours))
    if not kept:
        return 0
    removed = container.media.delete_keys([key for keys in kept.values() for key in keys])
    container.removed_goals.forget(kept)
    return removed


def _survey(pages: Iterable[list[str]], container: GoalsContainer) -> _Survey:
    """The documents are read after each listing: what was named meanwhile counts as named."""
    survey = _Survey()
    for page in pages:
        fixtures = {key: fixture_id for key in page if (fixture_id := fixture_in(key)) is not None}
        named = container.references.of(set(fixtures.values()))
        survey.total += len(fixtures)
        survey.strangers += sum(fixture_id not in named.fixtures for fixture_id in fixtures.values())
        survey.orphans += [
            key for key, fixture_id in fixtures.items() if fixture_id in named.fixtures and key not in named.keys
        ]
    return survey


def _remove_orphans(survey: _Survey, container: GoalsContainer) -> int:
    """A database that is empty, restored or the wrong one must not cost the clips."""
    if survey.strangers:
        log_warning("objects_without_fixture", objects=survey.strangers)
        count("ObjectsWithoutFixture", survey.strangers)
    if len(survey.orphans) > _most(survey, container.rules):
        log_warning("sweep_refused", orphans=len(survey.orphans), objects=survey.total)
        count("SweepsRefused")
        return 0
    if survey.orphans:
        log_warning("orphans_removed", objects=survey.orphans)
        count("OrphansRemoved", len(survey.orphans))
    return container.media.delete_keys(survey.orphans)


def _most(survey: _Survey, rules: Rules) -> float:
    return max(rules.sweep_objects, rules.sweep_share * survey.total)


def _sweep_work(keys: Iterable[str], container: GoalsContainer) -> int:
    by_download = groupby(keys, key=download_in)
    return sum(
        container.work.delete_keys(files) for download_id, files in by_download if _is_over(download_id, container)
    )


def _is_over(download_id: str, container: GoalsContainer) -> bool:
    """Whether its batch is through, or its goal is gone; a batch that was set aside still needs its files.

    That a goal is gone, only its fixture can say: what no document knows is left to the lifecycle of the bucket.
    """
    event_id = goal_of(download_id)
    if event_id is None:
        return False
    event = container.events.find(event_id)
    if event is None:
        return bool(container.references.of([fixture_of(event_id)]).fixtures)
    return download_id in event["_finished_downloads"]
