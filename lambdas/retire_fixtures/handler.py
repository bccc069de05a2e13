"""Removes fixtures that have been archived long enough, their clips first."""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.ingest import Retired, retire_fixtures
from footy.telemetry import handler


@handler
def handle(event: Mapping[str, Any], context: LambdaContext) -> Retired:
    """Answers how much is gone, and whether there is more."""
    return retire_fixtures(
        completed=stores.completed(),
        live=stores.live(),
        media=wiring.media(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
