"""Answers requests of the page, as API Gateway hands them over."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.answer_request import Input, Output, answer_request
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(answer_request)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers with status, headers and body."""
    return world.run(answer_request, event)
