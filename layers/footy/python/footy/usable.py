"""What of an answer can be used; what cannot is told and counted."""

from dataclasses import replace

from footy.fixtures.answers import Answer
from footy.store.live import storable
from footy.telemetry import count, warn


def usable(answer: Answer) -> Answer:
    """The answer without what cannot be stored; whatever was asked for and is not there is missing."""
    bodies = tuple(filter(storable, answer.bodies))
    missing = answer.missing | (frozenset(body.id for body in answer.bodies) - {body.id for body in bodies})
    for reject in answer.rejects:
        warn("rejected", fixture_id=reject.fixture_id, reason=reject.reason)
    if answer.rejects:
        count("Rejects", len(answer.rejects))
    if missing:
        warn("fixtures_left_out", ids=sorted(missing))
        count("FixturesLeftOut", len(missing))
    return replace(answer, bodies=bodies, missing=missing)
