"""Copies the database into its bucket, once a day."""

from collections.abc import Iterator, Mapping
from typing import TypedDict

from footy.core.telemetry import log_info
from footy.goals.adapters.mongo.dump import COLLECTIONS
from footy.goals.container import GoalsContainer

Input = Mapping[str, object]


class Output(TypedDict):
    """How many documents of which collection were copied for this day; none when that was done before."""

    day: str
    documents: dict[str, int]


def back_up_database(_request: Input, container: GoalsContainer) -> Output:
    """Collection by collection, their numbers last: without them there is no backup of that day."""
    day = container.clock.now().date()
    if container.backups.has(day):
        return {"day": day.isoformat(), "documents": {}}
    documents = {name: container.backups.save(day, name, _lines(name, container)) for name in COLLECTIONS}
    container.backups.finish(day, documents)
    log_info("database_backed_up", day=day.isoformat(), documents=documents)
    return {"day": day.isoformat(), "documents": documents}


def _lines(collection: str, container: GoalsContainer) -> Iterator[bytes]:
    """Read as they are sent: a collection may be larger than a function's memory."""
    page = container.dump.page(collection)
    yield from page.lines
    while page.last is not None:
        page = container.dump.page(collection, page.last)
        yield from page.lines
