"""Answers requests of organisations, as API Gateway hands them over."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.answer_organization import Input, Output, answer_organization
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(answer_organization)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers with status, headers and body."""
    return world.run(answer_organization, event)
