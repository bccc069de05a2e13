"""Opens the search of one goal."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.open_search import Input, Output, open_search

container = GoalsContainer()


@handler(open_search)
def handle(event: Input, context: LambdaContext) -> Output:
    """The first act of a goal's execution."""
    return container.run(open_search, event)
