"""Take-down of clips: move objects to where their documents say, then clear the edge cache (W5, G11, G12)."""

from typing import Literal, TypedDict

from footy.core.telemetry import log_context, log_info
from footy.goals.adapters.messages import read_takedown
from footy.goals.clips.takedown import places_of, takedown_mark
from footy.goals.container import GoalsContainer


class Input(TypedDict):
    """Message of the queue, with the id that its redeliveries share."""

    body: str
    message_id: str


Output = Literal["settled"]


def take_down_clips(request: Input, container: GoalsContainer) -> Output:
    """Settle the fixtures of a message.

    Messages of a fixture arrive in order and after its document was written, so the last one sees the final state.
    A redelivery finds nothing to move but clears the cache again.
    """
    fixtures = read_takedown(request["body"])
    with log_context("take_down_clips", {"message_id": request["message_id"]}):
        marks = {fixture_id: _move_objects(fixture_id, container) for fixture_id in fixtures}
        container.edge_cache.forget(fixtures, request["message_id"])
        for fixture_id, mark in marks.items():
            if mark is not None:
                container.taken_down_clips.note(fixture_id, mark)
    return "settled"


def _move_objects(fixture_id: int, container: GoalsContainer) -> str | None:
    """Move the objects of a fixture and return the mark of its clips; None when retention has deleted it."""
    fixture = container.taken_down_clips.find(fixture_id)
    if fixture is None:
        return None
    moved = container.media.settle(fixture_id, places_of(fixture))
    log_info("clips_moved", fixture_id=fixture_id, keys=moved)
    return takedown_mark(fixture)
