"""Moves of fixtures into and out of the archive (F22, F26)."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from footy.core.telemetry import count, isolate_failure, log_warning
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.completion import archivable
from footy.goals.fixtures.lifecycle.moving import Condition
from footy.goals.fixtures.lifecycle.reopening import reopens_to
from footy.goals.fixtures.rows import Body
from footy.goals.model.collections import CollectionName
from footy.goals.settings import Rules


def may_be_archived(now: datetime, rules: Rules) -> Condition:
    """Return the condition for archiving; a fixture whose check fails is not archived."""
    return lambda document: isolate_failure(document["_id"], partial(archivable, document, now, rules), otherwise=False)


def reopen(bodies: Iterable[Body], container: GoalsContainer) -> None:
    """Move archived fixtures that the API reports as live or not started back, with their goals."""
    answers = {body.id: body for body in bodies}
    targets: dict[CollectionName, list[int]] = defaultdict(list)
    for archived in container.completed.results(answers):
        if place := reopens_to(archived, answers[archived["_id"]]):
            targets[place].append(archived["_id"])
    for place, ids in targets.items():
        moved = container.moves.move(ids, "completed", place, container.clock.now())
        log_warning("fixtures_reopened", ids=sorted(moved), to=place)
        count("FixturesReopened", len(moved))


def report_unwatched(ids: Iterable[int]) -> None:
    """Report fixtures that ended before the monitor polled them: they are archived without goals."""
    if missed := sorted(ids):
        log_warning("fixtures_unwatched", ids=missed)
        count("FixturesMissed", len(missed))
