"""Lambda function of `ingest_fixtures`."""

from footy.core.function import function_of
from footy.goals.container import GoalsContainer
from footy.goals.steps.ingest_fixtures import ingest_fixtures

container = GoalsContainer()
handle = function_of(ingest_fixtures, container)
