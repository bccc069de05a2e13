"""Removes what crashes left in both buckets."""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.sweeping import Swept, sweep_objects
from footy.telemetry import handler


@handler
def handle(event: Mapping[str, Any], context: LambdaContext) -> Swept:
    """Answers how much nobody named any more."""
    return sweep_objects(
        events=stores.events(), named=stores.named(), media=wiring.media(), work=wiring.work(), rules=wiring.rules()
    )
