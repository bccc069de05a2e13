"""One fixture's failure never stops the others."""

from collections.abc import Callable
from typing import TypeVar

from footy.telemetry import count, logger

Result = TypeVar("Result")


def alone(fixture_id: int, work: Callable[[], Result], *, otherwise: Result) -> Result:
    """What comes of one fixture's work; a failure is told and counted, and stays with it."""
    try:
        return work()
    except Exception:  # noqa: BLE001 - whatever it is, it is this fixture's
        logger.exception("fixture_failed", extra={"action": "fixture_failed", "fixture_id": fixture_id})
        count("FixturesFailed")
        return otherwise
