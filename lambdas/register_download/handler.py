"""Registers a download with its goal and writes down what it is to fetch."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.register_download import Input, Output, register_download

container = GoalsContainer()


@handler(register_download)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    return container.run(register_download, event)
