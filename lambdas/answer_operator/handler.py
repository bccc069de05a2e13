"""Answers requests of operators, as API Gateway hands them over."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.answer_operator import Input, Output, answer_operator
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(answer_operator)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers with status, headers and body."""
    return world.run(answer_operator, event)
