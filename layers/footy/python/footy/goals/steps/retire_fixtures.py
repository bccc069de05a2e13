"""Retention: deletion of fixtures that were archived, or waited in staging, for too long (F4)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from footy.core.telemetry import count, log_info, log_warning
from footy.goals.adapters.messages import takedown_message
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.overdue import never_started

PAGE = 25

Input = Mapping[str, object]


class Output(TypedDict):
    """Numbers of deleted fixtures and objects; `more` asks for another page."""

    fixtures: int
    objects: int
    more: bool


def retire_fixtures(_request: Input, container: GoalsContainer) -> Output:
    """Delete the next page of old fixtures; objects first, so that none outlives its fixture."""
    now, rules = container.clock.now(), container.rules
    cutoff = now - timedelta(days=rules.retention_days)
    expired = [fixture for fixture in container.staging.expectations() if never_started(fixture, now, rules)]
    if _is_refused(container.completed.count(before=cutoff) + len(expired), container):
        return {"fixtures": 0, "objects": 0, "more": False}
    archived, expired = container.completed.older_than(cutoff, at_most=PAGE), expired[:PAGE]
    ids = [fixture["_id"] for fixture in (*archived, *expired)]
    objects = sum(map(container.media.delete_fixture, ids))
    if ids:
        container.takedowns.send(takedown_message(ids))
    # expired fixtures are not archived: there the ingest would not find them when they are played at last
    if expired:
        log_warning("fixtures_given_up", ids=[fixture["_id"] for fixture in expired])
    removed = container.completed.delete(archived) + container.staging.delete(expired)
    container.live.forget(ids)
    log_info("fixtures_retired", fixtures=removed, objects=objects)
    return {"fixtures": removed, "objects": objects, "more": PAGE in {len(archived), len(expired)}}


def _is_refused(fixtures: int, container: GoalsContainer) -> bool:
    """Check whether a run would delete too much: a wrong clock must not cost the archive."""
    total = container.completed.count()
    if fixtures <= max(container.rules.retire_fixtures, container.rules.retire_share * total):
        return False
    log_warning("retention_refused", fixtures=fixtures, archived=total)
    count("RetentionsRefused")
    return True
