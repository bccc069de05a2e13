"""Fetches the fixtures of the coming days, or those that were asked for by hand."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.fixtures.tracking import Team
from footy.ingest import Asked, ingest_fixtures
from footy.store.indexes import create_indexes
from footy.telemetry import handler


class Answer(TypedDict):
    """The teams whose aliases will be needed."""

    teams: list[Team]


@handler
def handle(event: Asked, context: LambdaContext) -> Answer:
    """Stores what is new where it belongs. The first ingest after a deployment finds the indexes missing."""
    create_indexes(stores.database())
    teams = ingest_fixtures(
        event, api=wiring.api_football(), arrivals=stores.arrivals(), clock=wiring.clock(), rules=wiring.rules()
    )
    return {"teams": teams}
