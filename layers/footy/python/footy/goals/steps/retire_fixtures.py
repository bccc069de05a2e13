"""Removes fixtures that have been archived long enough, or waited in vain as long, their clips first."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from footy.core.telemetry import log_info, log_warning
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.overdue import never_started
from footy.goals.model.documents import FixtureDocument

RETIRED_AT_ONCE = 25

Input = Mapping[str, object]


class Output(TypedDict):
    """What one round of retention removed, and whether another one is needed."""

    fixtures: int
    objects: int
    more: bool


def retire_fixtures(_request: Input, container: GoalsContainer) -> Output:
    """The oldest of what was archived long ago; S3 first, so that no object outlives its fixture."""
    now = container.clock.now()
    cutoff = now - timedelta(days=container.rules.retention_days)
    old = container.completed.older_than(cutoff, at_most=RETIRED_AT_ONCE)
    stale = _stale(now, container)
    ids = [fixture["_id"] for fixture in (*old, *stale)]
    objects = sum(map(container.media.delete_fixture, ids))
    removed = container.completed.delete(old) + container.staging.delete(stale)
    container.live.forget(ids)
    log_info("fixtures_retired", fixtures=removed, objects=objects)
    return {"fixtures": removed, "objects": objects, "more": RETIRED_AT_ONCE in {len(old), len(stale)}}


def _stale(now: datetime, container: GoalsContainer) -> list[FixtureDocument]:
    """Removed and not archived: in the archive they would hide from the ingest that their day has come at last."""
    stale = [one for one in container.staging.expectations() if never_started(one, now, container.rules)][
        :RETIRED_AT_ONCE
    ]
    if stale:
        log_warning("fixtures_given_up", ids=[fixture["_id"] for fixture in stale])
    return stale
