"""Daily copy of the database to the backup bucket."""

from collections.abc import Iterator, Mapping
from typing import TypedDict

from footy.core.telemetry import log_info
from footy.goals.adapters.mongo.dump import COLLECTIONS
from footy.goals.container import GoalsContainer

Input = Mapping[str, object]


class Output(TypedDict):
    """Number of documents by collection; none if the day has a backup already."""

    day: str
    documents: dict[str, int]


def back_up_database(_request: Input, container: GoalsContainer) -> Output:
    """Copy every collection, and write their counts last: a backup without counts is incomplete."""
    day = container.clock.now().date()
    if container.backups.has(day):
        return {"day": day.isoformat(), "documents": {}}
    documents = {name: container.backups.save(day, name, _lines(name, container)) for name in COLLECTIONS}
    container.backups.finish(day, documents)
    log_info("database_backed_up", day=day.isoformat(), documents=documents)
    return {"day": day.isoformat(), "documents": documents}


def _lines(collection: str, container: GoalsContainer) -> Iterator[bytes]:
    """Yield documents page by page: a collection may exceed the memory of a function."""
    page = container.dump.page(collection)
    yield from page.lines
    while page.last is not None:
        page = container.dump.page(collection, page.last)
        yield from page.lines
